/** A payment channel in a validated ledger, read from the JSON of entries and metadata. */
import type { Hash256, Hex, Json, JsonObject } from '../protocol/values.ts';
import { isJsonObject } from '../rpc/params/json-values.ts';

export interface WatchedChannel {
  readonly id: Hash256;
  /** Addresses. */
  readonly payer: string;
  readonly payee: string;
  /** Upper-case hex. */
  readonly publicKey: Hex;
  /** Total that the payer put into the channel. */
  readonly amountDrops: bigint;
  /** Total that the channel has paid. */
  readonly balanceDrops: bigint;
  readonly settleDelaySeconds: number;
  /** Ledger time, as `cancelAfterSeconds`; undefined unless a close was requested. */
  readonly expirationSeconds: number | undefined;
  /** Set when the channel was created. */
  readonly cancelAfterSeconds: number | undefined;
  /** Index of the validated ledger with this state. */
  readonly asOf: number;
}

/** The channel of a ledger entry in JSON; undefined if the entry is not a channel. */
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

/** The last second in which the channel pays, compared with the close time of the parent ledger; infinite without an end. */
export function endSeconds({ expirationSeconds, cancelAfterSeconds }: WatchedChannel): number {
  return Math.min(expirationSeconds ?? Number.POSITIVE_INFINITY, cancelAfterSeconds ?? Number.POSITIVE_INFINITY);
}

/** Drops that a claim would pay now. A claim above the amount of the channel pays the rest. */
export function payableDrops(claimDrops: bigint, { amountDrops, balanceDrops }: WatchedChannel): bigint {
  const most = claimDrops < amountDrops ? claimDrops : amountDrops;
  return most > balanceDrops ? most - balanceDrops : 0n;
}

/** A channel after a validated transaction that changed it. */
export type ChannelUpdate =
  | { readonly kind: 'present'; readonly channel: WatchedChannel }
  | { readonly kind: 'deleted'; readonly channel: WatchedChannel };

/** The channels in the metadata of a transaction, of any payee. */
export function channelUpdates(meta: Json | undefined, ledgerIndex: number): ChannelUpdate[] {
  const nodes = isJsonObject(meta) && Array.isArray(meta.AffectedNodes) ? meta.AffectedNodes : [];
  return nodes.flatMap((node) => {
    const [kind, facts] = Object.entries(node as JsonObject)[0] ?? [];
    if (!isJsonObject(facts) || facts.LedgerEntryType !== 'PayChannel') return [];
    const fields = kind === 'CreatedNode' ? createdFields(facts.NewFields) : facts.FinalFields;
    const channel = channelOfEntry(String(facts.LedgerIndex), fields, ledgerIndex);
    if (channel === undefined) return [];
    return [{ kind: kind === 'DeletedNode' ? 'deleted' : 'present', channel } as const];
  });
}

/** Metadata omits fields that are zero in a new entry. */
function createdFields(fields: Json | undefined): JsonObject | undefined {
  return isJsonObject(fields) ? { Balance: '0', SettleDelay: 0, ...fields } : undefined;
}
