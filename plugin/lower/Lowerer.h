//===- Lowerer.h - the state of lowering one function ---------------------===//
//
// Private to plugin/lower. Statements are in Stmts.cpp, control flow in Control.cpp, scalar expressions in
// Exprs.cpp, lvalues in Places.cpp, objects in Records.cpp, Copies.cpp, Storage.cpp and Lifetimes.cpp, calls in Calls.cpp and Library.cpp, Arrays in
// Arrays.cpp and Kernels.cpp, OpenMP in OpenMP.cpp, CUDA in Cuda.cpp.
//
// Local scalars live in Env, a map from variables to SSA values; lowering a branch or a loop body on a copy of it
// and comparing is the whole SSA construction. Visible callees are inlined unless they recurse or are large, so
// references to local scalars stay SSA values (a reference parameter is an alias: an LValue).
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_LOWER_LOWERER_H
#define MIXEDAD_LOWER_LOWERER_H

#include "lower/Lower.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/SaveAndRestore.h"
#include <deque>
#include <map>
#include <set>

namespace mixedad {

/// What a full expression or the wrapper of a temporary holds; null when E is neither.
inline const clang::Expr *belowTemporary(const clang::Expr *E) {
  if (const auto *X = llvm::dyn_cast<clang::FullExpr>(E))
    return X->getSubExpr();
  if (const auto *X = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(E))
    return X->getSubExpr();
  if (const auto *X = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(E))
    return X->getSubExpr();
  return nullptr;
}

/// Names an SSA variable: a VarDecl, or the address of a flag.
using Key = const void *;

/// A closure known at compile time: its call operator is inlined with its captures bound.
struct Closure;
struct LazyTree;
struct ValarrayTree;
class NodeVisitor;

/// Variables outside of functions that hold reals: those that a function and what it calls use, and those among them
/// that are more than read.
struct GlobalUses {
  llvm::SmallSetVector<const clang::VarDecl *, 8> Used, Written;
};

/// What a glvalue refers to: an SSA variable or memory.
struct LValue {
  Key Var = nullptr;
  ir::Place P;
  bool isVar() const { return Var != nullptr; }
};

struct Closure : std::enable_shared_from_this<Closure> {
  const clang::CXXRecordDecl *Class = nullptr;
  llvm::DenseMap<const clang::ValueDecl *, LValue> Captures;
  llvm::DenseMap<const clang::ValueDecl *, std::shared_ptr<Closure>> ClosureCaptures;
  llvm::SmallVector<std::shared_ptr<Closure>, 0> Parts; ///< of a class whose bases are the classes of closures
  LValue This;
  bool HasThis = false;
  const clang::FunctionDecl *Function = nullptr; ///< not a closure but a function, or the call operator of Object
  ir::Place Object;

  /// The part of class RD; the whole where there is none.
  std::shared_ptr<Closure> partOf(const clang::CXXRecordDecl *RD);
};

/// A function being lowered: the outermost one or one that is inlined.
struct Frame {
  const clang::FunctionDecl *FD = nullptr;
  Frame *Outer = nullptr;
  std::shared_ptr<Closure> Self;  ///< of a lambda's call operator
  LValue This;                    ///< the object of a method
  bool HasThis = false;
  ir::Place ResultPlace;          ///< where a record result is built
  LValue RefResult;               ///< of a function that returns a reference, when it has one return
  clang::QualType Result;         ///< class of a result in storage, whose lifetime is the caller's to end
  const clang::ReturnStmt *Single = nullptr; ///< the only return, at the end: its operand needs no variable
  std::shared_ptr<Closure> ClosureResult;
  char Returned = 0, Value = 0;   ///< their addresses are the keys of the flag and of the returned value
  struct LoopFlags *Loops = nullptr;
};

/// The flags of the innermost loop or switch that break / continue leave.
struct LoopFlags {
  LoopFlags *Outer = nullptr;
  bool IsSwitch = false;
  char Break = 0, Continue = 0;
};

/// Which ways out of its block a statement has.
struct Exits {
  bool Return = false, Break = false, Continue = false;
  std::set<const clang::LabelDecl *> Labels; ///< targets of goto outside it
  bool Always = false; ///< control never falls out of the end
  bool any() const { return Return || Break || Continue || !Labels.empty(); }
  /// The ways out of one or the other; whether control always leaves is another question.
  Exits &operator|=(const Exits &E) {
    Return |= E.Return;
    Break |= E.Break;
    Continue |= E.Continue;
    Labels.insert(E.Labels.begin(), E.Labels.end());
    return *this;
  }
};

/// A variable of which every thread has its own copy in an OpenMP construct.
struct DataSharing {
  const clang::VarDecl *Var = nullptr;
  const clang::VarDecl *Copy = nullptr; ///< Clang's declaration of the private copy, where it has one
  bool First = false;                   ///< begins with the original's value
  bool Last = false;                    ///< the original gets the last iteration's value
  llvm::StringRef Reduction;            ///< "+", "*", ...: combined with the original
  bool Direct = false;                  ///< Reduction: only ever updated, so that updating the original is the same
  clang::SourceLocation Where;
};

/// A thread's own variable whose sum over the threads goes into a shared one, in these directives.
struct PartialSum {
  const clang::VarDecl *Var;
  std::vector<const clang::Stmt *> Combined;
};

class Lowerer {
public:
  /// Objects: closures are objects in memory, see Functions.cpp; otherwise they are known at compile time.
  Lowerer(LowerContext &C, ir::Function &F, bool Objects) : Ctx(C), F(F), Objects(Objects) {}
  bool run(const clang::FunctionDecl *FD);
  /// What run() refused first.
  struct Refusal { clang::SourceLocation At; std::string What, WayOut; };
  std::vector<Refusal> Refused;
  bool SawClosure = false; ///< it may go another way with closures as objects
  bool NeedsKnown = false; ///< it cannot: a broadcast's function is known at compile time
  /// The flag that `return` sets, and the returned value of this type, if any.
  void declareResult(Frame &New, const ir::Type *Value);
  /// What is lowered until leave() belongs to New; leave() gives the returned value, null without one.
  void enter(Frame &New, const ir::Type *Value = nullptr);
  ir::Value *leave(Frame &New);
  static bool isWrapper(const clang::CXXRecordDecl *RD);
  bool ruleBody(const clang::FunctionDecl *FD);
  /// Whether a value that depends on which thread runs what is read in what is left of the function; refuses it.
  bool readsUndetermined();

  /// std::min(a, b) or std::max(a, b), which refer to an argument.
  static bool picksArgument(const clang::CallExpr *E);

private:
  using Env = llvm::MapVector<Key, ir::Value *>;

  // --- building (Build.cpp)
  ir::Value *newValue(const ir::Type *T, llvm::StringRef Name);
  ir::Op *add(ir::OpKind K, clang::SourceLocation L = {});
  ir::Value *result(ir::Op *O, const ir::Type *T, llvm::StringRef Name = "");
  ir::Value *constant(llvm::Twine Text, const ir::Type *T);
  ir::Value *boolean(bool B);
  static const bool *knownBool(const ir::Value *V);
  ir::Value *prim(llvm::StringRef Row, llvm::ArrayRef<ir::Value *> Ops, const ir::Type *T, clang::SourceLocation L);
  ir::Value *opaque(llvm::Twine Text, llvm::ArrayRef<ir::Value *> Ops, const ir::Type *T, clang::SourceLocation L);
  ir::Value *pointer(llvm::Twine Text, llvm::ArrayRef<ir::Value *> Ops, const ir::Type *T, clang::SourceLocation L);
  ir::Value *load(const ir::Place &P, clang::SourceLocation L, llvm::StringRef Name = "");
  void store(const ir::Place &P, ir::Value *V, clang::SourceLocation L);
  void copyRecord(const ir::Place &To, const ir::Place &From, clang::SourceLocation L);
  ir::Value *addressOf(const ir::Place &P, clang::SourceLocation L);
  ir::Place deref(ir::Value *Pointer, clang::QualType Pointee);
  static ir::Place sub(const ir::Place &P, llvm::Twine Text, llvm::ArrayRef<ir::Value *> Ops, const ir::Type *T);
  ir::Op *variable(llvm::StringRef Name, const ir::Type *T, ir::InitKind I, clang::SourceLocation L);
  ir::Place placeOf(ir::Op *Var) const;
  ir::Value *negate(ir::Value *V);
  ir::Value *either(ir::Value *A, ir::Value *B);
  ir::Value *loadLV(const LValue &LV, clang::SourceLocation L, llvm::StringRef Name = "");
  void storeLV(const LValue &LV, ir::Value *V, clang::SourceLocation L);
  const ir::Type *typeOf(const LValue &LV);
  const ir::Type *type(clang::QualType T) { return Ctx.Types.get(T); }
  ir::Value *refuse(clang::SourceLocation L, llvm::Twine What, llvm::Twine WayOut, clang::QualType T = {});
  ir::Place refusePlace(clang::SourceLocation L, llvm::Twine What, llvm::Twine WayOut, clang::QualType T);

  // --- control flow (Control.cpp, Effects.cpp, Exits.cpp, Switch.cpp)
  struct Branch { std::unique_ptr<ir::Region> R; Env After; };
  Branch inRegion(llvm::function_ref<void()> Body);
  void join(ir::Value *Cond, Branch &T, Branch &E, clang::SourceLocation L);
  void lowerIf(ir::Value *Cond, llvm::function_ref<void()> Then, llvm::function_ref<void()> Else,
               clang::SourceLocation L);
  void choose(ir::Value *Cond, llvm::function_ref<void()> Then, llvm::function_ref<void()> Else, clang::SourceLocation L);
  ir::Value *select(ir::Value *Cond, llvm::function_ref<ir::Value *()> Then, llvm::function_ref<ir::Value *()> Else,
                    const ir::Type *T, clang::SourceLocation L);
  struct LoopParts {
    const clang::Stmt *Whole = nullptr;
    llvm::function_ref<ir::Value *()> Cond;
    llvm::function_ref<void()> Body;
    const clang::Stmt *BodyStmt = nullptr;
    llvm::function_ref<void()> Step;
    bool StepIsHarmless = false;
    bool BodyFirst = false;
    bool CondHasEffects = false;
    bool CondMayCall = false;
    const clang::LabelDecl *OwnLabel = nullptr; ///< of a loop made of goto: its flag is the condition
    llvm::SmallVector<Key, 4> Carried; ///< besides those found in Whole
  };
  void lowerLoop(const LoopParts &P, clang::SourceLocation L);
  bool conditionHasEffects(const LoopParts &P);
  int checkpoint(const clang::Stmt *Loop) const;
  ir::Value *steadyStep(const clang::ForStmt *S, LValue &Counter);
  void initStatement(const clang::Stmt *Init);
  void lowerFor(const clang::ForStmt *S);
  void lowerWhile(const clang::WhileStmt *S);
  void lowerDo(const clang::DoStmt *S);
  static bool hasEffects(const clang::Expr *E);
  static bool mayCall(const clang::Expr *E);
  void lowerRangeFor(const clang::CXXForRangeStmt *S);
  void lowerSwitch(const clang::SwitchStmt *S);
  Exits exits(const clang::Stmt *S);
  ir::Value *leaving(const Exits &E);
  void collectAssigned(const clang::Stmt *S, llvm::SmallSetVector<Key, 8> &Out);

  // --- OpenMP (OpenMP.cpp)
  void directive(const clang::OMPExecutableDirective *D);
  bool dataSharing(const clang::OMPExecutableDirective *D, std::vector<DataSharing> &Out);
  bool reductionClause(const clang::OMPExecutableDirective *D, const clang::OMPReductionClause *C,
                       std::vector<DataSharing> &Out);
  void worksharingLoop(const clang::OMPExecutableDirective *D);
  void parallelRegion(const clang::OMPExecutableDirective *D);
  std::vector<PartialSum> partialSums(const clang::Stmt *Region);
  void oneThread(const clang::OMPExecutableDirective *D);
  void forgetOwn(llvm::ArrayRef<const clang::VarDecl *> Own, clang::SourceLocation L);
  ir::Value *combine(llvm::StringRef Operation, ir::Value *A, ir::Value *B, clang::QualType T, clang::SourceLocation L);
  void iteration(const clang::Stmt *Loop, llvm::ArrayRef<const clang::Stmt *> Body);
  void withCopies(llvm::ArrayRef<DataSharing> Of, llvm::function_ref<void()> Body);
  LValue privateCopy(const DataSharing &S, const LValue &Original);
  ir::Value *refuseThread(clang::SourceLocation L, const clang::NamedDecl *By);
  ir::Value *undetermined(const ir::Type *T, clang::SourceLocation L, llvm::Twine What);
  llvm::SmallVector<const clang::VarDecl *, 4> ownAssigned(const clang::Stmt *S);

  // --- statements (Stmts.cpp)
  void stmt(const clang::Stmt *S);
  void stmts(llvm::ArrayRef<const clang::Stmt *> L);
  void stmtsOf(llvm::ArrayRef<const clang::Stmt *> L);
  void ifStmt(const clang::IfStmt *S, llvm::ArrayRef<const clang::Stmt *> Rest);
  bool labels(llvm::ArrayRef<const clang::Stmt *> L);
  void declStmt(const clang::DeclStmt *S);
  void refusesLateReads(const clang::Expr *Init);
  void varDecl(const clang::VarDecl *D);
  void runtimeArray(const clang::VarDecl *D);
  void returnStmt(const clang::ReturnStmt *S);
  static const clang::VarDecl *returnedVariable(const clang::ReturnStmt *S);
  bool madeAsResult(const clang::VarDecl *D);
  LValue resultObject(const clang::Expr *E, const clang::VarDecl *Returned);
  void effect(const clang::Expr *E);
  void effectOf(const clang::Expr *E);

  // --- expressions (Exprs.cpp)
  ir::Value *rvalue(const clang::Expr *E);
  ir::Value *castExpr(const clang::CastExpr *E);
  ir::Value *functionAddress(const clang::Expr *E, clang::QualType T);
  ir::Value *unary(const clang::UnaryOperator *E);
  ir::Value *binary(const clang::BinaryOperator *E);
  ir::Value *arithmetic(clang::BinaryOperatorKind K, ir::Value *A, ir::Value *B, clang::QualType T,
                        clang::SourceLocation L);
  ir::Value *convert(ir::Value *V, clang::QualType To, clang::SourceLocation L);
  ir::Value *logical(const clang::BinaryOperator *E);
  LValue assign(const clang::BinaryOperator *E);
  LValue compoundAssign(const clang::CompoundAssignOperator *E);
  ir::Value *increment(const clang::UnaryOperator *E, LValue *Out);
  ir::Value *constantValue(const clang::Expr *E);
  std::string verbatim(const clang::Expr *E);       ///< text of inactive code without locals, or ""
  std::string throwText(const clang::CXXThrowExpr *E, ir::Op &O); ///< O: for its operands
  /// Of a pointer or an array, below conversions to void*: the type of what it leads to, and the address of the first
  /// one, of however many dimensions.
  clang::QualType pointedAt(const clang::Expr *E);
  ir::Value *firstElement(const clang::Expr *E);
  static bool mayBeginNonzero(clang::QualType T);
  static void zeroShadow(ir::Op &New, clang::QualType T, llvm::StringRef Count = "");
  ir::Value *newExpr(const clang::CXXNewExpr *E);
  void deleteExpr(const clang::CXXDeleteExpr *E);

  // --- lvalues (Places.cpp)
  LValue lvalue(const clang::Expr *E);
  ir::Place place(const clang::Expr *E);
  LValue declRef(const clang::DeclRefExpr *E);
  LValue variableRef(const clang::ValueDecl *D, clang::SourceLocation L);
  LValue member(const clang::MemberExpr *E);
  LValue subscript(const clang::ArraySubscriptExpr *E);
  LValue globalRef(const clang::VarDecl *VD, clang::SourceLocation L);
  void shadowOfGlobal(ir::Op &O, const clang::VarDecl *VD, const std::string &Name);
  ir::Place thisPlace(clang::SourceLocation L);
  ir::Place pointee(const clang::Expr *E);
  ir::Place field(const ir::Place &Object, const clang::FieldDecl *FD);
  LValue materialize(const clang::Expr *E, llvm::StringRef Name);
  LValue temporary(ir::Value *V, const ir::Type *T);
  LValue pickedArgument(const clang::CallExpr *E);
  LValue bindReference(const clang::Expr *Init, llvm::StringRef Name);
  LValue namedReference(const clang::Expr *Init, llvm::StringRef Name);

  // --- records (Records.cpp)
  ir::Op *copyVariable(const ir::Place &From, clang::QualType T, llvm::StringRef Name, clang::SourceLocation L);
  ir::Op *recordVariable(const clang::Expr *Init, clang::QualType T, llvm::StringRef Name, clang::SourceLocation L);
  void recordInto(const clang::Expr *E, const ir::Place &Dest, bool Fresh);
  bool textInit(const clang::Expr *Init, clang::QualType T, llvm::StringRef Name, clang::SourceLocation L,
                ir::Op **Out);
  void construct(const clang::CXXConstructExpr *E, const ir::Place &Dest);
  void copyArray(const clang::ArrayInitLoopExpr *E, const ir::Place &Dest);
  void constructElements(const clang::CXXConstructExpr *E, clang::QualType T, const ir::Place &At);
  void constructInherited(const clang::CXXInheritedCtorInitExpr *E, const ir::Place &Dest);
  void initFields(const clang::InitListExpr *E, const ir::Place &Dest);
  void initMember(const ir::Place &Dest, clang::QualType T, const clang::Expr *Init);
  bool hasEmptyState(clang::QualType T);
  const clang::CXXConstructorDecl *defaultConstructor(const clang::CXXRecordDecl *RD);
  ir::Op *constructVariable(const clang::CXXConstructExpr *E, clang::QualType T, llvm::StringRef Name,
                            clang::SourceLocation L);
  void makeBase(const clang::Expr *Init, clang::QualType Base, const ir::Place &Dest);
  void runConstructor(const clang::CXXConstructorDecl *CD, const ir::Place &Dest, clang::SourceLocation L);
  void beginEmpty(ir::Op &Var, const std::string &Empty);
  ir::Op *emptyVariable(llvm::StringRef Name, clang::QualType T, clang::SourceLocation L);
  bool isOnlyMoved(clang::QualType T); // (Moves.cpp)
  bool leavesContainers(clang::QualType T);
  void emptyParts(const ir::Place &P, clang::QualType T, clang::SourceLocation L);
  void keepCapacity(const clang::Expr *From, const ir::Place &To, const ir::Place &Source, clang::SourceLocation L);
  void leaveMoved(const clang::Expr *From, const ir::Place &P, clang::SourceLocation L);
  void moveRecord(const ir::Place &To, const ir::Place &From, clang::QualType T, clang::SourceLocation L, bool Fresh = false);
  void moveOptional(const ir::Place &To, const ir::Place &From, clang::QualType T, clang::SourceLocation L); // (Owners.cpp)
  static bool libraryOwned(clang::QualType T);
  ir::Op *initializerList(const clang::CXXStdInitializerListExpr *E, clang::QualType T, llvm::StringRef Name,
                          clang::SourceLocation L);
  bool libraryInit(const clang::Expr *Init, clang::QualType T, llvm::StringRef Name, clang::SourceLocation L,
                   ir::Op **Out);
  std::string listText(const clang::CXXStdInitializerListExpr *E, ir::Op &O);
  std::string operandText(const clang::Expr *A, ir::Op &O);

  // --- objects with nothing in them (Empty.cpp)
  struct BlankParts { std::string Make, End; bool Nonzero = false; };
  bool movesPlainly(const clang::CXXRecordDecl *RD);
  bool blankParts(clang::QualType T, const std::string &Object, BlankParts &Out);
  std::string emptyObject(clang::QualType T, bool *Nonzero = nullptr);
  std::string emptyArgument(clang::QualType T, llvm::Twine Where, clang::SourceLocation L);

  // --- copies (Copies.cpp)
  bool hasOwnCopies(clang::QualType T);
  bool copiesByCode(clang::QualType T);
  bool isPlainCopy(const clang::CXXMethodDecl *M);
  bool refusesCopy(clang::QualType T, clang::SourceLocation L);

  // --- objects in storage (Lifetimes.cpp)
  bool bindsReferences(clang::QualType T);
  bool ownsResources(clang::QualType T);
  bool holdsLambdas(clang::QualType T);
  bool pointsToReals(clang::QualType T);
  bool needsStorage(clang::QualType T);
  bool madeWhole(clang::QualType T);
  bool endsWithScope(clang::QualType T);
  bool needsDestruction(clang::QualType T);
  bool inStorage(const ir::Place &P) const;
  ir::Op *storageVariable(llvm::StringRef Name, clang::QualType T, clang::SourceLocation L);
  ir::Op *storedObject(const clang::Expr *E, clang::QualType T, llvm::StringRef Name, clang::SourceLocation L);
  static const clang::CallExpr *madeByCall(const clang::Expr *E);
  void makeIn(const clang::Expr *E, const ir::Place &At, clang::QualType T);
  bool onlyReleases(clang::QualType T);
  void takeResult(const ir::Place &At, const LValue &Result, clang::QualType T, clang::SourceLocation L);
  void copyConstruct(const ir::Place &At, const LValue &From, clang::QualType T, clang::SourceLocation L, bool Kept = false);
  void constructFrom(const clang::CXXConstructorDecl &Constructor, const ir::Place &At, const LValue &From, clang::SourceLocation L);
  void copyElements(const ir::Place &To, const ir::Place &From, clang::QualType T, bool Kept, clang::SourceLocation L);
  void bindMember(const ir::Place &Object, const clang::FieldDecl *FD, const clang::Expr *Init);
  void beginMember(const ir::Place &P, clang::SourceLocation L);
  void destroy(const ir::Place &P, clang::QualType T, clang::SourceLocation L);
  void endMember(const ir::Place &P, clang::SourceLocation L);
  ir::Value *newStorage(clang::QualType T, clang::SourceLocation L);
  void deleteStorage(ir::Value *P, clang::SourceLocation L);
  ir::Value *newObject(const clang::CXXNewExpr *E);
  void deleteObject(ir::Value *P, clang::QualType T, const clang::CXXDeleteExpr *E);
  void runDestructor(const clang::CXXDestructorDecl *D, const ir::Place &P);
  void endLifetimes(size_t Mark, const ir::Op *But, clang::SourceLocation L);
  bool release(const ir::Op *Var, clang::QualType &T);

  // --- calls (Calls.cpp)
  struct CallResult { ir::Value *V = nullptr; LValue LV; bool IsLV = false; std::shared_ptr<Closure> C; };
  CallResult call(const clang::Expr *E, const ir::Place *Dest);
  struct Callable {
    const clang::FunctionDecl *FD = nullptr;
    const clang::Expr *Object = nullptr; ///< of a method, glvalue or (Arrow) pointer
    bool Arrow = false;
    bool Qualified = false;              ///< S::f(): not a virtual call
    llvm::SmallVector<const clang::Expr *, 6> Args;
    std::shared_ptr<Closure> C;
    ir::Value *Target = nullptr; ///< of a call through a pointer
  };
  bool callable(const clang::Expr *E, Callable &Out);
  CallResult dispatch(const clang::Expr *E, Callable &Call, const ir::Place *Dest);
  bool indirectCall(const clang::Expr *E, Callable &Call, CallResult &R);
  bool memberPointerCall(const clang::CallExpr *C, CallResult &R);
  bool virtualCall(const clang::Expr *E, Callable &Call, const ir::Place *Dest, CallResult &R);
  const clang::FunctionDecl *definition(const clang::FunctionDecl *FD);
  /// What a function's body calls.
  struct Callees {
    llvm::SmallVector<const clang::FunctionDecl *, 16> Functions;
    bool Large = false; ///< too large to inline
  };
  const Callees &calleesOf(const clang::FunctionDecl *Definition);
  bool isRecursive(const clang::FunctionDecl *FD);
  static const clang::ReturnStmt *singleReturn(const clang::FunctionDecl *FD);
  static bool isValueLibraryFunction(const clang::FunctionDecl *FD);
  bool shouldInline(const clang::FunctionDecl *FD);
  bool carriesReals(const clang::VarDecl *VD, const GlobalUses &All);
  const clang::VarDecl *sharedGlobal(const clang::FunctionDecl *FD);
  bool refusesSharedGlobal(const clang::FunctionDecl *FD, clang::SourceLocation L);
  void refusesKernelState(const clang::FunctionDecl *FD, clang::SourceLocation L);
  bool policyChangesOutside(const clang::CXXRecordDecl *RD);
  bool comparisonChangesOutside(const clang::CXXRecordDecl *RD);
  const char *hiddenByClass(const clang::CXXRecordDecl *RD);
  std::pair<const clang::CXXRecordDecl *, const char *> hiddenIn(clang::QualType T);
  void refusesMoved(const clang::FunctionDecl *FD);
  void refusesHidden(clang::QualType T, clang::SourceLocation L);
  bool changesOutside(const clang::FunctionDecl *FD);
  bool refusesHiddenChange(const clang::FunctionDecl *FD, clang::SourceLocation L);
  const GlobalUses &globalsOf(const clang::FunctionDecl *FD);
  const clang::FunctionDecl *rootFunction() const;
  void walkReachable(NodeVisitor &V, const clang::FunctionDecl *FD);
  bool defaultUsesGlobals(clang::QualType T);
  CallResult inlineOn(const clang::Expr *E, Callable &Call, const ir::Place &Self);
  CallResult alternatives(const clang::Expr *E, clang::QualType RT, unsigned N,
                          llvm::function_ref<ir::Value *(unsigned)> Test, llvm::function_ref<CallResult(unsigned)> Run);
  void inlineConstructor(const clang::CXXConstructorDecl *CD, const ir::Place &Dest,
                         llvm::ArrayRef<const clang::Expr *> Args);
  CallResult inlineCall(const clang::Expr *E, Callable &Call, const ir::Place *Dest);
  CallResult plainCall(const clang::Expr *E, Callable &Call, const ir::Place *Dest);
  CallResult inactiveCall(const clang::Expr *E, Callable &Call, const ir::Place *Dest);
  void bindParameters(const clang::FunctionDecl *FD, llvm::ArrayRef<const clang::Expr *> Args);
  ir::Arg argument(const clang::Expr *E, clang::QualType ParamTy);
  bool touchesReals(const Callable &Call, const clang::Expr *E);
  std::shared_ptr<Closure> closureAround(const clang::MemberExpr *M);
  std::shared_ptr<Closure> closureObject(const clang::Expr *E);
  std::shared_ptr<Closure> closureOfParts(const clang::InitListExpr *E);
  std::shared_ptr<Closure> closure(const clang::Expr *E);
  LValue ownCapture(const clang::VarDecl *VD, clang::SourceLocation L);
  bool refusesCopy(const clang::Expr *E, const Closure &C);
  std::shared_ptr<Closure> closureOfLambda(const clang::LambdaExpr *E);
  static bool isClosureType(clang::QualType T);
  std::shared_ptr<Closure> targetOf(const clang::Expr *E);
  bool erasedCall(const clang::Expr *E, Callable &Call, CallResult &R);

  // --- closures as objects (Functions.cpp)
  const clang::FieldDecl *captureField(const clang::ValueDecl *D) const;
  void makeClosure(const clang::LambdaExpr *E, const ir::Place &At);
  bool eraseInto(const ir::Place &Function, const clang::Expr *E);
  bool functionInit(const clang::CXXConstructExpr *C, clang::QualType T, llvm::StringRef Name, clang::SourceLocation L,
                    ir::Op **Out);
  bool mayComeFromOutside(const ir::Place &Held);
  bool mayBeMade(const clang::CXXRecordDecl *Lambda);
  llvm::SmallVector<clang::QualType, 8> targetTypes(const clang::CXXRecordDecl *Function);
  const clang::FunctionDecl *operatorFor(clang::QualType Object, const clang::FunctionProtoType *Signature);
  bool callHeld(const clang::Expr *E, Callable &Call, CallResult &R);
  bool functionCall(const clang::Expr *E, Callable &Call, CallResult &R);
  bool isStorage(const ir::Place &P) const { return P.BaseVar && P.Operands.empty() && P.BaseVar->Parent == Cur; }
  std::shared_ptr<Closure> storedClosure(const ir::Place &P) const;
  bool isEmptyFunction(const ir::Place &P) const;
  void storeClosure(const ir::Place &P, std::shared_ptr<Closure> C, clang::SourceLocation L);
  void copyClosures(const ir::Place &To, const ir::Place &From, clang::SourceLocation L);
  bool holdsClosures(const ir::Place &P) const;
  std::shared_ptr<Closure> closureOfWrapper(const clang::CXXConstructExpr *E);
  LValue object(const Callable &Call);
  CallResult finish(ir::Value *V) { CallResult R; R.V = V; return R; }
  CallResult finish(LValue LV) { CallResult R; R.LV = std::move(LV); R.IsLV = true; return R; }

  // --- CUDA (Cuda.cpp)
  CallResult launch(const clang::CUDAKernelCallExpr *E);
  std::string extent(const clang::Expr *E, ir::Op &O);
  void shapeParameter();
  ir::Value *threadIndex(const clang::Expr *E);
  bool amongThreads(const clang::Expr *E, Callable &Call, CallResult &R);
  void deviceAllocation(const clang::CallExpr *E, const clang::Expr *Target); // (CudaMemory.cpp)
  bool deviceMemoryCall(const clang::Expr *E, Callable &Call, CallResult &R);
  bool deviceVariable(const clang::VarDecl *VD, clang::SourceLocation L);

  // --- library (Library.cpp): true when the call was handled
  bool isMathLibrary(const clang::FunctionDecl *FD);
  bool isKnownMath(const clang::FunctionDecl *FD);
  bool mathCall(const clang::Expr *E, Callable &Call, CallResult &R);
  bool outputCall(const clang::Expr *E, Callable &Call, CallResult &R); ///< modf, sincos, ... (MathOutputs.cpp)
  ir::Value *iteratorAddress(const clang::Expr *E); // (Algorithms.cpp)
  const clang::FunctionDecl *callOperatorFor(clang::QualType Object, llvm::ArrayRef<clang::QualType> Args);
  LValue operandFor(const clang::ParmVarDecl *P, const LValue &Operand, clang::QualType T, clang::SourceLocation L);
  ir::Value *comesBefore(const clang::Expr *Compare, const ir::Place &A, const ir::Place &B, clang::QualType T,
                         clang::SourceLocation L);
  bool sortCall(const clang::Expr *E, Callable &Call, CallResult &R);
  ir::Value *newElements(clang::QualType T, ir::Value *Count, clang::SourceLocation L);
  void deleteElements(ir::Value *P, clang::QualType T, clang::SourceLocation L);
  void moveInOrder(llvm::function_ref<ir::Place(ir::Value *)> At, ir::Value *Count, const ir::Place &Order,
                   clang::QualType T, clang::SourceLocation L);
  bool sequenceCall(const clang::Expr *E, Callable &Call, const ir::Place *Dest, CallResult &R);
  void countedLoop(ir::Value *N, llvm::function_ref<void(ir::Value *)> Body, clang::SourceLocation L,
                   llvm::ArrayRef<Key> Carried = {});
  void copyElement(const ir::Place &To, const ir::Place &From, clang::SourceLocation L);
  bool libraryCall(const clang::Expr *E, Callable &Call, const ir::Place *Dest, CallResult &R);
  bool allocation(const clang::CallExpr *E, Callable &Call, clang::QualType T, CallResult &R);
  bool memoryCall(const clang::Expr *E, Callable &Call, CallResult &R);
  static void allocates(ir::Op &O, llvm::Twine Release) {
    O.Allocates = true;
    O.ReverseText = Release.str();
  }
  ir::Op *shadowCall(llvm::Twine Text, llvm::ArrayRef<ir::Arg> Args, clang::SourceLocation L);
  void fillElement(const ir::Place &At, clang::QualType T, const clang::Expr *E);
  bool elementCall(const clang::Expr *E, Callable &Call, CallResult &R);
  bool shapeCall(const clang::Expr *E, Callable &Call, CallResult &R); // (Shapes.cpp)
  struct NewElement { ir::Value *V = nullptr; ir::Op *Object = nullptr; };
  NewElement newElement(clang::QualType T, llvm::ArrayRef<const clang::Expr *> Args, clang::SourceLocation L);
  void addElement(const ir::Place &Obj, clang::QualType T, NewElement N, llvm::StringRef Where, llvm::StringRef Insert,
                  const ir::Place &At, ir::Value *Index, clang::SourceLocation L);
  ir::Op *shapeOp(llvm::Twine Text, llvm::Twine Sweep, llvm::Twine Reverse, llvm::ArrayRef<ir::Arg> Args,
                  clang::SourceLocation L);
  bool insertCall(const clang::Expr *E, Callable &Call, clang::QualType T, CallResult &R);
  static const clang::InitListExpr *bracedList(const clang::Expr *E);
  ir::Op *givenElements(llvm::ArrayRef<const clang::Expr *> Args, clang::QualType Container, clang::SourceLocation L);
  bool insertMany(const clang::Expr *E, Callable &Call, clang::QualType T, const ir::Place &Obj, CallResult &R);
  bool resizeCall(const clang::Expr *E, Callable &Call, clang::QualType T, CallResult &R);
  void fillElements(const ir::Place &Obj, clang::QualType T, ir::Value *First, ir::Value *Count, NewElement V,
                    clang::SourceLocation L);
  struct KeyArg { ir::Arg A; std::string Text = "$1"; }; // (Maps.cpp)
  KeyArg keyArg(const clang::Expr *E, clang::QualType Key);
  KeyArg keyAt(const ir::Place &P, clang::SourceLocation L);
  KeyArg ownKey(const KeyArg &K, clang::QualType Key, clang::SourceLocation L);
  ir::Place elementOf(const ir::Place &Map, const KeyArg &K, clang::QualType T, clang::SourceLocation L);
  void insertKey(const ir::Place &Map, const KeyArg &K, clang::QualType T, clang::SourceLocation L);
  void putElement(const ir::Place &At, NewElement N, clang::SourceLocation L);
  ir::Value *insertPair(const ir::Place &Map, const KeyArg &K, NewElement N, clang::QualType T, bool Always,
                        clang::SourceLocation L);
  void splitPair(const ir::Place &Pair, KeyArg &K, NewElement &N, clang::SourceLocation L);
  void addToList(const ir::Place &Obj, clang::QualType T, const clang::Expr *E, clang::SourceLocation L);
  bool mapCall(const clang::Expr *E, Callable &Call, CallResult &R);
  void giveValue(const ir::Place &Optional, clang::QualType T, NewElement N, clang::SourceLocation L); // (Owners.cpp)
  bool optionalCall(const clang::Expr *E, Callable &Call, CallResult &R);
  ir::Value *makeObject(clang::QualType T, llvm::ArrayRef<const clang::Expr *> Args, clang::SourceLocation L);
  const clang::CXXConstructExpr *constructed(clang::QualType T, llvm::ArrayRef<const clang::Expr *> Args);
  bool hasDefault(clang::QualType T);
  std::string emptyElements(llvm::StringRef Count, clang::QualType Element, clang::SourceLocation L);
  const clang::Expr *evaluated(const clang::Expr *E);
  llvm::SmallVector<const clang::Expr *, 4> evaluated(llvm::ArrayRef<const clang::Expr *> Args);
  void adopt(const ir::Place &Owner, ir::Value *P, clang::SourceLocation L);
  void takeFrom(const ir::Place &To, const ir::Place &From, clang::SourceLocation L);
  void swapObjects(const ir::Place &A, const ir::Place &B, clang::SourceLocation L);
  bool ownerCall(const clang::Expr *E, Callable &Call, CallResult &R);
  bool ownerInit(const clang::CXXConstructExpr *E, clang::QualType T, llvm::StringRef Name, clang::SourceLocation L,
                 ir::Op **Out);
  bool variantInit(const clang::CXXConstructExpr *E, clang::QualType T, llvm::StringRef Name, clang::SourceLocation L,
                   ir::Op **Out);
  int inPlace(clang::QualType Variant, clang::QualType T);
  int alternativeOf(clang::QualType Variant, clang::QualType T);
  bool variantMember(const clang::Expr *E, const clang::CXXMethodDecl &M, Callable &Call, CallResult &R);
  bool variantCall(const clang::Expr *E, Callable &Call, CallResult &R);
  bool visitCall(const clang::Expr *E, Callable &Call, CallResult &R);
  bool tieCall(const clang::Expr *E, Callable &Call, CallResult &R);
  static clang::QualType tupleElement(clang::QualType T, unsigned I);
  bool valarrayTree(const clang::Expr *E, clang::QualType T, ValarrayTree &Out, ir::Place &Shape); // (Valarrays.cpp)
  ir::Value *valarrayElement(const ValarrayTree &Tree, clang::QualType T, ir::Value *I, clang::SourceLocation L);
  bool valarrayInit(const clang::Expr *E, clang::QualType T, llvm::StringRef Name, clang::SourceLocation L, ir::Op **Out);
  bool valarrayCall(const clang::Expr *E, Callable &Call, CallResult &R);
  ir::Value *sizeOf(const ir::Place &P, clang::SourceLocation L);
  ir::Value *indexOf(const ir::Place &Container, const clang::Expr *Iterator, clang::SourceLocation L);
  CallResult iteratorResult(const clang::Expr *E, const ir::Place &Obj, clang::QualType T, ir::Value *Index,
                            clang::SourceLocation L);
  bool listAssigned(Callable &Call, CallResult &R);
  bool navigationCall(const clang::Expr *E, Callable &Call, CallResult &R);
  void convertElement(const ir::Place &To, clang::QualType T, const ir::Place &From, clang::QualType FromT, clang::SourceLocation L);
  ir::Op *fromRange(llvm::ArrayRef<const clang::Expr *> Args, clang::QualType T, llvm::StringRef Name, clang::SourceLocation L);
  ir::Value *constantKey(ir::Value *V, clang::SourceLocation L);
  bool makeInto(const ir::Place &At, clang::QualType T, llvm::ArrayRef<const clang::Expr *> Args);
  bool elementsInto(const ir::Place &At, clang::QualType T, llvm::ArrayRef<const clang::Expr *> Args);
  struct Parts { ir::Value *Re = nullptr, *Im = nullptr; }; ///< of a complex number; Im null: a real one
  ir::Place complexPart(const ir::Place &Z, clang::QualType Part, int I);
  Parts parts(const clang::Expr *E, clang::QualType Part);
  CallResult complexResult(Parts P, clang::QualType T, clang::SourceLocation L);
  bool complexInit(const clang::CXXConstructExpr *E, clang::QualType T, llvm::StringRef Name, clang::SourceLocation L,
                   ir::Op **Out);
  Parts complexArithmetic(clang::OverloadedOperatorKind Op, Parts A, Parts B, clang::QualType Part,
                          clang::SourceLocation L);
  bool complexCall(const clang::Expr *E, Callable &Call, CallResult &R);
  bool containerCall(const clang::Expr *E, Callable &Call, const ir::Place *Dest, CallResult &R);

  bool tapeCall(const clang::Expr *E, Callable &Call, CallResult &R); // TapeRule.cpp

  // --- Arrays: expressions (Arrays.cpp)
  bool arrayCall(const clang::Expr *E, Callable &Call, CallResult &R);
  std::unique_ptr<LazyTree> lazyTree(const clang::Expr *E);
  std::unique_ptr<LazyTree> partsTree(const clang::Expr *E);
  static const clang::CXXRecordDecl *lazyFunctionObject(clang::QualType T);
  static clang::QualType elementOf(clang::QualType T);
  static clang::QualType arrayOfLazy(clang::QualType T);

  // --- Arrays: scalar functions (Kernels.cpp)
  struct Kernel;
  /// What a leaf of a tree is inside the scalar function; of objects, the address of one.
  using LeafValue = llvm::function_ref<ir::Value *(ir::Value *)>;
  ir::Value *vectorValue(const clang::Expr *E);
  ir::Value *fuse(std::unique_ptr<LazyTree> T, clang::QualType Result, clang::SourceLocation L);
  ir::Value *scalarNode(LazyTree &T, LeafValue Leaf);
  ir::Value *scalarRow(LazyTree &T, LeafValue Leaf);
  LValue scalarElement(LazyTree &T, LeafValue Leaf);
  LValue scalarCall(LazyTree &T, LeafValue Leaf);
  LValue callElements(const clang::FunctionDecl *FD, llvm::ArrayRef<LValue> Args);
  LValue inlineResult(const clang::FunctionDecl *FD, llvm::ArrayRef<LValue> Args, std::shared_ptr<Closure> C,
                      const ir::Place *Self = nullptr);
  ir::Value *inlineOperands(const clang::FunctionDecl *FD, llvm::ArrayRef<LValue> Args, std::shared_ptr<Closure> C,
                            const ir::Place *Self = nullptr);
  void bindOperand(const clang::ParmVarDecl *P, const LValue &Operand);
  bool isObject(clang::QualType T);
  llvm::SmallVector<std::pair<ir::Place, clang::QualType>, 8> partsOf(const ir::Place &Object, clang::QualType T,
                                                                      clang::SourceLocation L);
  LValue objectOf(llvm::ArrayRef<ir::Value *> Parts, clang::QualType T);

  // --- what derivatives of array programs call, for higher orders (Derived.cpp)
  bool shapeOfShadow(Callable &Call, CallResult &R);
  bool storageCall(llvm::StringRef N, Callable &Call, CallResult &R);
  bool derivedCall(Callable &Call, CallResult &R);
  bool capturedArrayCall(Callable &Call, CallResult &R);
  bool isHintInRule(const clang::CXXMethodDecl *M);
  ir::Value *helperCall(llvm::Twine Name, llvm::ArrayRef<ir::Arg> Args, const ir::Type *Ty, clang::SourceLocation L);
  void accumulateInto(const LValue &Into, ir::Value *V, clang::SourceLocation L);
  ir::Value *kernelRun(Callable &Call);
  ir::Value *kernelStore(Callable &Call);
  struct KernelPull {
    const clang::Expr *Functor = nullptr, *Seed = nullptr;
    llvm::SmallVector<std::pair<const clang::Expr *, const clang::Expr *>, 8> Operands; ///< and their shadows, or null
  };
  void pullKernel(const KernelPull &P);
  void kernelPull(Callable &Call);
  void kernelPulls(Callable &Call);
  void kernelPullStored(Callable &Call);
  ir::Value *shapedBy(ir::Value *Seed, llvm::ArrayRef<ir::Value *> Operands, clang::SourceLocation L);
  void addCotangent(const LValue &Shadow, ir::Value *All, const LazyTree &Operand, clang::QualType T, clang::SourceLocation L);

  LowerContext &Ctx;
  ir::Function &F;
  ir::Region *Cur = nullptr;
  Env Vars;                                              ///< SSA variables
  llvm::SmallPtrSet<Key, 8> *DeclaredInside = nullptr;   ///< variables of functions that a constructor calls go here
  llvm::SmallPtrSet<Key, 32> Declared;                   ///< in scope, perhaps not yet written
  llvm::DenseMap<Key, const ir::Type *> VarTypes;
  llvm::DenseMap<Key, std::string> VarNames;
  llvm::DenseMap<const clang::ValueDecl *, LValue> Bound; ///< memory variables, references, bindings
  llvm::DenseMap<const clang::ValueDecl *, std::shared_ptr<Closure>> Closures;
  llvm::DenseMap<const ir::Value *, const clang::FunctionDecl *> KnownFunctions; ///< of function pointer constants
  llvm::DenseMap<const ir::Value *, ir::Value *> Untyped; ///< of void pointers: the pointer that each was made of
  llvm::SmallPtrSet<const clang::VarDecl *, 16> InMemory; ///< locals whose address matters
  llvm::SmallPtrSet<const clang::FunctionDecl *, 16> Scanned;
  llvm::DenseMap<const clang::FunctionDecl *, bool> InlineCache;
  std::map<const clang::FunctionDecl *, Callees> CalleeCache;
  llvm::DenseMap<const clang::RecordDecl *, const clang::FieldDecl *> UnionMember;
  llvm::DenseMap<const clang::ValueDecl *, ir::Value *> CapturedArrays; ///< of a kernel's lambda, read by index
  llvm::DenseMap<const clang::Expr *, LValue> Evaluated;  ///< what stands for an argument that is used twice
  std::deque<char> Slots;                                 ///< keys of temporaries
  llvm::SmallVector<std::pair<Key, ir::Op *>, 4> Spilled;          ///< variables lent to a call as memory, read back after it
  std::vector<std::unique_ptr<ir::Region>> Trials;        ///< lowered to look at only
  llvm::DenseMap<const clang::Stmt *, int> Checkpoints;   ///< loops with [[mixedad::checkpoint]]
  llvm::DenseMap<const clang::Stmt *, std::vector<DataSharing>> Worksharing; ///< loops of OpenMP directives
  llvm::SmallSetVector<const clang::VarDecl *, 8> ThreadsOwn; ///< variables that each thread of a parallel region has
  unsigned ParallelDepth = 0;
  struct Undetermined { clang::SourceLocation At; std::string What; };
  std::map<const ir::Op *, Undetermined> UndeterminedValues;
  std::set<std::string> Names;                            ///< of operations of reductions
  Frame *Fr = nullptr;
  unsigned InlineDepth = 0, OpCount = 0;
  bool InExpression = false;   ///< regions are branches of an expression
  bool InBase = false;         ///< a constructor runs for the base part of an object
  std::map<std::pair<const ir::Op *, std::string>, std::shared_ptr<Closure>> StoredClosures; ///< by place, see Closures.cpp
  struct Cleanup { ir::Op *Var; clang::QualType T; };
  std::vector<Cleanup> Cleanups;         ///< objects in storage whose lifetime ends with a scope, oldest first
  ir::Place Making;                      ///< storage that a constructor is being lowered onto
  llvm::DenseMap<const clang::CXXRecordDecl *, bool> StorageCache, DefaultsCache, OwnCopies, CodeCopies, OnlyMoved;
  llvm::DenseMap<const clang::CXXRecordDecl *, std::pair<const clang::CXXRecordDecl *, const char *>> HiddenCache;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<GlobalUses>> GlobalsCache;
  /// The innermost call in code that is not the library's, and what it calls: where a refusal inside the library is shown.
  struct CallSite { clang::SourceLocation At; const clang::NamedDecl *Callee = nullptr; };
  CallSite Site;
  CallSite siteOf(clang::SourceLocation L, const clang::NamedDecl *Callee) const;
  llvm::SmallPtrSet<Key, 4> InactiveLocals;              ///< variables with [[mixedad::inactive]]
  bool Failed = false;
  const bool Objects;
  bool InHeld = false;         ///< what a std::function holds is being inlined
  const clang::Expr *Discarded = nullptr;                 ///< the call whose result nobody uses

  void scan(const clang::FunctionDecl *FD);
};

} // namespace mixedad
#endif
