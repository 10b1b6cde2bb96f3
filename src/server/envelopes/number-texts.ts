/**
 * Numbers whose text matters. JavaScript rounds integers over 2^53, has no number above 1.8e308 and does not keep the text of a number.
 * But an answer repeats an `id` as it was sent, and the digits of the `value` of a token amount are exact. So the check of a JSON text
 * notes the positions of such numbers, and `restore` puts them into the parsed value: an `id` as its text, a `value` as a string.
 */
import type { Json } from '../../protocol/values.ts';
import { rawJson } from '../../rpc/json/raw-json.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';

const OPEN_BRACE = 0x7b;
const COMMA = 0x2c;
/** Integers with up to this many digits and sign are always exact in JavaScript. */
const ALWAYS_EXACT_LENGTH = 15;
/** The largest mantissa in the text of an amount, 2^63 - 1. Larger numbers are rounded to the nearest number of JavaScript. */
const MAX_VALUE_DIGITS = '9223372036854775807';

function isExactAsText(number: string): boolean {
  const [mantissa = ''] = number.split(/e/i, 1);
  const digits = mantissa.replace(/\D/g, '').replace(/^0+/, '');
  const { length } = MAX_VALUE_DIGITS;
  return digits.length < length || (digits.length === length && digits <= MAX_VALUE_DIGITS);
}

/** Offsets of the first character and of the one after the last. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

interface NotedId extends Extent {
  /** Number of the object in `params` that has the `id`; undefined for the envelope. */
  readonly item: number | undefined;
}

/** Receives the names, containers and numbers of a valid JSON text in their order. */
export class NumberTexts {
  readonly #text: string;
  readonly #values: Extent[] = [];
  readonly #ids: NotedId[] = [];
  #isParams = false;
  #isList = false;
  /** Objects in `params` so far. */
  #itemCount = 0;
  /** The `id` whose value is being read. */
  #id: { readonly depth: number; readonly start: number; isExact: boolean } | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** A name: `open` is the offset of its first quote, `valueStart` the offset after its colon. */
  name(name: string, depth: number, open: number, valueStart: number): void {
    if (this.#id?.depth === depth) this.#endId(open);
    if (depth === 1) this.#isParams = name === 'params';
    if (name === 'id' && this.#isAddressed(depth)) this.#id = { depth, start: valueStart, isExact: true };
  }

  /** The beginning of a container; `depth` includes it. */
  open(code: number, depth: number): void {
    if (depth === 2) this.#isList = this.#isParams && code !== OPEN_BRACE;
    if (depth === 3 && this.#isList && code === OPEN_BRACE) this.#itemCount += 1;
  }

  /** The end of a container at `at`; `depth` includes it. */
  close(depth: number, at: number): void {
    if (this.#id?.depth === depth) this.#endId(at);
    if (depth === 2) this.#isList = false;
  }

  /** A number; `isValue` returns whether it is the member `value`. */
  number(start: number, end: number, isInteger: boolean, isValue: () => boolean): void {
    if (isInteger && end - start <= ALWAYS_EXACT_LENGTH && !this.#isNegativeZero(start, end)) return;
    const text = this.#text.slice(start, end);
    if (JSON.stringify(Number(text)) === text) return;
    if (this.#id !== undefined) this.#id.isExact = false;
    else if (isExactAsText(text) && isValue()) this.#values.push({ start, end });
  }

  /** The parsed value of the text, with the noted numbers as they were written. */
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

  /** True at a depth where an answer repeats an `id`: in the envelope, or in an object of its `params`. */
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
