/**
 * Is a claim worth keeping? What a payee checks before it takes one as payment: the signature by the channel's own key,
 * and where the channel stands in the last validated ledger. Nothing here asks a server.
 */
import { verify } from '../crypto/signature.ts';
import { channelClaimMessage } from '../protocol/transaction/channel-claim.ts';
import type { Hash256, Hex } from '../protocol/values.ts';
import { endSeconds, payableDrops, type WatchedChannel } from './watched-channel.ts';

/** A claim as it came, with nothing checked but its spelling. */
export interface ReceivedClaim {
  readonly channelId: Hash256;
  /** All that the payee may have from the channel so far. */
  readonly drops: bigint;
  readonly signature: Hex;
  /** Absent where the payer leaves it to the ledger. */
  readonly publicKey: Hex | undefined;
}

/** A claim whose signature is the channel's. */
export interface KeptClaim {
  readonly channelId: Hash256;
  readonly drops: bigint;
  readonly signature: Hex;
  readonly publicKey: Hex;
  /** When it came, and since when there is something that was not paid yet: milliseconds since 1970. */
  readonly keptAtMs: number;
  readonly unpaidSinceMs: number;
}

export type VerdictCode =
  /** Kept: it is the best of its channel. */
  | 'kept'
  /** Genuine, but a claim for as much or more is kept already, or paid already. */
  | 'notBetter'
  | 'alreadyPaid'
  /** Refused. */
  | 'noChannel'
  | 'notThePayee'
  | 'wrongKey'
  | 'badSignature'
  | 'expired';

const GENUINE: ReadonlySet<string> = new Set<VerdictCode>(['kept', 'notBetter', 'alreadyPaid']);

/** True for the verdict on a claim that the channel's payer signed for this payee. */
export function isGenuine(code: string): boolean {
  return GENUINE.has(code);
}

export interface ClaimVerdict {
  readonly code: VerdictCode;
  /** In words. */
  readonly message: string;
  /** What is wrong with a claim that is kept all the same: `tooHigh`, `expiring`. */
  readonly warnings: readonly ClaimWarning[];
  /** What redeeming it now would pay. */
  readonly valueDrops: bigint;
}

export interface ClaimWarning {
  readonly code: 'tooHigh' | 'expiring';
  readonly message: string;
}

export interface VerdictBasis {
  /** Address that channels must pay. */
  readonly payee: string;
  readonly channel: WatchedChannel | undefined;
  /** The best claim so far. */
  readonly best: KeptClaim | undefined;
  /** Close time of the last validated ledger. */
  readonly closeTimeSeconds: number;
  /** How near an end must be to be warned of. */
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
    const message = `it is for ${drops} drops, and the channel was given only ${channel.amountDrops}`;
    warnings.push({ code: 'tooHigh', message });
  }
  const secondsLeft = endSeconds(channel) - closeTimeSeconds;
  if (channel.expirationSeconds !== undefined || secondsLeft <= marginSeconds) {
    warnings.push({ code: 'expiring', message: `the channel expires in ${secondsLeft} seconds` });
  }
  return warnings;
}
