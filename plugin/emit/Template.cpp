//===- Template.cpp - filling holes, with the parentheses C++ asks for -----===//

#include "Template.h"

#include <cctype>

namespace mixedad::emit {

static bool isIdent(char C) { return std::isalnum(static_cast<unsigned char>(C)) || C == '_'; }
static bool isSpace(char C) { return std::isspace(static_cast<unsigned char>(C)); }

/// Index after the bracket that closes the one at I, or npos.
static size_t skipBrackets(std::string_view S, size_t I) {
  unsigned Depth = 0;
  for (; I < S.size(); ++I) {
    char C = S[I];
    if (C == '"' || C == '\'') {
      if (C == '\'' && I && std::isdigit(static_cast<unsigned char>(S[I - 1])))
        continue; // a digit separator
      for (++I; I < S.size() && S[I] != C; ++I)
        if (S[I] == '\\')
          ++I;
    } else if (C == '(' || C == '[' || C == '{') {
      ++Depth;
    } else if ((C == ')' || C == ']' || C == '}') && --Depth == 0) {
      return I + 1;
    }
  }
  return std::string_view::npos;
}

/// Index after the `>` of a template argument list that starts at I, or npos when that is a comparison.
static size_t skipTemplateArgs(std::string_view S, size_t I) {
  unsigned Depth = 0;
  for (; I < S.size();) {
    if (S[I] == '(' || S[I] == '[' || S[I] == '{') {
      I = skipBrackets(S, I);
      if (I == std::string_view::npos)
        return I;
      continue;
    }
    if (S[I] == '<')
      ++Depth;
    if (S[I] == '>' && --Depth == 0) {
      size_t Next = I + 1;
      bool Follows = Next == S.size() || S[Next] == '(' || S[Next] == '{' || S.substr(Next, 2) == "::";
      return Follows ? Next : std::string_view::npos;
    }
    ++I;
  }
  return std::string_view::npos;
}

static size_t skipWord(std::string_view S, size_t I) {
  bool Number = std::isdigit(static_cast<unsigned char>(S[I])) || S[I] == '.';
  bool Hex = S.substr(I, 2) == "0x" || S.substr(I, 2) == "0X";
  while (I < S.size()) {
    char C = S[I];
    bool Exponent = Number && I && (C == '+' || C == '-') &&
                    (Hex ? S[I - 1] == 'p' || S[I - 1] == 'P' : S[I - 1] == 'e' || S[I - 1] == 'E');
    if (!isIdent(C) && !Exponent && !(Number && (C == '.' || C == '\'')))
      break;
    ++I;
  }
  return I;
}

namespace {
/// Reads an expression's top level, one token a step.
struct PrecedenceScanner {
  std::string_view S;
  size_t I = 0;
  bool Operand = false; ///< the last token ended an operand
  Prec Found = Prec::Atom;

  void atLeast(Prec P) { Found = Found < P ? P : Found; }

  bool step() {
    char C = S[I];
    if (isSpace(C))
      return ++I, true;
    if (isIdent(C) || (C == '.' && !Operand))
      return word();
    if (C == '"' || C == '\'')
      return literal(C);
    if (C == '(' || C == '[' || C == '{')
      return group(C);
    return op(C);
  }

  bool literal(char Quote) {
    for (++I; I < S.size() && S[I] != Quote; ++I)
      if (S[I] == '\\')
        ++I;
    ++I;
    if (Operand)
      return false;
    return Operand = true;
  }

  bool word() {
    if (Operand) // "(T)x" or "sizeof x"
      return false;
    I = skipWord(S, I);
    if (I < S.size() && S[I] == '<') {
      size_t End = skipTemplateArgs(S, I);
      if (End != std::string_view::npos)
        I = End;
    }
    return Operand = true;
  }

  bool group(char C) {
    if (!Operand && C != '(')
      return false; // a lambda or a braced list
    I = skipBrackets(S, I);
    Operand = true;
    return I != std::string_view::npos;
  }

  bool op(char C) {
    std::string_view Two = S.substr(I, 2);
    if (Two == "->" || Two == "::") {
      I += 2;
      Operand = false;
      return true;
    }
    if (C == '.') {
      ++I;
      Operand = false;
      return true;
    }
    if (Two == "++" || Two == "--" || Two == "&&" || (Two.size() == 2 && Two[1] == '='))
      return false;
    bool Binary = Operand;
    Operand = false;
    ++I;
    if (!Binary) {
      atLeast(Prec::Unary);
      return C == '-' || C == '+' || C == '!' || C == '~' || C == '*' || C == '&';
    }
    if (C == '*' || C == '/' || C == '%')
      return atLeast(Prec::Mul), true;
    if (C == '+' || C == '-')
      return atLeast(Prec::Add), true;
    return false;
  }
};
} // namespace

Prec precedence(std::string_view Expr) {
  PrecedenceScanner Scan{Expr};
  while (Scan.I < Expr.size())
    if (!Scan.step())
      return Prec::Other;
  return Scan.Operand ? Scan.Found : Prec::Other;
}

std::string paren(std::string_view Expr, Prec Needed) {
  std::string Text(Expr);
  return precedence(Expr) <= Needed ? Text : "(" + Text + ")";
}

/// What may stand unparenthesized to the left (Left) or right of an operator, given the template's text from the
/// hole outwards: Near is the nearest character, Far the one beyond.
static Prec allowedBeside(std::string_view Op, bool HoleIsLeft) {
  if (Op == "*" || Op == "/" || Op == "%")
    return HoleIsLeft ? Prec::Mul : Prec::Unary;
  if (Op == "+" || Op == "-")
    return HoleIsLeft ? Prec::Add : Prec::Mul;
  if (Op == "<" || Op == ">" || Op == "<=" || Op == ">=" || Op == "==" || Op == "!=" || Op == "&&" || Op == "||" ||
      Op == "?" || Op == ":" || Op == "=")
    return Prec::Add;
  return Prec::Atom;
}

static Prec neededLeft(std::string_view Before) {
  size_t End = Before.size();
  while (End && isSpace(Before[End - 1]))
    --End;
  if (!End)
    return Prec::Other;
  char C = Before[End - 1];
  bool Delimited = C == '(' || C == ',' || C == '[' || C == '{';
  if (Delimited)
    return Prec::Other;
  bool Spaced = End < Before.size();
  size_t Start = End;
  while (Start && !isIdent(Before[Start - 1]) && !isSpace(Before[Start - 1]) && Before[Start - 1] != ')' &&
         Before[Start - 1] != ']')
    --Start;
  bool BinarySpacing = Spaced && Start && isSpace(Before[Start - 1]);
  if (Before.substr(0, End) == "return")
    return Prec::Other;
  return BinarySpacing ? allowedBeside(Before.substr(Start, End - Start), false) : Prec::Atom;
}

static Prec neededRight(std::string_view After) {
  size_t Start = 0;
  while (Start < After.size() && isSpace(After[Start]))
    ++Start;
  if (Start == After.size())
    return Prec::Other;
  char C = After[Start];
  if (C == ')' || C == ',' || C == ']' || C == '}' || C == ';')
    return Prec::Other;
  size_t End = Start;
  while (End < After.size() && !isSpace(After[End]) && !isIdent(After[End]) && After[End] != '$' && After[End] != '(')
    ++End;
  bool BinarySpacing = Start && End < After.size() && isSpace(After[End]);
  return BinarySpacing ? allowedBeside(After.substr(Start, End - Start), true) : Prec::Atom;
}

namespace {
struct Filler {
  std::string_view T;
  const Holes &H;
  Filled Out;

  void fail(size_t At, size_t End, const char *What) {
    if (Out.Error.empty())
      Out.Error = std::string(What) + " '" + std::string(T.substr(At, End - At)) + "' in '" + std::string(T) + "'";
  }

  unsigned number(size_t &I) {
    unsigned N = 0;
    for (; I < T.size() && std::isdigit(static_cast<unsigned char>(T[I])); ++I)
      N = 10 * N + static_cast<unsigned>(T[I] - '0');
    return N;
  }

  void expression(const std::vector<std::string> &From, size_t At, size_t Digits, size_t &I) {
    I = Digits;
    unsigned N = number(I);
    if (I == Digits || N >= From.size() || From[N].empty())
      return fail(At, I, "unbound hole");
    Prec L = neededLeft(T.substr(0, At)), R = neededRight(T.substr(I));
    Out.Text += paren(From[N], L < R ? L : R);
  }

  void list(size_t At, size_t &I) {
    I = At + 2;
    unsigned From = number(I);
    if (From > H.Operands.size())
      return fail(At, I, "unbound hole");
    Out.Text += join({H.Operands.begin() + From, H.Operands.end()});
  }

  void word(const std::optional<std::string> &Text, size_t At, size_t &I, bool Expression) {
    I = At + 2;
    if (!Text)
      return fail(At, I, "unbound hole");
    if (!Expression) {
      Out.Text += *Text;
      return;
    }
    Prec L = neededLeft(T.substr(0, At)), R = neededRight(T.substr(I));
    Out.Text += paren(*Text, L < R ? L : R);
  }

  /// `$T(1)` with a type of several words, or a pointer, must be a cast; `$T()` of those is a cast of 0.
  void type(size_t At, size_t &I) {
    const std::string Spelling = H.Type ? *H.Type : "";
    bool Pointer = !Spelling.empty() && (Spelling.back() == '*' || Spelling.back() == ')');
    bool Words = Spelling.find(' ') != std::string::npos && Spelling.find('<') == std::string::npos;
    bool Cast = T.substr(At + 2, 1) == "(" && (Pointer || Words);
    if (Cast)
      Out.Text += "static_cast<";
    word(H.Type, At, I, false);
    if (Cast)
      Out.Text += ">";
    if (Cast && T.substr(I, 2) == "()") {
      Out.Text += "(0)";
      I += 2;
    }
  }

  void hole(size_t &I) {
    size_t At = I;
    char C = At + 1 < T.size() ? T[At + 1] : '\0';
    if (std::isdigit(static_cast<unsigned char>(C)))
      return expression(H.Operands, At, At + 1, I);
    switch (C) {
    case '&': return expression(H.Places, At, At + 2, I);
    case '*': return list(At, I);
    case 'b': return word(H.Base, At, I, true);
    case 'r': return word(H.Result, At, I, true);
    case 'n': return word(H.Name, At, I, false);
    case 'T': return type(At, I);
    case '$': Out.Text += '$'; I = At + 2; return;
    default: I = At + 1; return fail(At, At + 1 + (C != '\0'), "unknown hole");
    }
  }
};
} // namespace

Filled fill(std::string_view Template, const Holes &H) {
  Filler F{Template, H, {}};
  for (size_t I = 0; I < Template.size();) {
    if (Template[I] == '$')
      F.hole(I);
    else
      F.Out.Text += Template[I++];
  }
  return F.Out;
}

bool repeatsOperand(std::string_view Template) {
  for (size_t At = Template.find('$'); At != std::string_view::npos; At = Template.find('$', At + 1)) {
    size_t End = At + 1;
    while (End < Template.size() && std::isdigit(static_cast<unsigned char>(Template[End])))
      ++End;
    if (End == At + 1)
      continue;
    std::string_view Hole = Template.substr(At, End - At);
    for (size_t Next = Template.find(Hole, End); Next != std::string_view::npos; Next = Template.find(Hole, Next + 1))
      if (Next + Hole.size() == Template.size() ||
          !std::isdigit(static_cast<unsigned char>(Template[Next + Hole.size()])))
        return true;
  }
  return false;
}

std::string join(const std::vector<std::string> &Parts, std::string_view Separator) {
  std::string Out;
  for (const std::string &P : Parts) {
    if (!Out.empty())
      Out += Separator;
    Out += P;
  }
  return Out;
}

/// Where the identifier Name starts in Text at From or later, or npos.
static size_t findIdentifier(std::string_view Text, std::string_view Name, size_t From) {
  for (size_t At = Text.find(Name, From); At != std::string_view::npos; At = Text.find(Name, At + 1)) {
    size_t End = At + Name.size();
    if ((!At || !isIdent(Text[At - 1])) && (End == Text.size() || !isIdent(Text[End])))
      return At;
  }
  return std::string_view::npos;
}

bool mentions(std::string_view Text, std::string_view Name) {
  return findIdentifier(Text, Name, 0) != std::string_view::npos;
}

std::string renamed(std::string_view Text, std::string_view From, std::string_view To) {
  std::string Out;
  size_t Done = 0;
  for (size_t At; (At = findIdentifier(Text, From, Done)) != std::string_view::npos; Done = At + From.size())
    Out.append(Text.substr(Done, At - Done)).append(To);
  return Out.append(Text.substr(Done));
}

/// The star of "::ns::S<T>::*" from position At on, or npos.
static size_t memberStar(std::string_view S, size_t At) {
  unsigned Angle = 0;
  for (; At + 2 < S.size(); ++At) {
    if (S[At] == '<')
      ++Angle;
    else if (S[At] == '>')
      --Angle;
    else if (Angle)
      continue;
    else if (S.substr(At, 3) == "::*")
      return At + 2;
    else if (S[At] != ':' && S[At] != '_' && !isalnum(static_cast<unsigned char>(S[At])))
      return std::string_view::npos;
  }
  return std::string_view::npos;
}

/// Where the declared name goes in an abstract declarator: after "(*", "(&" or "(S::*", before "[", or npos for the end.
static size_t namePosition(std::string_view S) {
  unsigned Angle = 0;
  for (size_t I = 0; I < S.size(); ++I) {
    if (S[I] == '<')
      ++Angle;
    else if (S[I] == '>')
      --Angle;
    else if (size_t Star = I + 1; !Angle && S[I] == '(' && I + 1 < S.size() &&
             (S[I + 1] == '*' || S[I + 1] == '&' || (Star = memberStar(S, I + 1)) != std::string_view::npos)) {
      size_t At = Star;
      for (;;) { // "(*const *": qualifiers between the stars belong to the head
        while (At < S.size() && (S[At] == '*' || S[At] == '&' || isSpace(S[At])))
          ++At;
        if (S.substr(At, 5) != "const")
          return At;
        At += 5;
      }
    } else if (!Angle && S[I] == '[')
      return I;
  }
  return std::string_view::npos;
}

std::string declarator(std::string_view Spelling, std::string_view Name) {
  size_t At = namePosition(Spelling);
  std::string Head(Spelling.substr(0, At));
  while (!Head.empty() && isSpace(Head.back()))
    Head.pop_back();
  bool Glue = !Head.empty() && (Head.back() == '*' || Head.back() == '&');
  size_t Stars = Head.size(); // "T *x", also for a type spelled "T*"
  while (Stars && (Head[Stars - 1] == '*' || Head[Stars - 1] == '&'))
    --Stars;
  if (Glue && Stars && Head[Stars - 1] != ' ' && Head[Stars - 1] != '(')
    Head.insert(Stars, " ");
  return Head + (Glue ? "" : " ") + std::string(Name) +
         std::string(At == std::string_view::npos ? "" : Spelling.substr(At));
}

std::string lvalueSpelling(std::string_view Spelling) {
  size_t At = Spelling.rfind("&&");
  std::string Out(Spelling);
  bool Outermost = At != std::string_view::npos && Spelling.find('>', At) == std::string_view::npos;
  return Outermost ? Out.erase(At, 1) : Out;
}

bool isArraySpelling(std::string_view Spelling) {
  size_t At = namePosition(Spelling);
  return At != std::string_view::npos && Spelling[At] == '[';
}

} // namespace mixedad::emit
