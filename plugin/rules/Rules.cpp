//===- Rules.cpp - loads, checks and looks up MathRules.def ---------------===//
//
// The table is built once, on first use, and never changes: rows keep their addresses, so the rest of the plugin holds
// pointers to them.
//
//===----------------------------------------------------------------------===//
#include "rules/Rules.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <unordered_map>

namespace mixedad::rules {
namespace {

constexpr unsigned ResultBit = 31;
constexpr const char *RefusedPartial = "::mixedad::detail::math::refused_partial<$T>()";

enum class HoleKind { Operand, Result, Type, Unknown };

/// One piece of a template: literal text, or a hole (Text is then the hole as written).
struct Piece {
  bool IsHole = false;
  HoleKind Kind = HoleKind::Unknown;
  unsigned Operand = 0;
  std::string_view Text;
};

std::vector<Piece> split(std::string_view Template) {
  std::vector<Piece> Pieces;
  size_t At = 0;
  while (At < Template.size()) {
    size_t Dollar = std::min(Template.find('$', At), Template.size());
    if (Dollar > At)
      Pieces.push_back({false, HoleKind::Unknown, 0, Template.substr(At, Dollar - At)});
    if (Dollar == Template.size())
      break;
    size_t End = Dollar + 1;
    Piece P{true, HoleKind::Unknown, 0, {}};
    if (End < Template.size() && std::isdigit(static_cast<unsigned char>(Template[End]))) {
      P.Kind = HoleKind::Operand;
      while (End < Template.size() && std::isdigit(static_cast<unsigned char>(Template[End])))
        P.Operand = P.Operand * 10 + unsigned(Template[End++] - '0');
    } else if (End < Template.size()) {
      P.Kind = Template[End] == 'r' ? HoleKind::Result : Template[End] == 'T' ? HoleKind::Type : HoleKind::Unknown;
      ++End;
    }
    P.Text = Template.substr(Dollar, End - Dollar);
    Pieces.push_back(P);
    At = End;
  }
  return Pieces;
}

std::vector<std::string> words(std::string_view Text) {
  std::istringstream In{std::string(Text)};
  std::vector<std::string> Words;
  for (std::string Word; In >> Word;)
    Words.push_back(Word);
  return Words;
}

/// The qualified names that a spelling of MathRules.def stands for.
std::vector<std::string> expand(const std::string &Spelling) {
  if (Spelling[0] == '=')
    return {Spelling.substr(1)};
  size_t Colon = Spelling.find(':');
  std::string Scope = Spelling.substr(0, Colon), Name = Spelling.substr(Colon + 1);
  if (Scope == "g")
    return {Name, Name + "f"};
  std::vector<std::string> Names;
  std::vector<std::string> Prefixes = {"std::"};
  if (Scope == "c")
    Prefixes = {"", "std::", "__builtin_"};
  for (const std::string &Prefix : Prefixes)
    for (const char *Suffix : {"", "f", "l"})
      Names.push_back(Prefix + Name + Suffix);
  return Names;
}

/// "::std::__1::sin" and "::std::__math::sin" are std::sin: drops a leading "::" and the library's inner namespaces.
std::string normalized(std::string_view Name) {
  if (Name.substr(0, 2) == "::")
    Name.remove_prefix(2);
  if (Name.substr(0, 5) != "std::")
    return std::string(Name);
  Name.remove_prefix(5);
  for (size_t End; Name.substr(0, 2) == "__" && (End = Name.find("::")) != std::string_view::npos;)
    Name.remove_prefix(End + 2);
  return "std::" + std::string(Name);
}

std::string key(std::string_view Name, unsigned NumArgs) {
  return normalized(Name) + "/" + std::to_string(NumArgs);
}

[[noreturn]] void broken(const std::string &Message) {
  std::fprintf(stderr, "mixedad: rule table: %s\n", Message.c_str());
  std::abort();
}

struct Table {
  std::vector<Row> Rows;
  std::unordered_map<std::string, size_t> ByName;
  std::unordered_map<std::string, size_t> ByCallee;
  std::unordered_map<std::string, OutputRule> Outputs;

  Table();

private:
  void add(Row R, std::string_view Spellings);
  void addRow(const char *Name, unsigned Arity, bool Cheap, const char *Spellings, const char *Primal,
              std::vector<std::string> Partials);
  void addFlat(const char *Name, unsigned Arity, bool Cheap, const char *Spellings, const char *Primal);
  void addSpelled(const char *Function, const char *Base);
  void addOutputs(const char *Spellings, unsigned Inputs, const char *Result, const char *OutputRows);
  const Row *named(const std::string &Name) const;
};

void Table::add(Row R, std::string_view Spellings) {
  std::string Problem = validate(R);
  if (!Problem.empty())
    broken(Problem);
  if (!ByName.emplace(R.Name, Rows.size()).second)
    broken("there are two rows '" + R.Name + "'");
  for (const std::string &Spelling : words(Spellings))
    for (const std::string &Name : expand(Spelling))
      if (!ByCallee.emplace(key(Name, R.Arity), Rows.size()).second)
        broken("row '" + R.Name + "': another row has the spelling '" + Name + "'");
  Rows.push_back(std::move(R));
}

void Table::addRow(const char *Name, unsigned Arity, bool Cheap, const char *Spellings, const char *Primal,
                   std::vector<std::string> Partials) {
  Row R{Name, Arity, Primal, std::move(Partials), {}, Cheap, false};
  for (const std::string &Partial : R.Partials)
    R.Refused.push_back(Partial == RefusedPartial);
  add(std::move(R), Spellings);
}

void Table::addFlat(const char *Name, unsigned Arity, bool Cheap, const char *Spellings, const char *Primal) {
  add({Name, Arity, Primal, std::vector<std::string>(Arity), std::vector<bool>(Arity), Cheap, true}, Spellings);
}

void Table::addSpelled(const char *Function, const char *Base) {
  Row R = *named(Base);
  R.Name = Function;
  R.Primal = "::" + R.Name + "(";
  for (unsigned I = 0; I != R.Arity; ++I)
    R.Primal += (I ? ", $" : "$") + std::to_string(I);
  R.Primal += ")";
  add(std::move(R), std::string("=") + Function);
}

void Table::addOutputs(const char *Spellings, unsigned Inputs, const char *Result, const char *OutputRows) {
  OutputRule Rule;
  Rule.Inputs = Inputs;
  Rule.Result = *Result ? named(Result) : nullptr;
  for (const std::string &Name : words(OutputRows))
    Rule.Outputs.push_back(named(Name));
  for (const std::string &Spelling : words(Spellings))
    for (const std::string &Name : expand(Spelling))
      Outputs.emplace(key(Name, Inputs + unsigned(Rule.Outputs.size())), Rule);
}

const Row *Table::named(const std::string &Name) const {
  auto It = ByName.find(Name);
  if (It == ByName.end())
    broken("there is no row '" + Name + "'");
  return &Rows[It->second];
}

// OUTPUTS keeps pointers to rows, so all rows are added before.
Table::Table() {
  constexpr bool CHEAP = true, COSTLY = false;
  const char *ZERO = "", *REFUSED = RefusedPartial;
#define ROW(Name, Arity, Cost, Spellings, Primal, ...) addRow(Name, Arity, Cost, Spellings, Primal, {__VA_ARGS__});
#define FLAT(Name, Arity, Cost, Spellings, Primal) addFlat(Name, Arity, Cost, Spellings, Primal);
#define SPELLED(Function, Base) addSpelled(Function, Base);
#define OUTPUTS(...)
#include "rules/MathRules.def"
#undef ROW
#undef FLAT
#undef SPELLED
#undef OUTPUTS
#define ROW(...)
#define FLAT(...)
#define SPELLED(...)
#define OUTPUTS(Spellings, Inputs, Result, OutputRows) addOutputs(Spellings, Inputs, Result, OutputRows);
#include "rules/MathRules.def"
#undef ROW
#undef FLAT
#undef SPELLED
#undef OUTPUTS
}

const Table &table() {
  static const Table Rules;
  return Rules;
}

/// What is wrong with the holes of Template, as ": ..." after its name, or "".
std::string checkHoles(const Row &R, const std::string &Template, bool MayUseResult) {
  for (const Piece &P : split(Template)) {
    if (!P.IsHole || P.Kind == HoleKind::Type)
      continue;
    if (P.Kind == HoleKind::Unknown)
      return "unknown hole '" + std::string(P.Text) + "'";
    if (P.Kind == HoleKind::Result && !MayUseResult)
      return "the primal uses its own result '$r'";
    if (P.Kind == HoleKind::Operand && P.Operand >= R.Arity)
      return "hole '" + std::string(P.Text) + "' but the arity is " + std::to_string(R.Arity);
  }
  return "";
}

} // namespace

std::string validate(const Row &R) {
  std::string Where = "row '" + R.Name + "': ";
  if (R.Name.empty())
    return "a row has no name";
  if (R.Arity == 0 || R.Arity >= ResultBit)
    return Where + "arity " + std::to_string(R.Arity);
  if (R.Partials.size() != R.Arity)
    return Where + std::to_string(R.Partials.size()) + " partials but the arity is " + std::to_string(R.Arity);
  if (R.Refused.size() != R.Arity)
    return Where + "Refused has not one entry per operand";
  if (R.Primal.empty())
    return Where + "no primal";
  std::string Problem = checkHoles(R, R.Primal, /*MayUseResult=*/false);
  if (!Problem.empty())
    return Where + "primal: " + Problem;
  bool Flows = false;
  for (unsigned I = 0; I != R.Arity; ++I) {
    Problem = checkHoles(R, R.Partials[I], /*MayUseResult=*/true);
    if (Problem.empty() && R.Refused[I] != (R.Partials[I] == RefusedPartial))
      Problem = R.Refused[I] ? "refused, but there is a partial" : "not refused, but there is no partial";
    if (!Problem.empty())
      return Where + "partial " + std::to_string(I) + ": " + Problem;
    if (!(uses(R.Primal) >> I & 1))
      return Where + "the primal does not use '$" + std::to_string(I) + "'";
    Flows |= !R.Partials[I].empty();
  }
  if (Flows == R.NonDifferentiable)
    return Where + (Flows ? "non-differentiable, but there is a partial" : "no partial, but not marked as flat");
  return "";
}

const Row *find(std::string_view Name) {
  const Table &T = table();
  auto It = T.ByName.find(std::string(Name));
  return It == T.ByName.end() ? nullptr : &T.Rows[It->second];
}

const Row *forCallee(std::string_view QualifiedName, unsigned NumArgs) {
  const Table &T = table();
  auto It = T.ByCallee.find(key(QualifiedName, NumArgs));
  return It == T.ByCallee.end() ? nullptr : &T.Rows[It->second];
}

const OutputRule *outputsOf(std::string_view QualifiedName, unsigned NumArgs) {
  const Table &T = table();
  auto It = T.Outputs.find(key(QualifiedName, NumArgs));
  return It == T.Outputs.end() ? nullptr : &It->second;
}

const std::vector<Row> &all() { return table().Rows; }

unsigned uses(const std::string &Template) {
  unsigned Mask = 0;
  for (const Piece &P : split(Template)) {
    if (P.IsHole && P.Kind == HoleKind::Operand && P.Operand < ResultBit)
      Mask |= 1u << P.Operand;
    if (P.IsHole && P.Kind == HoleKind::Result)
      Mask |= 1u << ResultBit;
  }
  return Mask;
}

std::string refusal(const Row &R, unsigned I) {
  return "argument " + std::to_string(I + 1) + " of '" + R.Name +
         "' is active, and its derivative there has no closed form; declare what goes in [[mixedad::inactive]], or write the calling "
         "function's derivative with [[mixedad::derivative_of]]";
}

} // namespace mixedad::rules
