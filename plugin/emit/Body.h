//===- Body.h - a function's operations as C++ statements -----------------===//
//
// The primal statements of a body. Forward and reverse mode derive from this class and add their statements round
// them: they override `op` (one operation), `carry` (what goes with a value through the joins of If and Loop) and
// the callees' texts.
//
// A pure value with one use is not given a name: its text waits (is deferred) and is put into its use, so that
// `a[i + 1]` reads as written. Deferred text that reads memory gets its name before the next operation with a side
// effect, so no read moves past a write.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_EMIT_BODY_H
#define MIXEDAD_EMIT_BODY_H

#include "emit/Names.h"
#include "emit/Template.h"
#include "emit/Uses.h"
#include "emit/Writer.h"

#include <string>
#include <vector>

namespace mixedad::emit {

/// Where errors go, with the construct's location.
class ErrorSink {
public:
  virtual ~ErrorSink() = default;
  virtual void error(const ir::Loc &Where, const std::string &Text) = 0;
};

/// `Target = Expr`, one of several that happen at once. With an empty Expr only the declaration is meant.
struct Assignment {
  const ir::Type *Ty;
  std::string Target, Expr;
};

/// Writes simultaneous assignments as a sequence, through temporaries where one overwrites what another reads.
void assignTogether(Writer &W, Names &N, std::vector<Assignment> All);

class BodyEmitter {
public:
  BodyEmitter(const ir::Function &F, ErrorSink &Errors, Writer &Out)
      : F(F), Errors(Errors), W(&Out), UseMap(F) {}
  virtual ~BodyEmitter() = default;

  /// The operations of R; not what R yields.
  void region(const ir::Region &R);

  /// Names the parameters and returns their declarations. Values of parameters passed by reference, and of records
  /// passed by value, are bound to the parameter's address.
  std::vector<std::string> params();

  // Texts of the primal side.
  std::string expr(const ir::Value &V);
  std::vector<std::string> exprs(const std::vector<ir::Value *> &Vs);
  std::string place(const ir::Place &P);
  std::string arg(const ir::Arg &A);
  std::vector<std::string> args(const std::vector<ir::Arg> &As);
  /// Template, the primal of O's rule or a form of it, over O's operands.
  std::string ruleText(const ir::Op &O, const std::string &Template);
  /// The expression that computes the operation's result.
  std::string rhs(const ir::Op &O);
  /// fill(), with errors reported at Where.
  std::string filled(const std::string &Template, const Holes &H, const ir::Loc &Where);

  // The same over shadows. Prefix tells one seed's shadows from another's.
  virtual std::string shadowExpr(const ir::Value &V, std::string_view Prefix = "d_") {
    return Nm.shadow(V, Prefix);
  }
  std::string shadowPlace(const ir::Place &P, std::string_view Prefix = "d_");
  /// PtrArith, AddrOf, Load of a pointer, ShadowCall: what navigates, on the shadow side.
  std::string shadowRhs(const ir::Op &O, std::string_view Prefix = "d_");
  /// What a ShadowCall does on the shadow side.
  virtual const std::string &shadowTemplate(const ir::Op &O) const { return O.ShadowText.empty() ? O.Text : O.ShadowText; }
  std::string shadowArg(const ir::Arg &A, std::string_view Prefix = "d_");

  Naming &naming() { return Nm; }
  Writer &writer() { return *W; }

protected:
  // What a mode overrides.
  virtual void op(const ir::Op &O) { primal(O); }
  /// False keeps the result in a named variable.
  virtual bool mayDefer(const ir::Op &) { return true; }
  /// False when the mode writes the operands of this user more than once.
  virtual bool readsOperandsOnce(const ir::Op &) { return true; }
  /// False keeps a pure operation whose result nobody uses.
  virtual bool mayDrop(const ir::Op &) { return true; }
  /// False when nothing that is written uses the value.
  virtual bool needsValue(const ir::Value &) { return true; }
  /// Appends what must be assigned so that To becomes From; From null: what must be declared for To.
  virtual void carry(const ir::Value &To, const ir::Value *From, std::vector<Assignment> &Out);
  virtual std::string callRhs(const ir::Op &O);
  virtual std::string broadcastRhs(const ir::Op &O);
  /// Run at the start of each branch and loop body, inside its block.
  virtual void enter(const ir::Op &, const ir::Region &) {}
  /// Run at the end of each branch and loop body, before yields are assigned.
  virtual void leave(const ir::Op &, const ir::Region &) {}

  /// Texts that are deferred while a scope is open are forgotten with it. Every nested region needs one.
  struct Scope {
    BodyEmitter &B;
    size_t Outer, OuterStart;
    explicit Scope(BodyEmitter &B) : B(B), Outer(B.Waiting.size()), OuterStart(B.RegionStart) {
      B.RegionStart = Outer;
    }
    ~Scope() {
      B.Waiting.resize(Outer);
      B.RegionStart = OuterStart;
    }
    Scope(const Scope &) = delete;
  };

  /// The statements of one operation, without anything of a derivative.
  void primal(const ir::Op &O);
  void ifStatement(const ir::Op &O);
  void loopStatement(const ir::Op &O);
  /// Cond's arguments and the loop's results share the names of Body's arguments.
  void bindLoop(const ir::Op &O);
  /// Writes the condition's operations that need statements into Into; returns what is left, an expression.
  std::string loopCondition(const ir::Op &O, Writer &Into);
  void loopBody(const ir::Op &O);
  void varStatement(const ir::Op &O, const std::string &Name, const std::string &Source);
  /// `const T name = Text;`
  void define(const ir::Type &Ty, const std::string &Name, const std::string &Text);
  /// define() of a value's name, or `Text;` when nothing uses the value.
  void defineResult(const ir::Value &V, const std::string &Text);
  /// `to = from;`, also for arrays.
  void copyObject(const ir::Type &Ty, const std::string &To, const std::string &From);
  void yieldTo(const std::vector<const ir::Value *> &To, const std::vector<ir::Value *> &From);
  std::string placeOver(const ir::Place &P, std::string Base);

  const ir::Function &F;
  ErrorSink &Errors;
  Writer *W;
  Naming Nm;
  Uses UseMap;

private:
  struct Deferred {
    const ir::Value *V;
    std::string Text;
    bool Reads;
    const ir::Op *User;
  };
  bool isDeferrable(const ir::Op &O);
  bool isDead(const ir::Op &O);
  void defer(const ir::Op &O);
  const Deferred *deferred(const ir::Value &V) const;
  void nameReadsBefore(const ir::Op &O);
  void dropUsedBy(const ir::Op &User);
  bool isSelect(const ir::Op &O) const;
  void selectStatement(const ir::Op &O);
  void branch(const ir::Op &O, const ir::Region &R);

  std::vector<Deferred> Waiting;
  size_t RegionStart = 0; ///< texts of the region being written start here in Waiting
};

} // namespace mixedad::emit
#endif
