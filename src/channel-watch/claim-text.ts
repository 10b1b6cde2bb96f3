/** Reads claims from text: JSON objects separated by white space, as `weir channel sign` prints them. */
import { parseAccountPublicKey } from '../crypto/address.ts';
import { publicKeyType } from '../crypto/key-pair.ts';
import { TOTAL_DROPS } from '../protocol/amounts/amount-math.ts';
import type { Hex, Json } from '../protocol/values.ts';
import { isJsonObject } from '../rpc/params/json-values.ts';
import { isHex } from '../util/hex.ts';
import type { ReceivedClaim } from './claim-verdict.ts';

/** A claim that is not well formed. The message names the member. */
export class MalformedClaimError extends Error {
  override readonly name = 'MalformedClaimError';
}

/** A claim has about 400. */
const MAX_OBJECT_CHARACTERS = 10_000;
const MAX_SIGNATURE_DIGITS = 200;

/** Reads a claim: `channel_id`, `amount` in drops, `signature`, and optionally `public_key`. Throws `MalformedClaimError`. */
export function parseReceivedClaim(json: unknown): ReceivedClaim {
  if (!isJsonObject(json)) throw new MalformedClaimError('a claim must be a JSON object');
  const { channel_id, amount, signature, public_key } = json;
  if (typeof channel_id !== 'string' || !isHex(channel_id, 32)) {
    throw new MalformedClaimError("'channel_id' must be a text of 64 hex digits");
  }
  const drops = typeof amount === 'string' && /^\d{1,20}$/.test(amount) ? BigInt(amount) : 0n;
  if (drops === 0n || drops > TOTAL_DROPS) {
    throw new MalformedClaimError("'amount' must be a text of digits: drops, from 1 to 100000000000000000");
  }
  if (
    typeof signature !== 'string' ||
    !isHex(signature) ||
    signature === '' ||
    signature.length > MAX_SIGNATURE_DIGITS
  ) {
    throw new MalformedClaimError("'signature' must be a text of hex digits");
  }
  const publicKey = public_key === undefined ? undefined : parsePublicKey(public_key);
  return { channelId: channel_id.toUpperCase(), drops, signature: signature.toUpperCase(), publicKey };
}

function parsePublicKey(text: Json): Hex {
  const key = typeof text === 'string' ? (parseAccountPublicKey(text) ?? text.toUpperCase()) : '';
  if (publicKeyType(key) !== undefined) return key;
  throw new MalformedClaimError("'public_key' must be a public key in base58 or hex");
}

/** Splits a text that arrives in pieces into its JSON objects. */
export class ClaimTextReader {
  #object = '';
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** True for the rest of a line that is not a JSON object. */
  #isSkipping = false;

  /** The parsed objects that end in this piece; a `MalformedClaimError` for each one that is not valid JSON. */
  push(piece: string): unknown[] {
    const found: unknown[] = [];
    for (const character of piece) {
      const one = this.#take(character);
      if (one !== undefined) found.push(one);
    }
    return found;
  }

  /** A `MalformedClaimError` if the text ends inside an object. */
  end(): MalformedClaimError | undefined {
    return this.#depth > 0 ? new MalformedClaimError('the last claim has no end') : undefined;
  }

  #take(character: string): unknown {
    if (this.#isSkipping) {
      if (character === '\n') this.#isSkipping = false;
      return undefined;
    }
    if (this.#depth === 0) return this.#begin(character);
    this.#object += character;
    this.#follow(character);
    if (this.#depth === 0) return this.#finish();
    return this.#object.length > MAX_OBJECT_CHARACTERS ? this.#discard(character) : undefined;
  }

  #begin(character: string): unknown {
    if (character === '{') {
      this.#object = character;
      this.#depth = 1;
      return undefined;
    }
    return /[\s,[\]]/.test(character) ? undefined : this.#discard(character);
  }

  #follow(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (this.#isInString) {
      if (character === '\\') this.#isEscaped = true;
      if (character === '"') this.#isInString = false;
    } else if (character === '"') this.#isInString = true;
    else if (character === '{') this.#depth += 1;
    else if (character === '}') this.#depth -= 1;
  }

  #finish(): unknown {
    const text = this.#object;
    this.#object = '';
    try {
      return JSON.parse(text);
    } catch {
      return new MalformedClaimError('a claim must be a JSON object');
    }
  }

  /** Discards the object and skips to the next line. */
  #discard(character: string): MalformedClaimError {
    this.#object = '';
    this.#depth = 0;
    this.#isInString = false;
    this.#isEscaped = false;
    this.#isSkipping = character !== '\n';
    return new MalformedClaimError('a claim must be a JSON object of a usual size');
  }
}
