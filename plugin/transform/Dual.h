//===- Dual.h - primal statements with tangents beside them ---------------===//
//
// Forward mode for any number of seeds. Every active value has one tangent for each seed that it depends on; the
// other tangents are zero and have no name. Memory that is active has one shadow for each seed. With one seed this is
// a pushforward, with one seed a parameter it gives all partials at once.
//
// A tangent statement follows its primal statement, so a partial may use the result.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TRANSFORM_DUAL_H
#define MIXEDAD_TRANSFORM_DUAL_H

#include "analysis/Activity.h"
#include "transform/Needed.h"
#include "transform/Outside.h"
#include "transform/Session.h"

#include <map>
#include <set>

namespace mixedad::rules {
struct Row;
}

namespace mixedad::transform {

/// The zero of a real or Vector type.
std::string zeroOf(const ir::Type &Ty);

/// Activity of F with the session's knowledge of results.
analysis::Activity activityOf(const ir::Function &F, const std::string &Mask, Session &S);

class DualEmitter : public emit::BodyEmitter {
public:
  /// Prefixes[i] names the tangents of seed i.
  DualEmitter(const ir::Function &F, const std::string &Mask, std::vector<std::string> Prefixes, Session &S,
              emit::Writer &W);

  using Seeds = std::set<unsigned>;

  /// Seeds with a tangent of V.
  Seeds seedsOf(const ir::Value &V) const;
  /// The tangent of V, or a zero.
  std::string tangent(const ir::Value &V, unsigned Seed);
  std::string shadowExpr(const ir::Value &V, std::string_view Prefix) override;

  /// Seed K starts at the value V (a real parameter).
  void start(const ir::Value &V, unsigned Seed) { Depends[&V].insert(Seed); }
  /// Finds what every value depends on; after all start().
  void propagate();

protected:
  /// Zero shadows of objects that are passed by value and constant, in which active values are stored.
  void ownShadows();
  void op(const ir::Op &O) override;
  bool mayDefer(const ir::Op &O) override;
  bool mayDrop(const ir::Op &O) override { return seedsOf(*O.Results[0]).empty(); }
  bool needsValue(const ir::Value &V) override { return Needed.contains(V); }
  bool readsOperandsOnce(const ir::Op &User) override;
  void carry(const ir::Value &To, const ir::Value *From, std::vector<emit::Assignment> &Out) override;
  std::string broadcastRhs(const ir::Op &O) override;

  virtual void call(const ir::Op &O, const std::string &Mask);
  void userRule(const ir::Op &O, const std::string &Mask);
  void pushCall(const ir::Op &O, const std::string &Callee, const std::string &Mask);
  void chain(const ir::Op &O, const std::string &Callee, const std::string &Mask, bool ComputesValue);
  void error(const ir::Op &O, const std::string &Text) { Errors.error(O.Where, Text); }
  /// One character an argument: '1' where this call passes a tangent or shadow.
  std::string callMask(const ir::Op &O) const;
  /// How a real result is made from tangents and partials: a sum.
  struct Term {
    std::string Partial, Tangent; ///< either empty: nothing
    const ir::Type *Ty;           ///< of the tangent
  };
  std::string combine(const std::vector<Term> &Terms, const ir::Type &ResultTy);
  /// The tangent of V for this seed, or "".
  std::string tangentOrNothing(const ir::Value &V, unsigned Seed);
  /// What a user's rule is given as the tangent of an argument: a zero where the call has none.
  std::string ruleTangent(const ir::Arg &A, bool Active, unsigned Seed);

  Session &S;
  analysis::Activity A;
  std::vector<std::string> Prefixes;
  NeededValues Needed;

private:
  void var(const ir::Op &O);
  void store(const ir::Op &O);
  void copyRecord(const ir::Op &O);
  void navigate(const ir::Op &O);
  void prim(const ir::Op &O);
  std::vector<std::string> partials(const ir::Op &O, const rules::Row &Row);
  void shadowCall(const ir::Op &O);
  void anyCall(const ir::Op &O);
  void broadcast(const ir::Op &O);
  bool hasShadowSide(const ir::Op &O) const;
  bool touchesShadow(const ir::Op &O) const;
  void zeroObject(const ir::Type &Ty, const std::string &Shadow, const std::string &Primal, bool Declare);

  Seeds allSeeds() const;
  Seeds dependence(const ir::Value &V) const;
  void add(const ir::Value &V, const Seeds &More);
  void propagate(const ir::Region &R);
  void propagate(const ir::Op &O);
  std::map<const ir::Value *, Seeds> Depends; // looked up, never iterated
  bool Changed = false;
  OutsideShadows Outside;
};

} // namespace mixedad::transform
#endif
