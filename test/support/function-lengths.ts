/**
 * How long the functions of a source text are. Node takes the types out, which keeps every line where it is; then
 * literals and comments are blanked, and braces and parentheses are matched.
 */
import { stripTypeScriptTypes } from 'node:module';

export interface FunctionLength {
  /** Where its parameters or, without parentheses, its body begins; from 1. */
  readonly line: number;
  /** From there to the end of its body. */
  readonly lines: number;
}

/** What stands before a parenthesis that begins no parameters. */
const CONTROL = /(^|[^\w$.])(if|for|while|switch|catch|with|for\s+await)\s*$/;
/** What stands before a slash that begins a regular expression and is no division. */
const BEFORE_REGEX = /(^|[(,=:[!&|?{};+\-*%<>~^]|\b(return|typeof|case|in|of|do|else|void|delete|yield|await))\s*$/;
const REGEX = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y;
const QUOTED = /'(?:\\[\s\S]|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
/** Enough to see what precedes a character. */
const LOOK_BEHIND = 2000;

/** The functions of a TypeScript text, inner ones too, in the order in which they end. */
export function functionLengths(source: string): FunctionLength[] {
  const code = blankLiterals(stripTypeScriptTypes(source));
  const lineAt = lineCounter(code);
  const found: FunctionLength[] = [];
  /** The start of a function for brackets that hold its body, else undefined. */
  const open: { readonly at: number; readonly functionAt: number | undefined }[] = [];
  let closedParenthesisAt = 0;
  for (let at = 0; at < code.length; at++) {
    const character = code[at]!;
    if ('([{'.includes(character)) {
      open.push({ at, functionAt: functionStart(code, at, closedParenthesisAt) });
    } else if (')]}'.includes(character)) {
      const closed = open.pop();
      if (closed === undefined) throw new Error(`unmatched ${character} in line ${lineAt(at)}`);
      if (character === ')') closedParenthesisAt = closed.at;
      if (closed.functionAt === undefined) continue;
      const line = lineAt(closed.functionAt);
      found.push({ line, lines: lineAt(at) - line + 1 });
    }
  }
  if (open.length > 0) throw new Error(`unmatched bracket in line ${lineAt(open.at(-1)!.at)}`);
  return found;
}

/** Where the function begins whose body the bracket opens; undefined if it opens something else. */
function functionStart(code: string, at: number, closedParenthesisAt: number): number | undefined {
  if (code[at] === '[') return undefined;
  const before = code.slice(Math.max(0, at - LOOK_BEHIND), at).trimEnd();
  const isArrow = before.endsWith('=>');
  const head = isArrow ? before.slice(0, -2).trimEnd() : before;
  if (isArrow && !head.endsWith(')')) return at;
  if (!head.endsWith(')') || (!isArrow && code[at] === '(')) return undefined;
  const isControl =
    !isArrow && CONTROL.test(code.slice(Math.max(0, closedParenthesisAt - LOOK_BEHIND), closedParenthesisAt));
  return isControl ? undefined : closedParenthesisAt;
}

function lineCounter(text: string): (at: number) => number {
  const ends = [...text.matchAll(/\n/g)].map((match) => match.index);
  return (at) => {
    const index = ends.findIndex((end) => end >= at);
    return (index < 0 ? ends.length : index) + 1;
  };
}

/** The code with spaces for comments, and low lines for strings, regular expressions and the text of templates. */
function blankLiterals(code: string): string {
  let blanked = '';
  /** For each template that is open, how many braces are open in its expression. */
  const templates: number[] = [];
  for (let at = 0; at < code.length; ) {
    const character = code[at]!;
    const depth = templates.at(-1);
    let length = literalLength(code, at, blanked);
    if (character === '`' || (character === '}' && depth === 0)) {
      if (character === '}') templates.pop();
      length = templateTextLength(code, at);
      if (code.startsWith('${', at + length - 2)) templates.push(0);
    } else if (depth !== undefined && '{}'.includes(character)) {
      templates[templates.length - 1] = depth + (character === '{' ? 1 : -1);
    }
    const filler = /\/[/*]/y.test(code.slice(at, at + 2)) ? ' ' : '_';
    blanked += length === 0 ? character : code.slice(at, at + length).replace(/[^\n]/g, filler);
    at += Math.max(1, length);
  }
  return blanked;
}

/** From a backtick, or the brace that ends an expression, to the template's end or next expression. */
function templateTextLength(code: string, from: number): number {
  let at = from + 1;
  while (at < code.length && code[at] !== '`' && !code.startsWith('${', at)) at += code[at] === '\\' ? 2 : 1;
  return at - from + (code[at] === '`' ? 1 : 2);
}

function literalLength(code: string, at: number, before: string): number {
  if (!`'"/`.includes(code[at]!)) return 0;
  const isRegex = BEFORE_REGEX.test(before.slice(-LOOK_BEHIND));
  for (const pattern of isRegex ? [QUOTED, REGEX] : [QUOTED]) {
    pattern.lastIndex = at;
    const match = pattern.exec(code);
    if (match !== null) return match[0].length;
  }
  return 0;
}
