/**
 * Parses a request more strictly than JSON.parse alone: an object may not have a name twice (two readers could see different values), and
 * nesting has a limit. The reference refuses the same (json_reader.cpp), and also every integer over 32 bits. The specification allows
 * any `id`, so here the range is checked where a parameter is read, and the digits of an `id` or an amount are kept.
 *
 * JSON.parse runs first, so the scan after it can rely on the syntax and stays a short loop. This is on the path of every request.
 */

import { type Pacer, paceSteps, type Steps } from '../../util/steps.ts';
import { NumberTexts } from './number-texts.ts';

/** The limit on nesting, as in the reference (Reader::kNestLimit). */
export const MAX_JSON_DEPTH = 25;

/** The reason why a text is refused. It never quotes the text, because requests contain secrets. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';
}

/** Parses a text; throws `JsonFault`. */
export function parseStrictJson(text: string, maxDepth: number = MAX_JSON_DEPTH): unknown {
  const value = parse(text);
  const check = new StructureCheck(text, maxDepth);
  check.advance(text.length);
  return check.numbers.restore(value, parse);
}

/** Texts longer than this are parsed with pauses. */
export const LONG_TEXT = 100_000;
/** Characters that are checked in one step. */
const CHARACTERS_A_STEP = 50_000;

/** As `parseStrictJson`, but a long text is parsed in its own turn and checked in steps. Throws or rejects with `JsonFault`. */
export function parseJson(text: string, maxDepth: number, pacer: Pacer | undefined): unknown {
  const isShort = text.length <= LONG_TEXT || pacer === undefined;
  return isShort ? parseStrictJson(text, maxDepth) : parseLongJson(text, maxDepth, pacer);
}

async function parseLongJson(text: string, maxDepth: number, pacer: Pacer): Promise<unknown> {
  refuseDeepNesting(text, maxDepth);
  const value = parse(text);
  await new Promise((resolve) => setImmediate(resolve));
  const check = new StructureCheck(text, maxDepth);
  await paceSteps(checkInSteps(check), pacer);
  return check.numbers.restore(value, parse);
}

function* checkInSteps(check: StructureCheck): Steps<void> {
  while (!check.advance(CHARACTERS_A_STEP)) yield;
}

/** JSON.parse is slow for a megabyte of brackets. Invalid JSON may pass here; valid JSON is checked again later. */
function refuseDeepNesting(text: string, maxDepth: number): void {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      if (at < 0) return;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1;
      // An empty container may be one level deeper than a value.
      if (depth > maxDepth + 1) throw tooDeep(maxDepth);
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1;
  }
}

function tooDeep(maxDepth: number): JsonFault {
  return new JsonFault(`values nest deeper than ${maxDepth} levels`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The message of JavaScript quotes the text, so only the position is used.
    const position = /at position (\d+)/.exec(String(error))?.[1];
    if (text === '') throw new JsonFault('the body is empty');
    throw new JsonFault(position === undefined ? 'not valid JSON' : `not valid JSON at position ${position}`);
  }
}

const QUOTE = 0x22;
const MINUS = 0x2d;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const VALUE_NAME = '"value"';

/** Scans a text that is valid JSON. */
class StructureCheck {
  /** Complete when the scan has ended. */
  readonly numbers: NumberTexts;
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #namesByDepth: (NameSet | undefined)[] = [];
  #depth = 0;
  #at = 0;

  constructor(text: string, maxDepth: number) {
    this.numbers = new NumberTexts(text);
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  /** Checks the next `count` characters and what begins within them; true at the end. Throws `JsonFault`. */
  advance(count: number): boolean {
    const text = this.#text;
    const end = Math.min(this.#at + count, text.length);
    let at = this.#at;
    for (; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        at = this.#readString(at);
      } else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.#open(code, at);
      else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        this.numbers.close(this.#depth, at);
        this.#depth -= 1;
      } else if (code === MINUS || (code >= DIGIT_0 && code <= DIGIT_9)) at = this.#readNumber(at);
    }
    this.#at = at;
    return at >= text.length;
  }

  /** Index of the closing quote. */
  #readString(open: number): number {
    const text = this.#text;
    const close = endOfString(text, open);
    const colon = skipSpace(text, close + 1);
    if (text.charCodeAt(colon) === COLON) {
      const name = this.#namesByDepth[this.#depth]!.add(text.slice(open + 1, close));
      this.numbers.name(name, this.#depth, open, colon + 1);
    }
    return close;
  }

  /** Index of the last digit. */
  #readNumber(start: number): number {
    const text = this.#text;
    let end = start + 1;
    let isInteger = true;
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end);
      if (code >= DIGIT_0 && code <= DIGIT_9) continue;
      if (!'.eE+-'.includes(text[end]!)) break;
      isInteger = false;
    }
    this.numbers.number(start, end, isInteger, () => isMemberValue(text, start));
    return end - 1;
  }

  #open(code: number, at: number): void {
    this.#depth += 1;
    const excess = this.#depth - this.#maxDepth;
    // An empty container may be one level deeper than a value.
    if (excess > 0 && !(excess === 1 && isEmptyContainer(this.#text, at))) {
      throw tooDeep(this.#maxDepth);
    }
    this.#namesByDepth[this.#depth] = code === OPEN_BRACE ? new NameSet() : undefined;
    this.numbers.open(code, this.#depth);
  }
}

/** The names of one object: a list while it is short, as nearly all are. */
class NameSet {
  readonly #few: string[] = [];
  #many: Set<string> | undefined;

  /** Adds a name, and returns it without escapes. Throws `JsonFault` for a repeated name. */
  add(raw: string): string {
    const name = raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
    if (this.#many?.has(name) ?? this.#few.includes(name)) {
      throw new JsonFault(`a name appears twice in one object${quoteShort(name)}`);
    }
    if (this.#many !== undefined) this.#many.add(name);
    else if (this.#few.push(name) > 16) this.#many = new Set(this.#few);
    return name;
  }
}

/** Shows a name only if it looks like the name of a parameter; other texts could be misplaced secrets. */
function quoteShort(name: string): string {
  return /^[A-Za-z_]{1,32}$/.test(name) ? `: '${name}'` : '';
}

/** Index of the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (text.charCodeAt(end - 1) === BACKSLASH && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** True if an odd number of backslashes precedes the character. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

function isEmptyContainer(text: string, open: number): boolean {
  const next = text.charCodeAt(skipSpace(text, open + 1));
  return next === CLOSE_BRACE || next === CLOSE_BRACKET;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return at;
}

/** True if the value at `start` belongs to a member `value`, as in a token amount: by the specification any number. */
function isMemberValue(text: string, start: number): boolean {
  const colon = lastBefore(text, start);
  if (text.charCodeAt(colon) !== COLON) return false;
  const end = lastBefore(text, colon) + 1;
  return text.endsWith(VALUE_NAME, end) && text.charCodeAt(end - VALUE_NAME.length - 1) !== BACKSLASH;
}

/** Index of the last character before `at` that is not a space. */
function lastBefore(text: string, at: number): number {
  let last = at - 1;
  while (text.charCodeAt(last) <= 0x20) last -= 1;
  return last;
}
