//===- IR.h - structured SSA that every derivative is made from -----------===//
//
// One function of the user's program, after lowering. Three properties carry the whole design:
//
//  * Control flow is structured and has one exit: regions hold operations, `If` and `Loop` yield values, and
//    there is no break, continue or return (lowering turned them into booleans and nesting).
//  * Scalars whose address is not taken are SSA values. Everything else lives in memory: a `Var` or what a
//    pointer reaches. Memory has shadow memory of the same type beside it; a pointer has a shadow pointer.
//  * Nothing here knows Clang: types and callees are interned records that carry their C++ spelling, so
//    transforms and their unit tests need no compiler instance.
//
// Text templates ("$0 + $1") are C++ with holes: `$N` is operand N, `$b` the base of a place, `$T` the result
// type's spelling. A hole is replaced by a name or a parenthesized expression, so templates need no
// parentheses round their holes.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_IR_IR_H
#define MIXEDAD_IR_IR_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mixedad::ir {

struct Op;
struct Region;
struct Function;

/// What differentiation does with the values of a type.
enum class TypeClass {
  Inactive, ///< integers, bools, enums, function pointers, streams: copied, never differentiated
  Real,     ///< a floating-point scalar: has an adjoint variable / tangent
  Pointer,  ///< pointer (or bound reference) to memory that may hold reals: has a shadow pointer
  Vector,   ///< a class with value semantics and vector-space helpers (mixedad::Array): like Real, but copied by
            ///< handle, zero is `T{}` and addition is `mixedad::detail::accumulate(T&, const T&)`
  Record,   ///< class, struct, array, container that holds reals or pointers to them: lives in memory only
  Void
};

struct Type;

/// A number in an object: `$p` in Text is the object's place.
struct Leaf {
  std::string Text;
  const Type *Ty = nullptr;
};

/// Interned by TypeTable; compare by address.
struct Type {
  TypeClass Class = TypeClass::Inactive;
  std::string Spelling;     ///< complete C++ spelling valid inside namespace mixedad::detail
  unsigned Size = 0;        ///< bytes; what recording a value costs
  const Type *Pointee = nullptr; ///< of Pointer
  bool PureReal = false;    ///< Record: only reals and inactive members, fixed size, trivially copyable: a fresh
                            ///< zero object is a valid shadow and nothing in it points anywhere
  bool Trivial = true;      ///< trivially copyable and destructible
  bool Copies = true;       ///< by initialization and by `=`; otherwise it is trivially copyable and moved, or copied as bytes
  bool Separate = false;    ///< Record: a copy shares no memory with what it was copied from
  bool SetsReals = false;   ///< Record: made without arguments, it may hold reals other than zero
  std::vector<Leaf> Leaves; ///< PureReal records: all reals and inactive scalars in it; none when there are too many
  std::string Scalar;       ///< Real / memory of it: alias class ("double", "float"), else ""
};

/// Where in the user's source something came from, for #line and diagnostics. Line 0: unknown.
struct Loc {
  unsigned Raw = 0; ///< clang SourceLocation encoding
  std::string File;
  unsigned Line = 0;
};

/// An SSA value: defined once, by an operation's result, a region argument or a parameter.
struct Value {
  unsigned Id = 0;
  std::string Name; ///< hint from the source; emission makes it unique
  const Type *Ty = nullptr;
  Op *Def = nullptr;           ///< null for parameters and region arguments
  Region *Parent = nullptr;    ///< region the value is defined in
  bool isReal() const { return Ty->Class == TypeClass::Real; }
  bool isVector() const { return Ty->Class == TypeClass::Vector; }
  bool isPointer() const { return Ty->Class == TypeClass::Pointer; }
  /// Has an adjoint variable when active.
  bool isDifferentiable() const { return isReal() || isVector(); }
};

/// An lvalue: text over a base. `$b` in Text is the base (a Var's name, a pointer value, or nothing for a
/// global whose name is in Text); replacing the base by its shadow gives the shadow place.
/// Examples: "$b" (a variable), "$b[$0]", "$b->x", "(*$b)", "$b.data[$0].y".
struct Place {
  Op *BaseVar = nullptr;      ///< a Var op, or
  Value *BasePtr = nullptr;   ///< a pointer value, or neither: a global (see Inactive)
  std::string Text = "$b";
  std::vector<Value *> Operands;
  const Type *Ty = nullptr;   ///< of the object at the place
  bool ActiveMemory = true;   ///< false: constant tables and memory that was declared inactive
  bool valid() const { return Ty != nullptr; }
};

/// A call's argument: a value, or a place passed by reference.
struct Arg {
  Value *V = nullptr;
  Place P;                    ///< valid when V is null
  bool Mutable = false;       ///< place is bound to a non-const reference
  bool Reaches = false;       ///< place is const, and what it points at may be written
};

/// How a callee is differentiated; interned per callee and filled by lowering.
enum class CalleeKind {
  Visible,    ///< its body is lowered too (Function looked up by Key)
  UserRule,   ///< derivative_of functions, see the Rule fields
  Unknown,    ///< no body, no rule: calling it is refused
  Declared,   ///< annotated elsewhere: derivative found through its tag at link time
};

struct Callee {
  std::string Key;            ///< unique, stable: the mangled name or a closure's
  std::string Name;           ///< readable, an identifier: prefix of generated names
  std::string CallText;       ///< primal call template: "::ns::f($*)", "$0.method($*1)"; `$*` all arguments,
                              ///< `$*K` arguments from K on
  std::string Tag;            ///< type naming it: "fn_tag<...>" or "type_tag<...>"
  CalleeKind Kind = CalleeKind::Visible;
  void *Decl = nullptr;       ///< clang FunctionDecl, opaque here
  std::string PushforwardRule;///< qualified name of a user's pushforward, or ""
  std::string PullbackRule;   ///< qualified name of a user's pullback, or ""
  bool IsMethod = false;      ///< argument 0 is the object, a place
  bool Kernel = false;        ///< a CUDA kernel: every thread of a launch runs it; argument 0 is the launch's shape
  bool Device = false;        ///< of MixedAD's own: works on memory that kernels use, and writes only through argument 0
  bool ReturnsReference = false; ///< the result is a Pointer value: the address of what the call refers to
  const Type *ResultTy = nullptr;
};

enum class OpKind {
  Const,     ///< Text is a literal; result Real or Inactive (or a null/inactive Pointer)
  Prim,      ///< scalar primitive, row `Row` of the rule table, real result; operands Real or Inactive
  Opaque,    ///< inactive code: Text over operands and PlaceOperands ("&0" holes: `$&N`); result Inactive,
             ///< Void, or none. Pure: may be recomputed or dropped
  Var,       ///< memory variable `Name` of type VarTy; see Init
  Load,      ///< result = *P
  Store,     ///< *P = operand 0
  CopyRecord,///< *P = *Src, whole records
  AddrOf,    ///< result (Pointer) = &P
  PtrArith,  ///< result (Pointer) = Text over operands where every Pointer operand has a shadow: emitted twice,
             ///< once with primal and once with shadow operands ("$0 + $1", casts, conditional picks)
  ShadowCall,///< like PtrArith for calls that only navigate: accessors, iterators, allocation. Text over Args;
             ///< result Pointer, or the record Dest; emitted on primal and shadow objects, forward sweep only.
             ///< ShadowText, if set, is the template for the shadow side (allocation that zeroes, say);
             ///< ReverseText, if set, is run at its place in the reverse sweep (shadow holes)
  Call,      ///< C called with Args; result value, or record Dest
  If,        ///< operand 0 is the condition; regions Then, Else; results = yields
  Loop,      ///< carried values; regions Cond (yields one bool) and Body (yields the next carried values)
  Broadcast, ///< operands Vector or Real (scalars); Scalar is the fused elementwise function; result Vector
};

/// How a Var starts.
enum class InitKind {
  Uninit,    ///< T x;
  Zero,      ///< T x{};
  Text,      ///< InitText over operands/PlaceOperands: inactive construction, e.g. "std::vector<double> $n(5)"
             ///< where `$n` is the name; the shadow is built by the same text, then mixedad::detail::set_zero
  Copy,      ///< T x = *Src: like CopyRecord into fresh memory
  Result,    ///< declared by the Call/ShadowCall whose Dest it is
};

struct Op {
  OpKind Kind;
  std::vector<Value *> Operands;
  std::vector<Value *> Results;
  Loc Where;
  Region *Parent = nullptr;

  std::string Text;                    ///< Const, Opaque, PtrArith, ShadowCall
  std::string Row;                     ///< Prim
  bool Pure = true;                    ///< Opaque, Call: no side effect and no memory read that may change
  bool ReadsMemory = false;            ///< Opaque that reads memory (a.size()): not recomputable after writes
  Place P, Src;                        ///< Load, Store, CopyRecord, AddrOf, Var(Copy)
  std::vector<Place> PlaceOperands;    ///< Opaque, Var(Text)

  std::string Name;                    ///< Var
  const Type *VarTy = nullptr;         ///< Var
  InitKind Init = InitKind::Uninit;    ///< Var
  std::string InitText;                ///< Var(Text)
  bool AddressTaken = false;           ///< Var: used other than by Load/Store/CopyRecord: shadow address must be
                                       ///< the same in both sweeps

  Callee *C = nullptr;                 ///< Call
  std::vector<Arg> Args;               ///< Call, ShadowCall
  Op *Dest = nullptr;                  ///< Call, ShadowCall returning a record: a Var(Result) in the same region
  std::string ShadowText, ReverseText; ///< ShadowCall; ShadowText of a Var(Text): what its shadow begins as, in reverse mode
  std::string SweepText;               ///< ShadowCall: reverse mode's ShadowText, which may use `tape`, like ReverseText
  bool Device = false;                 ///< ShadowCall: a device's memory. What it frees stays until the reverse sweep has
                                       ///< come to its allocation, if that is in the function
  bool Allocates = false;              ///< ShadowCall: the shadow is memory, or an object, which ReverseText releases
  bool ReleasesShadow = false;         ///< ShadowCall that frees: reverse mode runs it on the primal only, since the
                                       ///< shadow is freed where it was allocated, by that operation's ReverseText

  std::string Global;                  ///< ShadowCall of a variable outside of functions: the text of its shadow
  bool LeadsElsewhere = false;         ///< ShadowCall of such a variable: it is a reference (Global is empty), or
                                       ///< pointers in it lead to other memory
  bool CarriesReals = false;           ///< ShadowCall of such a variable: it brings derivatives from one place of the
                                       ///< function to another

  std::string ForwardOnly;             ///< ShadowCall: what reverse mode says instead of differentiating it, "" if it can

  std::unique_ptr<Region> Then, Else;  ///< If
  std::unique_ptr<Region> Cond, Body;  ///< Loop: both take the carried values as arguments
  bool BodyFirst = false;              ///< Loop: do-while (Cond is evaluated after Body on the next values)
  int Checkpoint = 0;                  ///< Loop: [[mixedad::checkpoint(n)]], -1 without argument, 0 none

  Function *Scalar = nullptr;          ///< Broadcast
};

/// A list of operations, with arguments (loop bodies) and yielded values.
struct Region {
  std::vector<Value *> Args;
  std::vector<std::unique_ptr<Op>> Ops;
  std::vector<Value *> Yields;
  Op *Owner = nullptr;                 ///< If or Loop; null for a function's body
};

/// A parameter: a value (scalars, pointers, vectors) or a memory variable (records by value, address-taken
/// scalars: a Var op with Init Copy of a place whose BasePtr is V), or a reference (V is a Pointer to it).
struct Param {
  std::string Name;
  const Type *Ty = nullptr;   ///< declared type without reference
  std::string DeclSpelling;   ///< as declared: "const std::vector<double> &"
  Value *V = nullptr;         ///< what the body uses; for references and records by value a Pointer value, so
                              ///< emission binds `T* v = &param`
  bool ByReference = false;   ///< lvalue or rvalue reference, or the object of a method
  bool ByAddress = false;     ///< V is the address of the C++ parameter (references, records by value)
  bool Restrict = false;      ///< what a pointer reaches is reached through no other, if it is written
  bool Inactive = false;      ///< [[mixedad::inactive]] or a type without reals
  bool Open = false;          ///< refers or points to a polymorphic class: the object may be of a derived one
};

/// How the user wants a broadcast function differentiated inside its kernel: [[mixedad::broadcast(...)]].
struct KernelChoice {
  enum class Mode { Auto, Forward, Reverse };
  Mode M = Mode::Auto;
  unsigned Chunk = 0;         ///< Forward: partials at a time; 0 all
  enum class Partials { Auto, Store, Recompute };
  Partials P = Partials::Auto;
  friend bool operator==(const KernelChoice &A, const KernelChoice &B) {
    return A.M == B.M && A.Chunk == B.Chunk && A.P == B.P;
  }
};

struct Function {
  Callee *Self = nullptr;
  std::string Name;
  std::vector<Param> Params;
  const Type *ResultTy = nullptr;
  Region Body;                ///< Yields: the result value, if Real, Vector, Inactive or Pointer
  Op *ResultVar = nullptr;    ///< Record results: the Var that is returned
  Loc Where;
  bool Broadcast = false;     ///< annotated [[mixedad::broadcast]]
  KernelChoice Choice;        ///< of a Broadcast's scalar function
  bool Virtual = false;       ///< a virtual function that derived classes may override
  std::vector<std::unique_ptr<Value>> Values; ///< owns every value
};

} // namespace mixedad::ir
#endif
