/** A payment channel that pays the payee, as a validated ledger has it, and how the ledger's JSON spells it. */
import type { Hash256, Hex, Json, JsonObject } from '../protocol/values.ts';
import { isJsonObject } from '../rpc/params/json-values.ts';

export interface WatchedChannel {
  readonly id: Hash256;
  /** Addresses. */
  readonly payer: string;
  readonly payee: string;
  /** Upper-case hex. */
  readonly publicKey: Hex;
  /** All that the payer set aside. */
  readonly amountDrops: bigint;
  /** What the channel has paid in total. */
  readonly balanceDrops: bigint;
  readonly settleDelaySeconds: number;
  /** On the ledger's time scale, as is the next; undefined while nobody has asked for a close. */
  readonly expirationSeconds: number | undefined;
  /** The end that was set when the channel was opened. */
  readonly cancelAfterSeconds: number | undefined;
  /** Index of the validated ledger in which it stood like that. */
  readonly asOf: number;
}

/** The channel of a ledger entry in JSON; undefined for what is no channel. */
export function channelOfEntry(id: string, entry: Json | undefined, asOf: number): WatchedChannel | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { Account, Destination, Amount, Balance, PublicKey, SettleDelay, Expiration, CancelAfter } = entry;
  if (![Account, Destination, Amount, Balance, PublicKey].every((text) => typeof text === 'string')) return undefined;
  return {
    id: id.toUpperCase(),
    payer: Account as string,
    payee: Destination as string,
    publicKey: (PublicKey as string).toUpperCase(),
    amountDrops: BigInt(Amount as string),
    balanceDrops: BigInt(Balance as string),
    settleDelaySeconds: Number(SettleDelay),
    expirationSeconds: optionalNumber(Expiration),
    cancelAfterSeconds: optionalNumber(CancelAfter),
    asOf,
  };
}

function optionalNumber(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** The last second in which the channel pays, as the parent ledger's close time counts it; infinite if it has no end. */
export function endSeconds({ expirationSeconds, cancelAfterSeconds }: WatchedChannel): number {
  return Math.min(expirationSeconds ?? Number.POSITIVE_INFINITY, cancelAfterSeconds ?? Number.POSITIVE_INFINITY);
}

/** What a claim for so much would pay at once, in drops: a claim for more than there is pays what there is. */
export function payableDrops(claimDrops: bigint, { amountDrops, balanceDrops }: WatchedChannel): bigint {
  const most = claimDrops < amountDrops ? claimDrops : amountDrops;
  return most > balanceDrops ? most - balanceDrops : 0n;
}

/** What a validated transaction did to a channel. */
export type ChannelNews =
  | { readonly kind: 'is'; readonly channel: WatchedChannel }
  | { readonly kind: 'deleted'; readonly channel: WatchedChannel };

/** The channels in a transaction's metadata, whoever they pay. */
export function channelNews(meta: Json | undefined, ledgerIndex: number): ChannelNews[] {
  const nodes = isJsonObject(meta) && Array.isArray(meta.AffectedNodes) ? meta.AffectedNodes : [];
  return nodes.flatMap((node) => {
    const [kind, facts] = Object.entries(node as JsonObject)[0] ?? [];
    if (!isJsonObject(facts) || facts.LedgerEntryType !== 'PayChannel') return [];
    const fields = kind === 'CreatedNode' ? createdFields(facts.NewFields) : facts.FinalFields;
    const channel = channelOfEntry(String(facts.LedgerIndex), fields, ledgerIndex);
    if (channel === undefined) return [];
    return [{ kind: kind === 'DeletedNode' ? 'deleted' : 'is', channel } as const];
  });
}

/** Metadata leaves out of a new entry what is zero. */
function createdFields(fields: Json | undefined): JsonObject | undefined {
  return isJsonObject(fields) ? { Balance: '0', SettleDelay: 0, ...fields } : undefined;
}
