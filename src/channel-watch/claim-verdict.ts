/**
 * Checks a claim before a payee accepts it as payment: the signature must be by the key of the channel, and the channel must
 * be able to pay in the last validated ledger. Sends no requests.
 */
import { verify } from '../crypto/signature.ts';
import { channelClaimMessage } from '../protocol/transaction/channel-claim.ts';
import type { Hash256, Hex } from '../protocol/values.ts';
import { endSeconds, payableDrops, type WatchedChannel } from './watched-channel.ts';

/** A received claim; only its form is checked so far. */
export interface ReceivedClaim {
  readonly channelId: Hash256;
  /** Total that the payee may receive from the channel. */
  readonly drops: bigint;
  readonly signature: Hex;
  /** Absent: the public key of the channel. */
  readonly publicKey: Hex | undefined;
}

/** A claim with a valid signature by the key of the channel. */
export interface KeptClaim {
  readonly channelId: Hash256;
  readonly drops: bigint;
  readonly signature: Hex;
  readonly publicKey: Hex;
  /** When it was received, and since when part of it is unpaid: milliseconds since 1970. */
  readonly keptAtMs: number;
  readonly unpaidSinceMs: number;
}

export type VerdictCode =
  /** Kept: the highest claim of its channel. */
  | 'kept'
  /** Valid, but an equal or higher claim is kept or paid already. */
  | 'notBetter'
  | 'alreadyPaid'
  /** Refused. */
  | 'noChannel'
  | 'notThePayee'
  | 'wrongKey'
  | 'badSignature'
  | 'expired';

const GENUINE: ReadonlySet<string> = new Set<VerdictCode>(['kept', 'notBetter', 'alreadyPaid']);

/** True if the verdict means that the payer of the channel signed the claim for this payee. */
export function isGenuine(code: string): boolean {
  return GENUINE.has(code);
}

export interface ClaimVerdict {
  readonly code: VerdictCode;
  readonly message: string;
  /** Problems of a claim that is kept nevertheless. */
  readonly warnings: readonly ClaimWarning[];
  /** What it would pay if redeemed now. */
  readonly valueDrops: bigint;
}

export interface ClaimWarning {
  readonly code: 'tooHigh' | 'expiring';
  readonly message: string;
}

export interface VerdictBasis {
  /** Address of the payee. */
  readonly payee: string;
  readonly channel: WatchedChannel | undefined;
  /** The highest claim so far. */
  readonly best: KeptClaim | undefined;
  /** Close time of the last validated ledger. */
  readonly closeTimeSeconds: number;
  /** A channel that ends within this time gets a warning. */
  readonly marginSeconds: number;
}

export function judgeReceivedClaim(claim: ReceivedClaim, basis: VerdictBasis): ClaimVerdict {
  const { channel, payee, best, closeTimeSeconds } = basis;
  if (channel === undefined) return refused('noChannel', 'the validated ledger holds no payment channel with this id');
  if (channel.payee !== payee) return refused('notThePayee', `the channel pays ${channel.payee}`);
  if (claim.publicKey !== undefined && claim.publicKey !== channel.publicKey) {
    return refused('wrongKey', "the key is not the channel's");
  }
  if (!verify(channelClaimMessage(channel.id, claim.drops), channel.publicKey, claim.signature)) {
    return refused('badSignature', "the signature is not that of the channel's key for this channel and amount");
  }
  if (closeTimeSeconds > endSeconds(channel)) return refused('expired', 'the channel has expired');
  const warnings = warningsAbout(claim, channel, basis);
  const valueDrops = payableDrops(claim.drops, channel);
  if (best !== undefined && claim.drops <= best.drops) {
    return { code: 'notBetter', message: `a claim for ${best.drops} drops is kept already`, warnings, valueDrops };
  }
  if (claim.drops <= channel.balanceDrops) {
    const message = `the channel has already paid ${channel.balanceDrops} drops`;
    return { code: 'alreadyPaid', message, warnings, valueDrops };
  }
  return { code: 'kept', message: `the best claim of its channel: ${claim.drops} drops`, warnings, valueDrops };
}

function refused(code: VerdictCode, message: string): ClaimVerdict {
  return { code, message, warnings: [], valueDrops: 0n };
}

function warningsAbout(
  { drops }: ReceivedClaim,
  channel: WatchedChannel,
  { closeTimeSeconds, marginSeconds }: VerdictBasis,
): ClaimWarning[] {
  const warnings: ClaimWarning[] = [];
  if (drops > channel.amountDrops) {
    const message = `it is for ${drops} drops, but the channel holds only ${channel.amountDrops}`;
    warnings.push({ code: 'tooHigh', message });
  }
  const secondsLeft = endSeconds(channel) - closeTimeSeconds;
  if (channel.expirationSeconds !== undefined || secondsLeft <= marginSeconds) {
    warnings.push({ code: 'expiring', message: `the channel expires in ${secondsLeft} seconds` });
  }
  return warnings;
}
