//===- Injector.cpp - holding requests back, answering them ---------------===//
#include "inject/Injector.h"
#include "Compat.h"
#include "Diagnostics.h"
#include "inject/Attributes.h"
#include "inject/Exported.h"
#include "inject/Parse.h"
#include "inject/UserRules.h"
#include "inject/VectorForm.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace mixedad {

Injector::Injector(Sema &S, const Options &O)
    : S(S), Names(S), Spaces(S, Names), Dumped(O), Gen(createGenerator(S, Names, O)) {
  Gen->setWaiting([this](const FunctionDecl *F) { return waits(F); });
}
Injector::~Injector() = default;

bool Injector::failed() const { return compat::failed(S.getDiagnostics()); }

void Injector::ReadPendingInstantiations(SmallVectorImpl<Pending> &FromOthers) {
  if (Done || !S.OpaqueParser)
    return;
  Done = true;
  if (!detailNamespace(S))
    return withoutHeaders();
  S.PendingInstantiations.insert(S.PendingInstantiations.begin(), FromOthers.begin(), FromOthers.end());
  FromOthers.clear();
  run();
}

/// There are no requests, but there may be attributes.
void Injector::withoutHeaders() {
  RuleBook(S, Names).verify();
  for (const FunctionDecl *F : exportedFunctions()) {
    report(S, F->getLocation(), DiagId::NothingMade) << F;
    report(S, F->getLocation(), DiagId::IncludeGradient);
  }
}

void Injector::run() {
  registerImported(S);
  RuleBook(S, Names).verify();
  drain();
  // Any function may depend on those of broadcasts, and all others are answered together.
  if (std::vector<Request> Primals = release(takeWaiting([](const Held &H) { return H.R.M == Request::Mode::Primal; }));
      !Primals.empty() && !failed() && generate(Primals))
    drain();
  std::vector<Request> New = exportedRequests(S, Names);
  if (std::string Text = declareExported(S, Names); !Text.empty() && !failed())
    parse("namespace mixedad::detail {\n" + Text + "}\n");
  while (!failed()) {
    for (Request &R : takeReady())
      if (!llvm::is_contained(New, R))
        New.push_back(std::move(R));
    bool Progress = writeSpaces();
    if (!New.empty() && !failed())
      Progress |= generate(New);
    New.clear();
    if (!Progress || failed())
      break;
    drain();
  }
  if (failed())
    llvm::erase_if(S.PendingInstantiations, [](const Pending &P) {
      return isEngine(P.first) || !tangentSpaceOf(P.first).isNull();
    });
}

//===--- instantiation ----------------------------------------------------------------===//

/// What is instantiated from the user's code, or from this header's: remembered for the notes at requests.
void Injector::drain() {
  do {
    while (!S.PendingInstantiations.empty()) {
      Pending P = S.PendingInstantiations.front();
      S.PendingInstantiations.pop_front();
      Origin.try_emplace(P.first, P.second);
      if (hold(P))
        continue;
      std::size_t Before = S.PendingInstantiations.size();
      DiagnosticErrorTrap Errors(S.getDiagnostics());
      instantiate(P);
      if (Errors.hasErrorOccurred())
        noteOrigin(P.first);
      SourceLocation From = inMixedAD(P.first) ? Origin.lookup(P.first) : SourceLocation();
      for (std::size_t I = Before, E = S.PendingInstantiations.size(); I < E; ++I) {
        const Pending &Next = S.PendingInstantiations[I];
        Origin.try_emplace(Next.first, From.isValid() ? From : Next.second);
      }
    }
  } while (S.DefineUsedVTables());
}

/// After errors in the headers, which the compiler's own notes follow only as far as what was instantiated here.
void Injector::noteOrigin(const ValueDecl *D) {
  SourceLocation L = Origin.lookup(D);
  if (inMixedAD(D) && L.isValid())
    report(S, L, DiagId::AskedForHere);
}

/// As Sema::PerformPendingInstantiations does it, but not recursively: what comes up is queued and seen by hold().
void Injector::instantiate(const Pending &P) {
  if (auto *F = dyn_cast<FunctionDecl>(P.first)) {
    bool Required = F->getTemplateSpecializationKind() == TSK_ExplicitInstantiationDefinition;
    S.InstantiateFunctionDefinition(P.second, F, /*Recursive=*/false, Required, /*AtEndOfTU=*/true);
    if (F->isDefined())
      F->setInstantiationIsPending(false);
    return;
  }
  auto *V = cast<VarDecl>(P.first);
  const VarDecl *Latest = V->getMostRecentDecl();
  TemplateSpecializationKind Kind = Latest->getTemplateSpecializationKindForInstantiation();
  if (Latest->isInvalidDecl() || Kind == TSK_ExplicitInstantiationDeclaration || Kind == TSK_ExplicitSpecialization ||
      (Kind == TSK_ExplicitInstantiationDefinition && V != Latest))
    return;
  bool Required = V->getTemplateSpecializationKind() == TSK_ExplicitInstantiationDefinition;
  S.InstantiateVariableDefinition(P.second, V, /*Recursive=*/false, Required, /*AtEndOfTU=*/true);
}

bool Injector::hold(const Pending &P) {
  if (Released.contains(P.first))
    return false;
  if (isEngine(P.first)) {
    auto *Engine = cast<FunctionDecl>(P.first);
    if (auto R = readRequest(S, Names, Engine, Origin.lookup(Engine))) {
      if (llvm::is_contained(Generated, *R)) { // the same overload, called with other value categories
        Released.insert(Engine);
        return false;
      }
      Waiting.push_back({Engine, P.second, std::move(*R)});
    }
    return true;
  }
  QualType T = tangentSpaceOf(P.first);
  if (T.isNull() || !Spaces.missing(T))
    return false;
  ForSpaces.push_back(P);
  return true;
}

//===--- rounds -------------------------------------------------------------------------===//

/// Lowering reads through calls of such a function, so it must have its body.
bool Injector::isUngenerated(const FunctionDecl *F) {
  if (isEngine(F))
    return !F->isDefined();
  QualType T = tangentSpaceOf(F);
  return !T.isNull() && Spaces.missing(T);
}

/// F calls, all the way down, what has no body yet.
bool Injector::waits(const FunctionDecl *F) {
  return Calls.reaches(F, [&](const FunctionDecl *Callee) { return isUngenerated(Callee); });
}

/// Requests that depend on nothing that waits; when there is no such (they depend on each other), all.
std::vector<Request> Injector::takeReady() {
  std::vector<Held> Ready = takeWaiting([&](const Held &H) {
    return !waits(H.R.F);
  });
  if (Ready.empty() && ForSpaces.empty())
    Ready.swap(Waiting);
  return release(Ready);
}

std::vector<Injector::Held> Injector::takeWaiting(llvm::function_ref<bool(const Held &)> Take) {
  std::vector<Held> Taken, Rest;
  for (Held &H : Waiting)
    (Take(H) ? Taken : Rest).push_back(std::move(H));
  Waiting = std::move(Rest);
  return Taken;
}

/// Lets the engine's bodies go; returns what is to be generated for them.
std::vector<Request> Injector::release(const std::vector<Held> &Ready) {
  std::vector<Request> Out;
  for (const Held &H : Ready) {
    if (!llvm::is_contained(Out, H.R) && !llvm::is_contained(Generated, H.R))
      Out.push_back(H.R);
    Released.insert(H.Engine);
    S.PendingInstantiations.push_back({H.Engine, H.Point});
  }
  return Out;
}

bool Injector::generate(const std::vector<Request> &Requests) {
  std::vector<Request> Here;
  std::string Exports;
  for (const Request &R : Requests) {
    if (!R.External && (R.M != Request::Mode::Primal || hasVectorForm(R.F)))
      Here.push_back(R);
    if (R.Exported)
      Exports += defineExported(S, Names, R);
  }
  std::string Text = Here.empty() ? "" : Gen->generate(S, Here);
  if (!Exports.empty())
    Text += "namespace mixedad::detail {\n" + Exports + "}\n";
  Generated.insert(Generated.end(), Requests.begin(), Requests.end());
  if (failed())
    return false;
  if (parse(Text))
    return true;
  report(S, Requests.front().Loc, DiagId::InternalError) << Requests.front().F->getQualifiedNameAsString();
  return false;
}

bool Injector::writeSpaces() {
  std::string Text;
  for (const Pending &P : ForSpaces) {
    QualType T = tangentSpaceOf(P.first);
    SourceLocation From = Origin.lookup(P.first);
    if (makesShadow(P.first) && !Spaces.canBeCopied(T, From))
      continue;
    Text += Spaces.write(T, From);
    Released.insert(P.first);
    S.PendingInstantiations.push_back(P);
  }
  ForSpaces.clear();
  std::string Includes = Spaces.takeIncludes();
  if ((Text.empty() && Includes.empty()) || failed())
    return !S.PendingInstantiations.empty();
  if (!Text.empty()) {
    Text = "namespace mixedad::detail {\n" + Text + "}\n";
    Includes += "#include <mixedad/detail/reshape.h>\n";
  }
  return parse(Includes + Text);
}

/// Whether the text calls something in std, or a helper of the rule table: "::std::sin(", not "::std::vector<".
static bool callsMath(llvm::StringRef Text) {
  if (Text.contains("::mixedad::detail::math::"))
    return true;
  for (size_t At = 0; (At = Text.find("::std::", At)) != llvm::StringRef::npos;) {
    At += 7;
    if (Text.substr(At).ltrim("abcdefghijklmnopqrstuvwxyz0123456789_").starts_with("("))
      return true;
  }
  return false;
}

/// Whether the text names a helper of mixedad/detail/objects.h.
static bool usesObjects(llvm::StringRef Text) {
  for (const char *Name : {"zeroed<", "zeroed_new(", "zeroed_resize(", "new_elements<", "blank<", "runtime_array<", "unknown_target()", "is_exactly<", "complex_part<", "cast_to<", "writable(",
                           "_storage<", "_storage(", "storage_of<", "_member(", "constant_key(", "scoped<"})
    if (Text.contains(Name))
      return true;
  return false;
}

/// Whether the text names a helper of mixedad/detail/sweeps.h.
static bool usesSweeps(llvm::StringRef Text) {
  return Text.contains("move_adjoint(") || Text.contains("reshape(") || Text.contains("shadow_like(") ||
         Text.contains("put_aside<") || Text.contains("keep_shadow(");
}

/// Rules refer to functions that the program may not have included.
bool Injector::parse(const std::string &Body) {
  std::string Text = callsMath(Body) ? "#include <mixedad/detail/math.h>\n" + Body : Body;
  if (usesObjects(Body))
    Text = "#include <mixedad/detail/objects.h>\n" + Text;
  if (llvm::StringRef(Body).contains("checkpoints<"))
    Text = "#include <mixedad/detail/checkpoint.h>\n" + Text;
  if (llvm::StringRef(Body).contains("detail::shape::"))
    Text = "#include <mixedad/detail/shapes.h>\n" + Text;
  if (llvm::StringRef(Body).contains("detail::functions::"))
    Text = "#include <mixedad/std/functional.h>\n" + Text;
  if (llvm::StringRef(Body).contains("detail::merge_sorter") || llvm::StringRef(Body).contains("detail::library_sorter"))
    Text = "#include <mixedad/detail/sorting.h>\n" + Text;
  if (llvm::StringRef(Body).contains("launch_kernel(") || llvm::StringRef(Body).contains("run_threads(") ||
      llvm::StringRef(Body).contains("detail::atomic_add"))
    Text = "#include <mixedad/detail/launch.h>\n" + Text;
  if (llvm::StringRef(Body).contains("detail::device_"))
    Text = "#include <mixedad/detail/device_memory.h>\n" + Text;
  if (llvm::StringRef(Body).contains("detail::begin_") || llvm::StringRef(Body).contains("detail::refuse_shared("))
    Text = "#include <mixedad/detail/globals.h>\n" + Text;
  if (usesSweeps(Body))
    Text = "#include <mixedad/detail/sweeps.h>\n" + Text;
  Dumped.add(S, Text);
  return parseGenerated(S, Text);
}

} // namespace mixedad
