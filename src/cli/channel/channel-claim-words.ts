/** Readers for channels and claims on the command line. */
import { parseAccountPublicKey } from '../../crypto/address.ts';
import { publicKeyType } from '../../crypto/key-pair.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { parseJsonObject } from '../../rpc/method-doc/positional-words.ts';
import { parseDrops } from '../../rpc/method-doc/unit-words.ts';
import { usageError } from '../../util/command-error.ts';
import { isHex } from '../../util/hex.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The output of `weir channel sign`, and the parameters of `channel_verify`. */
export interface ClaimJson {
  readonly channel_id: string;
  /** Total drops that the payee may receive. */
  readonly amount: string;
  readonly public_key: string;
  readonly signature: string;
}

/** The id of a channel, in upper case. */
export function parseChannelId(text: string): string {
  if (isHex(text, 32)) return text.toUpperCase();
  throw usageError(`'${text}' is not a channel id: it must have 64 hex digits`);
}

/** A public key in base58 or hex, as upper-case hex. */
export function parsePublicKey(text: string): string {
  const publicKey = parseAccountPublicKey(text) ?? text.toUpperCase();
  if (publicKeyType(publicKey) !== undefined) return publicKey;
  throw usageError(`'${text}' is not a public key`);
}

/** A claim in a file (`-` is standard input), or in four words. */
export async function readClaimWords(words: readonly string[], terminal: Terminal): Promise<ClaimJson> {
  const [first, amount, signature, publicKey] = words;
  if (amount === undefined) return claimOfJson(parseJsonObject(await terminal.read(first!), 'the claim'));
  return checked({
    channel_id: first!,
    amount: parseDrops(amount).toString(),
    signature: signature!,
    public_key: publicKey!,
  });
}

function claimOfJson(json: JsonObject): ClaimJson {
  for (const name of ['channel_id', 'amount', 'public_key', 'signature']) {
    if (typeof json[name] !== 'string') throw usageError(`the claim must have '${name}' as text`);
  }
  const { channel_id, amount, public_key, signature } = json as unknown as ClaimJson;
  // Drops without a unit, as in the API.
  if (!/^\d{1,20}$/.test(amount)) throw usageError("the claim's 'amount' must be a text of digits (drops)");
  return checked({ channel_id, amount, public_key, signature });
}

function checked({ channel_id, amount, public_key, signature }: ClaimJson): ClaimJson {
  if (signature === '' || !isHex(signature)) throw usageError('the signature of the claim is not hex');
  return {
    channel_id: parseChannelId(channel_id),
    amount,
    public_key: parsePublicKey(public_key),
    signature: signature.toUpperCase(),
  };
}
