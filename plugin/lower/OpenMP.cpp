//===- OpenMP.cpp - directives: what one of the allowed executions does ---===//
//
// A construct that shares out iterations gives the same result with any number of threads and in any order, or its
// result is not specified. So its meaning here is one execution that OpenMP allows: the iterations in order, each as
// by a thread of its own, with fresh copies of what is private. Both sweeps are then sequential and have no races.
//
// What no single execution can stand for is refused: values that depend on the thread (a private variable that is
// read before the iteration has written it, omp_get_thread_num), and statements of a parallel region that every
// thread runs once.
//
//===----------------------------------------------------------------------===//
#include "lower/OpenMP.h"
#include "lower/Lowerer.h"
#include "ir/Walk.h"

using namespace clang;
using namespace llvm::omp;

namespace mixedad {

static const char *const WriteItSequentially =
    "take the directive out of the differentiated code, or put the code into a function of its own and give that a "
    "derivative with [[mixedad::derivative_of]]";

static std::string nameOf(const OMPExecutableDirective *D) {
  return "'#pragma omp " + compat::directiveName(D->getDirectiveKind()).str() + "'";
}

static const VarDecl *variableOf(const Expr *E) {
  const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *D = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  return D && !isa<OMPCapturedExprDecl>(D) ? D : nullptr;
}

bool dependsOnThread(const FunctionDecl *FD) {
  if (!FD->getIdentifier() || !FD->isExternC())
    return false;
  for (const char *Name : {"omp_get_thread_num", "omp_get_num_threads", "omp_get_ancestor_thread_num", "omp_get_team_size",
                           "omp_get_team_num", "omp_get_num_teams", "omp_in_parallel", "omp_get_level",
                           "omp_get_active_level", "omp_get_place_num"})
    if (FD->getName() == Name)
      return true;
  return false;
}

/// A value that depends on which thread runs what; reading it is an error.
ir::Value *Lowerer::undetermined(const ir::Type *T, SourceLocation L, llvm::Twine What) {
  ir::Value *V = constant("$T()", T);
  UndeterminedValues[V->Def] = {L, What.str()};
  return V;
}

bool Lowerer::readsUndetermined() {
  const Undetermined *Found = nullptr;
  if (!UndeterminedValues.empty())
    ir::forEachOp(F.Body, [&](const ir::Op &O) {
      auto It = UndeterminedValues.find(&O);
      if (It != UndeterminedValues.end() && !Found)
        Found = &It->second;
    });
  if (Found)
    refuse(Found->At, Found->What, "declare the variable in the loop, or write it in every iteration before it is read");
  return Found;
}

/// The clauses of D; what they say about variables in Out.
bool Lowerer::dataSharing(const OMPExecutableDirective *D, std::vector<DataSharing> &Out) {
  const Stmt *Body = D->hasAssociatedStmt() ? D->getRawStmt() : nullptr;
  auto Each = [&](auto *C, auto Copies, bool First, bool Last) {
    auto Copy = Copies.begin();
    for (const Expr *E : compat::variables(C)) {
      const VarDecl *V = variableOf(E);
      const VarDecl *Own = Copy != Copies.end() && *Copy ? variableOf(*Copy) : nullptr;
      if (Copy != Copies.end())
        ++Copy;
      if (!V) {
        refuse(E->getBeginLoc(), llvm::Twine("what is no variable in a clause of ") + nameOf(D), "use a local variable");
        return false;
      }
      QualType T = V->getType().getNonReferenceType();
      const bool Whole = T->isRecordType() || T->isArrayType();
      if (First && onlyRead(Body, V))
        continue; // the original's value in every iteration
      if (First && Whole) {
        refuse(E->getBeginLoc(), llvm::Twine("'") + V->getName() + "', which is firstprivate and not only read",
               "declare the variable in the loop and initialize it there");
        return false;
      }
      DataSharing *Entry = nullptr;
      for (DataSharing &S : Out)
        if (S.Var == V)
          Entry = &S;
      if (!Entry)
        Entry = &Out.emplace_back();
      Entry->Var = V;
      Entry->Copy = Own;
      Entry->Last |= Last;
      Entry->Where = E->getBeginLoc();
    }
    return true;
  };
  for (const OMPClause *C : D->clauses()) {
    bool Good = true;
    switch (C->getClauseKind()) {
    case OMPC_private: {
      const auto *P = cast<OMPPrivateClause>(C);
      Good = Each(P, P->private_copies(), false, false);
      break;
    }
    case OMPC_firstprivate: {
      const auto *P = cast<OMPFirstprivateClause>(C);
      Good = Each(P, P->private_copies(), true, false);
      break;
    }
    case OMPC_lastprivate: {
      const auto *P = cast<OMPLastprivateClause>(C);
      Good = Each(P, P->private_copies(), false, true);
      break;
    }
    case OMPC_reduction:
      Good = reductionClause(D, cast<OMPReductionClause>(C), Out);
      break;
    case OMPC_linear: // of a counter: nothing to say
      for (const Expr *E : compat::variables(cast<OMPLinearClause>(C))) {
        bool Counter = false;
        if (const auto *L = dyn_cast<OMPLoopDirective>(D))
          for (const Expr *I : L->counters())
            Counter |= variableOf(I) && variableOf(I) == variableOf(E);
        if (!Counter) {
          refuse(E->getBeginLoc(), llvm::Twine("the clause 'linear' of ") + nameOf(D) + " for what is no loop counter",
                 "compute the variable from the counter");
          Good = false;
        }
      }
      break;
    case OMPC_if: case OMPC_num_threads: case OMPC_schedule: case OMPC_collapse: case OMPC_default: case OMPC_shared:
    case OMPC_proc_bind: case OMPC_nowait: case OMPC_safelen: case OMPC_simdlen: case OMPC_aligned: case OMPC_nontemporal:
    case OMPC_order: case OMPC_ordered: case OMPC_hint: case OMPC_bind: case OMPC_full: case OMPC_partial:
    case OMPC_read: case OMPC_write: case OMPC_update: case OMPC_capture: case OMPC_compare: case OMPC_seq_cst:
    case OMPC_acq_rel: case OMPC_acquire: case OMPC_release: case OMPC_relaxed: case OMPC_weak: case OMPC_fail:
    case OMPC_threads: case OMPC_simd: case OMPC_filter:
      for (const Stmt *Sub : C->children())
        if (const auto *E = dyn_cast_or_null<Expr>(Sub); E && hasEffects(E)) {
          refuse(E->getBeginLoc(), llvm::Twine("an assignment in a clause of ") + nameOf(D), "assign before the directive");
          Good = false;
        }
      break;
    default:
      refuse(C->getBeginLoc(), llvm::Twine("the clause '") + getOpenMPClauseName(C->getClauseKind()) + "' of " + nameOf(D),
             WriteItSequentially);
      Good = false;
    }
    if (!Good)
      return false;
  }
  return true;
}

LValue Lowerer::privateCopy(const DataSharing &S, const LValue &Original) {
  QualType T = S.Var->getType().getNonReferenceType();
  const ir::Type *Ty = type(T);
  const bool Value = Ty->Class == ir::TypeClass::Vector || TypeTable::isLazyClass(T);
  if (!Value && (T->isRecordType() || T->isArrayType() || T->isAnyComplexType() || T->isVectorType())) {
    if (!S.Copy) {
      refuse(S.Where, llvm::Twine("the private object '") + S.Var->getName() + "'", "declare it in the loop");
      return Original;
    }
    varDecl(S.Copy);
    return variableRef(S.Copy, S.Where);
  }
  ir::Value *Begin = !S.Reduction.empty() ? constant(identityOf(S.Reduction), Ty)
                     : S.First            ? loadLV(Original, S.Where)
                                          : nullptr;
  LValue LV;
  if (InMemory.count(S.Var)) { // reading it before it was written is undefined for the thread's first iteration
    ir::Op *O = variable(S.Var->getName(), Ty, ir::InitKind::Zero, S.Where);
    LV.P = placeOf(O);
    if (Begin)
      store(LV.P, Begin, S.Where);
    return LV;
  }
  if (!Begin)
    Begin = undetermined(Ty, S.Where, llvm::Twine("'") + S.Var->getName() + "', of which each thread has its own copy and which may be read before it is written");
  LV = temporary(Begin, Ty);
  VarNames[LV.Var] = S.Var->getName().str();
  return LV;
}

namespace {
/// Lets a variable's name mean another one for a while.
class Renamed {
public:
  Renamed(llvm::DenseMap<const ValueDecl *, LValue> &Map, const VarDecl *D, const LValue &To) : Map(Map), D(D) {
    auto It = Map.find(D);
    if ((Had = It != Map.end()))
      Old = It->second;
    Map[D] = To;
  }
  void undo() {
    if (Had)
      Map[D] = Old;
    else
      Map.erase(D);
  }

private:
  llvm::DenseMap<const ValueDecl *, LValue> &Map;
  const VarDecl *D;
  LValue Old;
  bool Had;
};
} // namespace

/// Body with fresh copies of these variables, and what the originals get from them afterwards.
void Lowerer::withCopies(llvm::ArrayRef<DataSharing> Of, llvm::function_ref<void()> Body) {
  std::vector<Renamed> Names;
  std::vector<LValue> Originals, Copies;
  for (const DataSharing &S : Of) {
    if (S.Direct)
      continue;
    Originals.push_back(variableRef(S.Var, S.Where));
    Copies.push_back(privateCopy(S, Originals.back()));
  }
  size_t N = 0;
  for (const DataSharing &S : Of)
    if (!S.Direct) {
      const bool Captured = Fr->Self && Fr->Self->Captures.count(S.Var);
      Names.emplace_back(Captured ? Fr->Self->Captures : Bound, S.Var, Copies[N++]);
    }
  Body();
  while (!Names.empty()) {
    Names.back().undo();
    Names.pop_back();
  }
  N = 0;
  for (const DataSharing &S : Of) {
    if (S.Direct || Failed)
      continue;
    const LValue &Original = Originals[N], &Copy = Copies[N];
    ++N;
    QualType T = S.Var->getType().getNonReferenceType();
    if (!S.Reduction.empty()) {
      ir::Value *A = loadLV(Original, S.Where), *B = loadLV(Copy, S.Where);
      storeLV(Original, combine(S.Reduction, A, B, T, S.Where), S.Where);
    } else if (S.Last && !Copy.isVar() && (T->isRecordType() || T->isArrayType() || T->isAnyComplexType())) {
      copyRecord(Original.P, Copy.P, S.Where);
    } else if (S.Last) {
      storeLV(Original, loadLV(Copy, S.Where), S.Where);
    }
  }
}

/// One iteration of a loop, which may be one that a directive shares out.
void Lowerer::iteration(const Stmt *Loop, llvm::ArrayRef<const Stmt *> Body) {
  auto It = Worksharing.find(Loop);
  if (It == Worksharing.end())
    return stmts(Body);
  const std::vector<DataSharing> Own = It->second;
  withCopies(Own, [&] { stmts(Body); });
}

/// Which of the variables that each thread of the region has S assigns.
llvm::SmallVector<const VarDecl *, 4> Lowerer::ownAssigned(const Stmt *S) {
  llvm::SmallSetVector<Key, 8> Assigned;
  if (!ThreadsOwn.empty())
    collectAssigned(S, Assigned);
  llvm::SmallVector<const VarDecl *, 4> R;
  for (const VarDecl *D : ThreadsOwn)
    if (LValue LV = variableRef(D, D->getLocation()); LV.isVar() && Assigned.count(LV.Var))
      R.push_back(D);
  return R;
}

/// Afterwards a thread has in its own variables what it happened to run.
void Lowerer::forgetOwn(llvm::ArrayRef<const VarDecl *> Own, SourceLocation L) {
  for (const VarDecl *D : Own) {
    LValue LV = variableRef(D, L);
    storeLV(LV, undetermined(typeOf(LV), L, llvm::Twine("'") + D->getName() + "', of which each thread has its own copy and which is read after a loop that writes it"), L);
  }
}

void Lowerer::worksharingLoop(const OMPExecutableDirective *D) {
  std::vector<DataSharing> Own, Counters;
  if (!dataSharing(D, Own))
    return;
  const Stmt *Loop = D->getRawStmt();
  while (isa<OMPUnrollDirective, OMPCanonicalLoop, AttributedStmt>(Loop))
    Loop = isa<OMPUnrollDirective>(Loop)   ? cast<OMPUnrollDirective>(Loop)->getRawStmt()
           : isa<OMPCanonicalLoop>(Loop)   ? cast<OMPCanonicalLoop>(Loop)->getLoopStmt()
                                           : cast<AttributedStmt>(Loop)->getSubStmt();
  if (!isa<ForStmt, CXXForRangeStmt>(Loop)) {
    refuse(D->getBeginLoc(), llvm::Twine(nameOf(D)) + " before something else than a loop", WriteItSequentially);
    return;
  }
  auto Known = [&](const VarDecl *V) {
    for (const DataSharing &S : Own)
      if (S.Var == V)
        return true;
    return false;
  };
  llvm::SmallVector<const VarDecl *, 4> Theirs;
  for (const VarDecl *V : ownAssigned(Loop))
    if (!Known(V)) {
      Theirs.push_back(V);
      Own.push_back({V, nullptr, false, false, "", false, V->getLocation()});
    }
  // A counter that is declared before the loop is private to it; simd gives it its last value.
  if (!isOpenMPSimdDirective(D->getDirectiveKind()))
    for (const Expr *E : cast<OMPLoopDirective>(D)->counters())
      if (const VarDecl *V = variableOf(E); V && !declares(Loop, V))
        Counters.push_back({V, nullptr, false, false, "", false, E->getBeginLoc()});
  for (const DataSharing &S : Counters)
    llvm::erase_if(Own, [&](const DataSharing &O) { return O.Var == S.Var; });
  llvm::erase_if(Theirs, [&](const VarDecl *V) { return !Known(V); });
  llvm::SaveAndRestore<unsigned> Depth(ParallelDepth, ParallelDepth + 1);
  Worksharing[Loop] = Own;
  withCopies(Counters, [&] { stmt(Loop); });
  Worksharing.erase(Loop);
  forgetOwn(Theirs, D->getBeginLoc());
}

/// A block that one thread runs, or the sections that one each runs, in their order.
void Lowerer::oneThread(const OMPExecutableDirective *D) {
  std::vector<DataSharing> Own;
  if (!dataSharing(D, Own))
    return;
  const Stmt *S = D->getRawStmt();
  auto Theirs = ownAssigned(S);
  llvm::SaveAndRestore<unsigned> Depth(ParallelDepth, ParallelDepth + 1);
  withCopies(Own, [&] { stmt(S); });
  forgetOwn(Theirs, D->getBeginLoc());
}

/// Every thread runs the statements of the region. What is shared out among them runs once; what is not would run
/// once for each of an unknown number, so only the declarations of their own variables may stand there, and the sum
/// of such a variable over the threads.
void Lowerer::parallelRegion(const OMPExecutableDirective *D) {
  std::vector<DataSharing> Own;
  if (!dataSharing(D, Own))
    return;
  auto Saved = ThreadsOwn;
  ThreadsOwn.clear();
  for (const DataSharing &S : Own)
    if (S.Reduction.empty())
      ThreadsOwn.insert(S.Var);
    else if (!S.Direct) {
      refuse(S.Where, llvm::Twine("the use of '") + S.Var->getName() + "' in a region that reduces it",
             llvm::Twine("only update it with '") + S.Reduction + "'");
      return;
    }
  const Stmt *Body = D->getRawStmt();
  const std::vector<PartialSum> Sums = partialSums(Body);
  auto Combines = [&](const Stmt *S) {
    for (const PartialSum &P : Sums)
      if (llvm::is_contained(P.Combined, S))
        return true;
    return false;
  };
  auto IsSum = [&](const VarDecl *V) {
    return llvm::any_of(Sums, [&](const PartialSum &P) { return P.Var == V; });
  };
  auto Run = [&](const Stmt *S, auto &&Self) -> void {
    if (Failed || isa<NullStmt>(S))
      return;
    if (const auto *C = dyn_cast<CompoundStmt>(S)) {
      for (const Stmt *Sub : C->body())
        Self(Sub, Self);
      return;
    }
    if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
      for (const Decl *One : Decls->decls())
        if (const auto *V = dyn_cast<VarDecl>(One); V && V->hasLocalStorage()) {
          if (V->getInit() && changesThings(V->getInit())) {
            refuse(V->getLocation(), llvm::Twine("the initializer of '") + V->getName() + "', which every thread of " + nameOf(D) + " runs",
                   "use '#pragma omp parallel for', or initialize it in the loop");
            return;
          }
          if (!IsSum(V))
            ThreadsOwn.insert(V);
        }
      return stmt(S);
    }
    if (const auto *Inner = dyn_cast<OMPExecutableDirective>(S)) {
      switch (Inner->getDirectiveKind()) {
      case OMPD_for: case OMPD_for_simd: case OMPD_loop: case OMPD_single: case OMPD_master: case OMPD_masked:
      case OMPD_sections: case OMPD_barrier: case OMPD_flush:
        return directive(Inner);
      case OMPD_critical: case OMPD_atomic:
        if (Combines(Inner))
          return directive(Inner);
        break;
      default:
        break;
      }
    }
    refuse(S->getBeginLoc(), llvm::Twine("a statement that every thread of ") + nameOf(D) + " runs",
           "use '#pragma omp parallel for', or '#pragma omp single' for what runs once");
  };
  const size_t Mark = Cleanups.size();
  llvm::SaveAndRestore<unsigned> Depth(ParallelDepth, ParallelDepth + 1);
  withCopies(Own, [&] { Run(Body, Run); });
  endLifetimes(Mark, nullptr, Body->getEndLoc());
  ThreadsOwn = Saved;
}

ir::Value *Lowerer::refuseThread(SourceLocation L, const NamedDecl *By) {
  return refuse(L, llvm::Twine("a thread that is started by 'std::") + By->getName() + "'",
                "share out a loop with '#pragma omp parallel for', or start threads that each call a derivative");
}

void Lowerer::directive(const OMPExecutableDirective *D) {
  std::vector<DataSharing> Own;
  switch (D->getDirectiveKind()) {
  case OMPD_for: case OMPD_for_simd: case OMPD_simd: case OMPD_loop:
  case OMPD_parallel_for: case OMPD_parallel_for_simd: case OMPD_parallel_loop:
    return worksharingLoop(D);
  case OMPD_parallel:
    return parallelRegion(D);
  case OMPD_single: case OMPD_master: case OMPD_masked: case OMPD_sections: case OMPD_parallel_sections:
    return oneThread(D);
  case OMPD_critical: case OMPD_atomic: case OMPD_ordered: case OMPD_section: case OMPD_unroll: case OMPD_barrier:
  case OMPD_flush: // nothing to wait for, nobody to shut out
    if (D->hasAssociatedStmt() && dataSharing(D, Own))
      stmt(D->getRawStmt());
    return;
  default:
    refuse(D->getBeginLoc(), nameOf(D), WriteItSequentially);
  }
}

} // namespace mixedad
