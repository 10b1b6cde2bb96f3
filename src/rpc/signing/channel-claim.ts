/**
 * How requests spell a claim against a payment channel (rippled: ChannelAuthorize.cpp, ChannelVerify.cpp). The
 * reference signs claims for nothing and for more drops than ever existed; no channel can pay either, so here they are
 * refused.
 */
import { parseAccountPublicKey } from '../../crypto/address.ts';
import { publicKeyType } from '../../crypto/key-pair.ts';
import { isLegalAmount, TOTAL_DROPS } from '../../protocol/amounts/amount-math.ts';
import type { Hash256, Hex, JsonObject } from '../../protocol/values.ts';
import { isHex } from '../../util/hex.ts';
import { invalidParams, missingField, RpcError } from '../method/errors.ts';
import { textParam } from '../params/convert-param.ts';
import { hasParam } from '../params/params.ts';
import { parseHash } from '../params/parse-hash.ts';

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn;
/** Digits of the largest number that fits in 64 bits; zeros before it are skipped and cost nothing. */
const AMOUNT = /^\+?0*(\d{1,20})$/;
const SIGNED_CLAIM_FIELDS = ['public_key', 'channel_id', 'amount', 'signature'] as const;

export interface Claim {
  readonly channelId: Hash256;
  /** All that the payee may ever have from the channel. */
  readonly drops: bigint;
}

export interface SignedClaim extends Claim {
  readonly publicKey: Hex;
  readonly signature: Hex;
}

/** Channel and amount of the claim in a request; `channelMalformed` or `channelAmtMalformed` otherwise. */
export function readClaim(params: JsonObject): Claim {
  const channelId = parseHash(textParam(params, 'channel_id'));
  if (channelId === undefined) throw new RpcError('channelMalformed');
  const { amount } = params;
  const digits = typeof amount === 'string' ? AMOUNT.exec(amount)?.[1] : undefined;
  const drops = digits === undefined ? undefined : BigInt(digits);
  if (drops === undefined || drops > MAX_UINT64) throw new RpcError('channelAmtMalformed');
  if (drops === 0n) throw amountError('a claim is for one drop at least');
  if (!isLegalAmount(drops)) throw amountError(`there never were more than ${TOTAL_DROPS} drops`);
  return { channelId, drops };
}

/** A claim with the key and the signature that go with it, none of them checked against each other. */
export function readSignedClaim(params: JsonObject): SignedClaim {
  for (const name of SIGNED_CLAIM_FIELDS) if (!hasParam(params, name)) throw missingField(name);
  const publicKey = parsePublicKey(textParam(params, 'public_key'));
  const claim = readClaim(params);
  const signature = wholeBytes(textParam(params, 'signature'));
  if (signature === '' || !isHex(signature)) throw invalidParams();
  return { ...claim, publicKey, signature };
}

/** Base58 or hex, as upper-case hex. */
function parsePublicKey(text: string): Hex {
  // Hex is asked for first, for it costs nothing; no text is a key in both spellings.
  const hex = wholeBytes(text);
  const publicKey = publicKeyType(hex) === undefined ? parseAccountPublicKey(text) : hex.toUpperCase();
  if (publicKey === undefined) throw new RpcError('publicMalformed');
  return publicKey;
}

/** Of an odd number of hex digits the first is a byte of its own (strUnHex). */
function wholeBytes(digits: string): string {
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

function amountError(reason: string): RpcError {
  return new RpcError('channelAmtMalformed', `Invalid field 'amount': ${reason}.`);
}
