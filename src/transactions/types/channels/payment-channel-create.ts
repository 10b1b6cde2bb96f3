/**
 * PaymentChannelCreate: reserves XRP for one destination, to be claimed with off-ledger signatures (rippled:
 * PaymentChannelCreate.cpp).
 */
import { publicKeyType } from '../../../crypto/key-pair.ts';
import type { ReadView } from '../../../ledger/read-view.ts';
import { accountReserve } from '../../../protocol/amounts/amount-math.ts';
import type { PayChannel } from '../../../protocol/entries/entries.ts';
import { accountKeylet, payChanKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags, hasFlag } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { sequenceProxy, type TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { insertOwnedEntry } from '../../accounts/owned-entries.ts';
import { isPseudoAccount } from '../../accounts/pseudo-account.ts';
import { isPositiveDrops } from '../../channels/payment-channel.ts';
import { defineTransaction } from '../../transaction-type.ts';

type PaymentChannelCreate = TransactionOf<'PaymentChannelCreate'>;

const { AccountRoot: Bits } = EntryFlags;

export const paymentChannelCreate = defineTransaction({
  name: 'PaymentChannelCreate',

  consequences({ Amount }) {
    return { potentialSpendDrops: Amount as bigint };
  },

  preflight({ tx }) {
    if (!isPositiveDrops(tx.Amount)) return 'temBAD_AMOUNT';
    if (tx.Account === tx.Destination) return 'temDST_IS_SRC';
    return publicKeyType(tx.PublicKey) === undefined ? 'temMALFORMED' : 'tesSUCCESS';
  },

  preclaim({ view, tx, fees }) {
    const account = view.read(accountKeylet(tx.Account));
    if (account === undefined) return 'terNO_ACCOUNT';
    const reserveDrops = accountReserve(fees, account.OwnerCount + 1);
    if (account.Balance < reserveDrops) return 'tecINSUFFICIENT_RESERVE';
    if (account.Balance < reserveDrops + (tx.Amount as bigint)) return 'tecUNFUNDED';
    return checkDestination(view, tx);
  },

  apply({ sandbox, tx }) {
    const account = sandbox.peek(accountKeylet(tx.Account));
    if (account === undefined) return 'tefINTERNAL';
    if (tx.CancelAfter !== undefined && sandbox.parentCloseTimeSeconds > tx.CancelAfter) return 'tecEXPIRED';
    const channel = newChannel(tx);
    account.Balance -= channel.Amount;
    return insertOwnedEntry(sandbox, channel);
  },
});

function checkDestination(view: ReadView, tx: Readonly<PaymentChannelCreate>): Ter {
  const destination = view.read(accountKeylet(tx.Destination));
  if (destination === undefined) return 'tecNO_DST';
  if (hasFlag(destination, Bits.lsfDisallowIncomingPayChan)) return 'tecNO_PERMISSION';
  if (hasFlag(destination, Bits.lsfRequireDestTag) && tx.DestinationTag === undefined) return 'tecDST_TAG_NEEDED';
  return isPseudoAccount(destination) ? 'tecNO_PERMISSION' : 'tesSUCCESS';
}

function newChannel(tx: Readonly<PaymentChannelCreate>): PayChannel {
  const { value: sequence } = sequenceProxy(tx);
  const channel = newEntry(payChanKeylet(tx.Account, tx.Destination, sequence));
  channel.Account = tx.Account;
  channel.Destination = tx.Destination;
  channel.Sequence = sequence;
  channel.Amount = tx.Amount as bigint;
  channel.PublicKey = tx.PublicKey;
  channel.SettleDelay = tx.SettleDelay;
  if (tx.CancelAfter !== undefined) channel.CancelAfter = tx.CancelAfter;
  if (tx.SourceTag !== undefined) channel.SourceTag = tx.SourceTag;
  if (tx.DestinationTag !== undefined) channel.DestinationTag = tx.DestinationTag;
  return channel;
}
