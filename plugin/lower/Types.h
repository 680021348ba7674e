//===- Types.h - from Clang types to what differentiation needs to know ---===//
//
// Decides, once per type, whether its values are inactive, real, pointers to memory that may hold reals, Arrays
// (vector-space values) or records. Every later stage trusts this classification; a type that is wrongly called
// inactive would be a silent zero, so whatever is unknown counts as a record.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_LOWER_TYPES_H
#define MIXEDAD_LOWER_TYPES_H

#include "ir/IR.h"
#include "Compat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Type.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <deque>
#include <functional>
#include <map>

namespace mixedad {

class TypeTable {
public:
  TypeTable(clang::ASTContext &C, std::function<std::string(clang::QualType)> Spell)
      : Ctx(C), Spell(std::move(Spell)) {}

  /// The record for T without reference and qualifiers.
  const ir::Type *get(clang::QualType T);
  /// Pointer to T (what a reference to T is in the IR).
  const ir::Type *pointerTo(clang::QualType T);
  const ir::Type *pointerTo(const ir::Type *T) { return pointerTo(ClangTypes.lookup(T)); }
  clang::QualType clangType(const ir::Type *T) const { return ClangTypes.lookup(T); }
  const ir::Type *voidType() { return get(Ctx.VoidTy); }
  const ir::Type *boolType() { return get(Ctx.BoolTy); }

  /// Whether an object of this type, or memory that it points to, may hold reals.
  bool mayHoldReals(clang::QualType T);
  /// Whether who has an object of this type, even a const one, can write reals through it, or run code that does: views,
  /// iterators, closures.
  bool reachesMutableReals(clang::QualType T);
  /// A copy of an object of this type shares no memory with it.
  bool copiesShareNothing(clang::QualType T);
  /// Pointers in an object of this type, or in what it owns, lead to memory that holds reals.
  bool leadsElsewhere(clang::QualType T);
  /// An object of this type refers to memory otherwise than by pointers: views, iterators, reference members.
  bool refersElsewhere(clang::QualType T);
  /// An object of this type has a union in it that may hold reals: which member is used is not known.
  bool holdsUnion(clang::QualType T);
  /// An object of this type owns memory of which its type does not tell the size: an array, or an object of some class
  /// that is derived from the one that it knows.
  bool ownsUnknownSize(clang::QualType T);
  /// The real type that objects of this type are made of, and of nothing else; null when there is more than that.
  clang::QualType onlyScalar(clang::QualType T);
  /// mixedad::Array, whatever its element.
  static bool isArrayClass(clang::QualType T);
  /// mixedad's lazy broadcast expressions.
  static bool isLazyClass(clang::QualType T);
  /// std::function and the like: what it holds is not visible in its type.
  static bool isTypeErased(clang::QualType T);

  /// Bytes for an object of type T that operations make and destroy, and what such bytes are for; null otherwise.
  const ir::Type *storage(clang::QualType T);
  const ir::Type *storedIn(const ir::Type *Bytes) const { return Stored.lookup(Bytes); }

  /// An array of elements T whose length is known at run time.
  const ir::Type *runtimeArray(clang::QualType T);
  /// A class of mixedad's own that holds no reals and that programs do not mention.
  const ir::Type *helper(llvm::StringRef Spelling);
  /// An inactive object whose destructor runs where its scope ends.
  const ir::Type *scoped(clang::QualType T);
  /// A type whose values are spelled like those of T and carry no derivative.
  const ir::Type *inactive(const ir::Type *T);

  clang::ASTContext &context() { return Ctx; }

  /// Whether objects of a class can be copied, by a constructor and by assignment.
  std::function<bool(const clang::CXXRecordDecl *)> CanBeCopied;

private:
  bool derivedHoldsReals(const clang::CXXRecordDecl *Base);
  bool recordHoldsReals(const clang::CXXRecordDecl *RD);
  bool setsReals(clang::QualType T) const;
  bool isPureReal(clang::QualType T);
  bool addLeaves(clang::QualType T, const std::string &Place, std::vector<ir::Leaf> &Out);
  ir::TypeClass classify(clang::QualType T);

  clang::ASTContext &Ctx;
  std::function<std::string(clang::QualType)> Spell;
  llvm::DenseMap<clang::QualType, const ir::Type *> Known;
  llvm::DenseMap<const ir::Type *, clang::QualType> ClangTypes;
  llvm::DenseMap<const clang::CXXRecordDecl *, bool> Records, Reaching, Sharing;
  llvm::SmallPtrSet<const clang::CXXRecordDecl *, 8> Entered; ///< by leadsElsewhere, which may come back to them
  llvm::SmallVector<const clang::CXXRecordDecl *, 16> Looking; ///< classes looked at since the outermost question
  llvm::DenseMap<const ir::Type *, const ir::Type *> Storages, Stored, Inactives, Scopeds, RuntimeArrays;
  std::map<std::string, const ir::Type *, std::less<>> Helpers;
  std::deque<ir::Type> Storage;
};

/// The class of objects of type T, or of an array's elements; null for other types, and where it is not defined.
const clang::CXXRecordDecl *classIn(clang::ASTContext &Ast, clang::QualType T);
/// References to this class may refer to objects of derived classes, which its virtual functions tell.
bool isOpenClass(clang::QualType T);
/// Of MixedAD's headers.
bool isOwn(const clang::Decl *D);
/// Whether the class (or the primary template that it comes from) is `Namespace::Name`.
bool isClassNamed(clang::QualType T, llvm::StringRef Namespace, llvm::StringRef Name);
/// The types among the arguments of a class template's specialization, packs spread out; none for other types.
llvm::SmallVector<clang::QualType, 4> typeArguments(clang::QualType T);

} // namespace mixedad
#endif
