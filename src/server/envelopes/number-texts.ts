/**
 * Numbers whose spelling counts. JavaScript rounds integers beyond 2^53, has no number above 1.8e308 and forgets how one
 * was written; but an `id` comes back as it was sent, and the `value` of a token amount means the digits that it has. So the
 * check of a text notes where such numbers stand, and they are put back into the value that the parser made of it: an `id`
 * as its own text, a `value` as a string.
 */
import type { Json } from '../../protocol/values.ts';
import { rawJson } from '../../rpc/json/raw-json.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';

const OPEN_BRACE = 0x7b;
const COMMA = 0x2c;
/** Digits and sign of integers that JavaScript always holds exactly. */
const ALWAYS_EXACT_LENGTH = 15;
/** The digits that an amount's text may have, 2^63 - 1. Longer numbers are rounded to the nearest that JavaScript has. */
const MAX_VALUE_DIGITS = '9223372036854775807';

function isExactAsText(number: string): boolean {
  const [mantissa = ''] = number.split(/e/i, 1);
  const digits = mantissa.replace(/\D/g, '').replace(/^0+/, '');
  const { length } = MAX_VALUE_DIGITS;
  return digits.length < length || (digits.length === length && digits <= MAX_VALUE_DIGITS);
}

/** From the first character to the one behind the last. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

interface NotedId extends Extent {
  /** Which of the objects in `params` has it; undefined for the envelope's own. */
  readonly item: number | undefined;
}

/** Told of a text's names, containers and numbers in their order, where all of it is valid JSON. */
export class NumberTexts {
  readonly #text: string;
  readonly #values: Extent[] = [];
  readonly #ids: NotedId[] = [];
  #isParams = false;
  #isList = false;
  /** Objects in `params` so far. */
  #itemCount = 0;
  /** The `id` that is being read. */
  #id: { readonly depth: number; readonly start: number; isExact: boolean } | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** A name whose quotes open at `open`, and the index behind its colon. */
  name(name: string, depth: number, open: number, valueStart: number): void {
    if (this.#id?.depth === depth) this.#endId(open);
    if (depth === 1) this.#isParams = name === 'params';
    if (name === 'id' && this.#isAddressed(depth)) this.#id = { depth, start: valueStart, isExact: true };
  }

  /** A container that begins; `depth` counts it. */
  open(code: number, depth: number): void {
    if (depth === 2) this.#isList = this.#isParams && code !== OPEN_BRACE;
    if (depth === 3 && this.#isList && code === OPEN_BRACE) this.#itemCount += 1;
  }

  /** A container that ends at `at`; `depth` counts it. */
  close(depth: number, at: number): void {
    if (this.#id?.depth === depth) this.#endId(at);
    if (depth === 2) this.#isList = false;
  }

  /** A number; `isValue` where it is a member `value`. */
  number(start: number, end: number, isInteger: boolean, isValue: () => boolean): void {
    if (isInteger && end - start <= ALWAYS_EXACT_LENGTH && !this.#isNegativeZero(start, end)) return;
    const text = this.#text.slice(start, end);
    if (JSON.stringify(Number(text)) === text) return;
    if (this.#id !== undefined) this.#id.isExact = false;
    else if (isExactAsText(text) && isValue()) this.#values.push({ start, end });
  }

  /** The value that was parsed from the text, with the noted numbers as they were spelled. */
  restore(value: unknown, parse: (text: string) => unknown): unknown {
    const restored = this.#values.length === 0 ? value : parse(this.#withQuotes());
    if (this.#ids.length === 0) return restored;
    const envelope = restored as Record<string, unknown>;
    const items = Array.isArray(envelope.params) ? envelope.params.filter(isJsonObject) : [];
    for (const { item, start, end } of this.#ids) {
      const holder = item === undefined ? envelope : (items[item] as unknown as Record<string, unknown>);
      holder.id = rawJson(Buffer.from(this.#text.slice(start, end))) satisfies Json;
    }
    return restored;
  }

  /** True where an `id` is one that an answer repeats: in the envelope, or in an object of its `params`. */
  #isAddressed(depth: number): boolean {
    return this.#id === undefined && (depth === 1 || (depth === 3 && this.#isList));
  }

  #endId(before: number): void {
    const { depth, start, isExact } = this.#id!;
    this.#id = undefined;
    if (isExact) return;
    const behind = this.#text.slice(start, before).trimEnd();
    const end = start + (behind.charCodeAt(behind.length - 1) === COMMA ? behind.length - 1 : behind.length);
    this.#ids.push({ start, end, item: depth === 1 ? undefined : this.#itemCount - 1 });
  }

  #isNegativeZero(start: number, end: number): boolean {
    return end - start === 2 && this.#text.startsWith('-0', start);
  }

  #withQuotes(): string {
    const pieces: string[] = [];
    let at = 0;
    for (const { start, end } of this.#values) {
      pieces.push(this.#text.slice(at, start), '"', this.#text.slice(start, end), '"');
      at = end;
    }
    pieces.push(this.#text.slice(at));
    return pieces.join('');
  }
}
