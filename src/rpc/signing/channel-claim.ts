/**
 * Reads payment channel claims from requests (rippled: ChannelAuthorize.cpp, ChannelVerify.cpp). The reference signs
 * claims for zero drops and for more than the total supply; no channel can pay them, so Weir refuses them.
 */
import { parseAccountPublicKey } from '../../crypto/address.ts';
import { publicKeyType } from '../../crypto/key-pair.ts';
import { isLegalAmount, TOTAL_DROPS } from '../../protocol/amounts/amount-math.ts';
import type { Hash256, Hex } from '../../protocol/values.ts';
import { isHex } from '../../util/hex.ts';
import type { RpcContext } from '../method/context.ts';
import { invalidParams, missingField, RpcError } from '../method/errors.ts';
import { type ParamReader, type ParamRow, readerOf } from '../method/param-row.ts';
import { textParam } from '../params/convert-param.ts';
import { hasParam } from '../params/params.ts';
import { parseHash } from '../params/parse-hash.ts';

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn;
/** The digits of a 64-bit number, after leading zeros. */
const AMOUNT = /^\+?0*(\d{1,20})$/;
const SIGNED_CLAIM_FIELDS = ['public_key', 'channel_id', 'amount', 'signature'] as const;

interface Claim {
  readonly channelId: Hash256;
  /** The cumulative amount that the payee may claim from the channel. */
  readonly drops: bigint;
}

export interface SignedClaim extends Claim {
  readonly publicKey: Hex;
  readonly signature: Hex;
}

export const claimedChannel: ParamReader<'string', Hash256> = {
  type: 'string',
  read: ({ params }, name) => {
    const channelId = parseHash(textParam(params, name));
    if (channelId === undefined) throw new RpcError('channelMalformed').about(name);
    return channelId;
  },
};

export const claimedDrops: ParamReader<'string', bigint> = {
  type: 'string',
  read: ({ params }, name) => {
    const amount = params[name];
    const digits = typeof amount === 'string' ? AMOUNT.exec(amount)?.[1] : undefined;
    const drops = digits === undefined ? undefined : BigInt(digits);
    if (drops === undefined || drops > MAX_UINT64) throw new RpcError('channelAmtMalformed').about(name);
    if (drops === 0n) throw amountError('a claim is for one drop at least');
    if (!isLegalAmount(drops)) throw amountError(`there never were more than ${TOTAL_DROPS} drops`);
    return drops;
  },
};

const channelKey: ParamReader<'string', Hex> = {
  type: 'string',
  read: ({ params }, name) => parsePublicKey(textParam(params, name)),
};

const claimSignature: ParamReader<'string', Hex> = {
  type: 'string',
  read: ({ params }, name) => {
    const signature = wholeBytes(textParam(params, name));
    if (signature === '' || !isHex(signature)) throw invalidParams().about(name);
    return signature;
  },
};

export const SIGNED_CLAIM_PARAMS = [
  { name: 'channel_id', ...claimedChannel, text: 'Id of the channel, 64 hex digits. Required without `claims`.' },
  { name: 'amount', ...claimedDrops, text: 'Drops of the claim, above zero. Required without `claims`.' },
  { name: 'public_key', ...channelKey, text: "The channel's key in base58 or hex. Required without `claims`." },
  { name: 'signature', ...claimSignature, text: 'Signature of the claim in hex. Required without `claims`.' },
] as const satisfies readonly ParamRow[];

const readerOfClaim = readerOf(SIGNED_CLAIM_PARAMS);

/** A claim with its key and signature. The signature is not verified here. */
export function readSignedClaim(context: RpcContext): SignedClaim {
  for (const name of SIGNED_CLAIM_FIELDS) if (!hasParam(context.params, name)) throw missingField(name);
  const read = readerOfClaim(context);
  const publicKey = read('public_key');
  const channelId = read('channel_id');
  return { channelId, drops: read('amount'), publicKey, signature: read('signature') };
}

/** Base58 or hex, as upper-case hex. */
function parsePublicKey(text: string): Hex {
  // Hex first, since it is cheaper; no text is valid in both forms.
  const hex = wholeBytes(text);
  const publicKey = publicKeyType(hex) === undefined ? parseAccountPublicKey(text) : hex.toUpperCase();
  if (publicKey === undefined) throw new RpcError('publicMalformed').about('public_key');
  return publicKey;
}

/** With an odd number of hex digits the first one is one byte (strUnHex). */
function wholeBytes(digits: string): string {
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

function amountError(reason: string): RpcError {
  return new RpcError('channelAmtMalformed', `Invalid field 'amount': ${reason}.`);
}
