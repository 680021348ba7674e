//===- Injector.h - generated text into the running compilation -----------===//
//
// At the end of a translation unit Sema asks its external sources for pending instantiations. In that moment, once:
//
//   repeat
//     instantiate everything that is pending but the engine's bodies, so that requests inside templates surface
//     generate what is new, and parse it with the parser that has just read the user's file
//     let those engine bodies be instantiated, whose derivatives exist now
//   until nothing is new
//
// A request waits while its function reaches an engine function without a body: nested derivatives are generated
// from the inside out. When anything went wrong the engine's bodies are never instantiated, so that what was
// reported is not followed by riddles about overloads that do not exist.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_INJECT_INJECTOR_H
#define MIXEDAD_INJECT_INJECTOR_H

#include "Options.h"
#include "inject/Collect.h"
#include "inject/TangentSpace.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "llvm/ADT/MapVector.h"

namespace mixedad {

/// The text of one round, for people: -fplugin-arg-mixedad-dump.
class Dump {
public:
  explicit Dump(const Options &O) : File(O.DumpFile) {}
  void add(clang::Sema &S, const std::string &Text);

private:
  std::string File;
  bool Started = false;
};

class Injector : public clang::ExternalSemaSource {
public:
  Injector(clang::Sema &S, const Options &O);
  ~Injector() override;

  using Pending = std::pair<clang::ValueDecl *, clang::SourceLocation>;
  void ReadPendingInstantiations(llvm::SmallVectorImpl<Pending> &FromOthers) override;

private:
  struct Held {
    clang::FunctionDecl *Engine;
    clang::SourceLocation Point; ///< of instantiation
    Request R;
  };
  void withoutHeaders();
  void run();
  void drain();
  void instantiate(const Pending &P);
  void noteOrigin(const clang::ValueDecl *D);
  bool hold(const Pending &P);
  std::vector<Request> takeReady();
  std::vector<Held> takeWaiting(llvm::function_ref<bool(const Held &)> Take);
  std::vector<Request> release(const std::vector<Held> &Ready);
  bool isUngenerated(const clang::FunctionDecl *F);
  bool waits(const clang::FunctionDecl *F);
  bool generate(const std::vector<Request> &Requests);
  bool writeSpaces();
  bool parse(const std::string &Text);
  bool failed() const;

  clang::Sema &S;
  TypeNames Names;
  TangentSpaces Spaces;
  CallGraph Calls;
  Dump Dumped;
  std::unique_ptr<Generator> Gen;
  std::vector<Held> Waiting;            ///< not generated yet
  std::vector<Request> Generated;       ///< all requests so far
  llvm::SmallVector<Pending, 8> ForSpaces; ///< wait for the next specializations of tangent_space
  llvm::DenseMap<const clang::Decl *, clang::SourceLocation> Origin; ///< the user's place that led to a declaration
  llvm::SmallPtrSet<const clang::Decl *, 16> Released;
  bool Done = false;
};

} // namespace mixedad
#endif
