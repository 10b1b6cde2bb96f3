/**
 * Long lists and objects in results. They are converted to text while they grow, so that no result is serialized at
 * once or kept as a million values. Short ones stay plain values.
 */
import type { Json } from '../../protocol/values.ts';
import { rawJson } from './raw-json.ts';

/** Values that are collected before they are converted to text. */
const CHUNK_VALUES = 128;

/** A list in the order of `push`. */
export class LongList {
  #values: Json[] = [];
  readonly #texts: Buffer[] = [];

  push(value: Json): void {
    this.#values.push(value);
    if (this.#values.length === CHUNK_VALUES) this.#write();
  }

  toJson(): Json {
    if (this.#texts.length === 0) return this.#values;
    if (this.#values.length > 0) this.#write();
    return rawJson([...this.#texts, Buffer.from(']')]);
  }

  /** The elements between the brackets. */
  #write(): void {
    const start = this.#texts.length === 0 ? '[' : ',';
    this.#texts.push(Buffer.from(start + JSON.stringify(this.#values).slice(1, -1)));
    this.#values = [];
  }
}

/** An object. Names must be unique and must not be numbers. */
export class LongObject {
  #members: Record<string, Json> = {};
  #count = 0;
  readonly #texts: Buffer[] = [];

  set(name: string, value: Json): void {
    this.#members[name] = value;
    this.#count += 1;
    if (this.#count === CHUNK_VALUES) this.#write();
  }

  toJson(): Json {
    if (this.#texts.length === 0) return this.#members;
    if (this.#count > 0) this.#write();
    return rawJson([...this.#texts, Buffer.from('}')]);
  }

  /** The members between the braces. */
  #write(): void {
    const start = this.#texts.length === 0 ? '{' : ',';
    this.#texts.push(Buffer.from(start + JSON.stringify(this.#members).slice(1, -1)));
    this.#members = {};
    this.#count = 0;
  }
}
