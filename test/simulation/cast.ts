/** The accounts of a simulation, and the signed transactions for the model's actions. */

import { sign } from '../../src/crypto/signature.ts';
import { payChanKeylet } from '../../src/protocol/entries/keylets.ts';
import { parseCurrency } from '../../src/protocol/json/currency-text.ts';
import { channelClaimMessage } from '../../src/protocol/transaction/channel-claim.ts';
import type { Transaction } from '../../src/protocol/transaction/transaction.ts';
import { signTransaction } from '../../src/protocol/transaction/transaction-signature.ts';
import type { IssuedAmount, StObject } from '../../src/protocol/values.ts';
import { type Party, party } from '../support/env.ts';
import { type BodyOf, type ModelBody, type ModelTransaction, SETTINGS, type TrustFlag } from './model-state.ts';
import { PARTY_COUNT } from './plan.ts';

export const CAST: readonly Party[] = Array.from({ length: PARTY_COUNT }, (_, at) => party(`actor ${at}`, 'ed25519'));
const USD = parseCurrency('USD') as string;

const TRUST_FLAGS: Readonly<Record<TrustFlag, number>> = {
  auth: 0x0001_0000,
  noRipple: 0x0002_0000,
  clearNoRipple: 0x0004_0000,
  freeze: 0x0010_0000,
  clearFreeze: 0x0020_0000,
};
const RENEW = 0x0001_0000;
const CLOSE = 0x0002_0000;

/** The ledger's id of a channel of the model. */
export function channelId(key: string): string {
  const [from, to, number] = key.split('-').map(Number) as [number, number, number];
  return payChanKeylet(actor(from).id, actor(to).id, number).key;
}

export function actor(number: number): Party {
  return CAST[number] as Party;
}

export function signed(transaction: ModelTransaction): Transaction {
  const { from, feeDrops, sequence, ticket, lastLedger, body } = transaction;
  const { id, keys } = actor(from);
  const fields: StObject = {
    Account: id,
    Fee: feeDrops,
    Sequence: sequence,
    TicketSequence: ticket,
    LastLedgerSequence: lastLedger,
    ...fieldsOf(body),
  };
  return signTransaction(fields, keys);
}

function fieldsOf(body: ModelBody): StObject {
  switch (body.kind) {
    case 'pay':
      return { TransactionType: 'Payment', Destination: actor(body.to).id, Amount: body.drops, ...tagOf(body) };
    case 'send': {
      const Amount = tokens(body.units, body.issuer);
      return { TransactionType: 'Payment', Destination: actor(body.to).id, Amount, ...tagOf(body) };
    }
    case 'trust': {
      const Flags = body.flag === undefined ? 0 : TRUST_FLAGS[body.flag];
      return { TransactionType: 'TrustSet', LimitAmount: tokens(body.limit, body.peer), Flags };
    }
    case 'set':
      return { TransactionType: 'AccountSet', [body.on ? 'SetFlag' : 'ClearFlag']: SETTINGS[body.setting] };
    case 'tickets':
      return { TransactionType: 'TicketCreate', TicketCount: body.count };
    default:
      return channelFields(body);
  }
}

function channelFields(body: BodyOf<'open'> | BodyOf<'fund'> | BodyOf<'claim'>): StObject {
  if (body.kind === 'open') {
    return {
      TransactionType: 'PaymentChannelCreate',
      Destination: actor(body.to).id,
      Amount: body.drops,
      SettleDelay: body.delay,
      PublicKey: actor(0).keys.publicKey,
      CancelAfter: body.cancelAfter,
      ...tagOf(body),
    };
  }
  const Channel = channelId(body.channel);
  if (body.kind === 'fund') {
    return { TransactionType: 'PaymentChannelFund', Channel, Amount: body.drops, Expiration: body.expiration };
  }
  const Flags = body.ending === undefined ? 0 : body.ending === 'close' ? CLOSE : RENEW;
  const { balance: Balance, amount: Amount } = body;
  return { TransactionType: 'PaymentChannelClaim', Channel, Balance, Amount, Flags, ...claimSignature(body, Channel) };
}

/** All channels have the same key, so that every account can redeem a claim. */
function claimSignature({ signed: isSigned, balance, amount }: BodyOf<'claim'>, channel: string): StObject {
  if (!isSigned) return {};
  const { keys } = actor(0);
  return {
    PublicKey: keys.publicKey,
    Signature: sign(channelClaimMessage(channel, amount ?? balance ?? 0n), keys),
  };
}

function tagOf({ tag }: { readonly tag: boolean }): StObject {
  return tag ? { DestinationTag: 7 } : {};
}

function tokens(units: bigint, issuer: number): IssuedAmount {
  const named = { currency: USD, issuer: actor(issuer).id };
  if (units === 0n) return { mantissa: 0n, exponent: -100, ...named };
  let [mantissa, exponent] = [units, 0];
  for (; mantissa < 10n ** 15n; exponent--) mantissa *= 10n;
  return { mantissa, exponent, ...named };
}
