/** Explains why a payment channel refuses a transaction: account, key, amount or time. */
import type { PayChannel } from '../../protocol/entries/entries.ts';
import { hasFlag, TransactionFlags } from '../../protocol/tables/flags.ts';
import type { AccountId, Amount, Hash256, Hex } from '../../protocol/values.ts';
import { channelKeylet, settleTimeSeconds } from '../channels/payment-channel.ts';
import type { Subject } from './findings.ts';
import { type AccountNamer, accountNamer, dropsWords, timeWords } from './value-words.ts';

const { tfRenew } = TransactionFlags.PaymentChannelClaim;

/** Fields of both transaction types. */
interface ChannelFields {
  readonly Account: AccountId;
  readonly Channel: Hash256;
  readonly Flags?: number;
  readonly Expiration?: number;
  readonly Balance?: Amount;
  readonly Signature?: Hex;
  readonly PublicKey?: Hex;
}

/**
 * Why a `PaymentChannelFund` or `PaymentChannelClaim` lacks permission; undefined for other transactions or reasons.
 */
export function channelPermission(subject: Subject): string | undefined {
  return fundPermission(subject) ?? claimPermission(subject);
}

/** Why the `Balance` of a `PaymentChannelClaim` cannot be paid. */
export function channelUnfunded(subject: Subject): string | undefined {
  const { tx, channel } = channelOf(subject, 'PaymentChannelClaim') ?? {};
  if (channel === undefined || typeof tx?.Balance !== 'bigint') return undefined;
  const asked = `Balance is ${dropsWords(tx.Balance)}, the total after the claim`;
  if (tx.Balance > channel.Amount) return `${asked}, and the channel has ${dropsWords(channel.Amount)}.`;
  return `${asked}, and the channel has paid ${dropsWords(channel.Balance)} already.`;
}

/** The channel of a transaction of this type, with its fields; undefined for other types and missing channels. */
function channelOf({ view, transaction: { fields } }: Subject, type: string) {
  if (fields.TransactionType !== type) return undefined;
  const tx = fields as unknown as ChannelFields;
  const channel = view.read(channelKeylet(tx.Channel));
  return channel && { tx, channel };
}

function fundPermission(subject: Subject): string | undefined {
  const { tx, channel } = channelOf(subject, 'PaymentChannelFund') ?? {};
  if (tx === undefined || channel === undefined) return undefined;
  if (channel.Account !== tx.Account) return onlyPayer(channel, accountNamer(subject.transaction), 'add to it');
  if (tx.Expiration === undefined) return undefined;
  const { view } = subject;
  const closed = timeWords(view.parentCloseTimeSeconds);
  const rule = `${timeWords(settleTimeSeconds(view, channel))}: the settle delay of ${channel.SettleDelay} seconds after the last ledger, which closed at ${closed}`;
  const own = channel.Expiration === undefined ? '' : `; or from its present one, ${timeWords(channel.Expiration)}`;
  return `Expiration is ${timeWords(tx.Expiration)}, and the channel allows one from ${rule}${own}.`;
}

function claimPermission(subject: Subject): string | undefined {
  const { tx, channel } = channelOf(subject, 'PaymentChannelClaim') ?? {};
  if (tx === undefined || channel === undefined) return undefined;
  const nameOf = accountNamer(subject.transaction);
  const { Account: payer, Destination: payee } = channel;
  if (tx.Account !== payer && tx.Account !== payee) {
    const closed = `the last ledger closed at ${timeWords(subject.view.parentCloseTimeSeconds)}`;
    return `Until a channel expires, only its payer, ${nameOf(payer)}, and its payee, ${nameOf(payee)}, may use or close it. ${endWords(channel)} (${closed}).`;
  }
  if (tx.Balance !== undefined && tx.Account === payee && tx.Signature === undefined) {
    return 'The payee needs a claim that the payer signed: Signature and PublicKey are absent.';
  }
  if (tx.Signature !== undefined && tx.PublicKey !== channel.PublicKey) {
    return `The key of the channel is ${channel.PublicKey}, and the claim has the PublicKey ${tx.PublicKey}.`;
  }
  return hasFlag(tx, tfRenew) && tx.Account !== payer ? onlyPayer(channel, nameOf, 'renew it (tfRenew)') : undefined;
}

function onlyPayer({ Account }: Readonly<PayChannel>, nameOf: AccountNamer, what: string): string {
  return `Only the payer of the channel, ${nameOf(Account)}, may ${what}.`;
}

function endWords({ Expiration, CancelAfter }: Readonly<PayChannel>): string {
  const ends = [Expiration, CancelAfter].filter((end) => end !== undefined);
  if (ends.length === 0) return 'It has neither an expiration nor a CancelAfter';
  return `It expires at ${timeWords(Math.min(...ends))}`;
}
