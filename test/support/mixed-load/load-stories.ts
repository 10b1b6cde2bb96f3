/**
 * Sequences of transactions over several ledgers: trust lines with authorization, channels from creation to deletion,
 * tickets, tokens that are sent and returned, and new accounts.
 */

import { payChanKeylet } from '../../../src/protocol/entries/keylets.ts';
import { TransactionFlags } from '../../../src/protocol/tables/flags.ts';
import type { Answer } from '../rpc-call.ts';
import type { LoadAccount } from './load-account.ts';
import { claimFields } from './load-actions.ts';
import { channelTerms, type LoadParties } from './load-parties.ts';

const { tfClose } = TransactionFlags.PaymentChannelClaim;
const CHANNEL_DROPS = 10_000_000n;
const CLAIMS = 4;
const TICKETS = 4;
const NEWCOMER_DROPS = 100_000_000n;
const OFFERED_DROPS = 1_000_000n;

/** An actor runs one story at a time. */
export type Story = (parties: LoadParties, actor: LoadAccount) => Promise<void>;

export const STORIES: readonly Story[] = [authorizedLine, channelLife, tickets, tokenTrip];

/** A line is created, listed as pending, authorized, used and deleted. */
async function authorizedLine(parties: LoadParties, holder: LoadAccount): Promise<void> {
  const { desk } = parties;
  const issuer = parties.issuers[2]!;
  await desk.book.validated((await parties.trust(holder, issuer, '1000')).id);
  const pending = { account: issuer.account.address, authorization: 'pending', limit: 400 };
  expectLine(parties, await desk.client.call('account_lines', pending), holder, 'a pending line');
  await withIssuer(parties, issuer.account, () => parties.authorize(issuer, holder));
  const amount = { TransactionType: 'Payment', Destination: holder.id, Amount: parties.amount(issuer, '10') };
  const issue = { kind: 'authorized issue', from: issuer.account, to: holder, fields: amount };
  const issued = await withIssuer(parties, issuer.account, () => desk.place(issue));
  await desk.book.validated(issued.id);
  const authorized = { account: issuer.account.address, authorization: 'authorized', limit: 400 };
  expectLine(parties, await desk.client.call('account_lines', authorized), holder, 'an authorized line');
  const fields = { TransactionType: 'Payment', Destination: issuer.account.id, Amount: parties.amount(issuer, '10') };
  await desk.place({ kind: 'authorized redemption', from: holder, to: issuer.account, fields });
  await desk.book.validated((await parties.trust(holder, issuer, '0')).id);
  const { lines } = await desk.client.call('account_lines', {
    account: holder.address,
    peer: issuer.account.address,
    ledger_index: 'validated',
  });
  if (lines?.length !== 0) desk.client.figures.report(`a line is still there: ${JSON.stringify(lines)}`);
}

function expectLine({ desk }: LoadParties, { lines }: Answer, { address }: LoadAccount, what: string): void {
  const isThere = lines?.some(({ account }: Answer) => account === address);
  if (!isThere) desk.client.figures.report(`${what} of ${address} is not listed`);
}

/** Reserves an issuer for the work. */
async function withIssuer<T>(parties: LoadParties, account: LoadAccount, work: () => Promise<T>): Promise<T> {
  while (parties.takeIfFree(account) === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
  try {
    return await work();
  } finally {
    account.isBusy = false;
  }
}

async function channelLife(parties: LoadParties, payer: LoadAccount): Promise<void> {
  const { desk } = parties;
  const { figures } = desk.client;
  const payee = parties.random.pick(parties.traders);
  const id = payChanKeylet(payer.id, payee.id, payer.sequence).key;
  await desk.settle({ kind: 'channel', from: payer, to: payee, fields: channelTerms(payer, payee, CHANNEL_DROPS) });
  const listed = await desk.client.call('account_channels', { account: payer.address, ledger_index: 'validated' });
  if (!listed.channels?.some(({ channel_id }: Answer) => channel_id === id))
    figures.report(`channel ${id} is not listed`);
  await desk.place({
    kind: 'channel funding',
    from: payer,
    to: payee,
    fields: { TransactionType: 'PaymentChannelFund', Channel: id, Amount: CHANNEL_DROPS },
  });
  for (let claim = 1n; claim <= CLAIMS; claim++) await redeem(parties, id, payer, payee, claim * 1_000_000n);
  const closing = { TransactionType: 'PaymentChannelClaim', Channel: id, Flags: tfClose };
  await whenFree(payee);
  await desk.settle({ kind: 'channel close', from: payee, to: payer, fields: closing });
  payee.isBusy = false;
  const { error } = await desk.client.call('ledger_entry', { payment_channel: id, ledger_index: 'validated' });
  if (error !== 'entryNotFound') figures.report(`channel ${id} was closed, and its entry says ${error}`);
}

async function redeem(
  parties: LoadParties,
  id: string,
  payer: LoadAccount,
  payee: LoadAccount,
  drops: bigint,
): Promise<void> {
  const { desk } = parties;
  const fields = claimFields(id, payer, drops);
  const claim = { channel_id: id, amount: String(drops), signature: fields.Signature, public_key: fields.PublicKey };
  const verdict = await desk.client.call('channel_verify', { ...claim, channel_state: true });
  if (verdict.redeemable !== true)
    desk.client.figures.report(`a good claim is not redeemable: ${JSON.stringify(verdict)}`);
  await whenFree(payee);
  try {
    await desk.settle({ kind: 'claim', from: payee, to: payer, fields });
  } finally {
    payee.isBusy = false;
  }
}

/** Reserves an account as soon as it is free. */
async function whenFree(account: LoadAccount): Promise<void> {
  while (account.isBusy) await new Promise((resolve) => setTimeout(resolve, 5));
  account.isBusy = true;
}

/** Uses all tickets, the last one first. */
async function tickets(parties: LoadParties, owner: LoadAccount): Promise<void> {
  const { desk } = parties;
  const first = owner.sequence + 1;
  const fields = { TransactionType: 'TicketCreate', TicketCount: TICKETS };
  await desk.settle({ kind: 'tickets', from: owner, fields });
  owner.sequence += TICKETS;
  const to = parties.random.pick(parties.traders);
  const uses = Array.from({ length: TICKETS }, (_, at) => {
    const payment = {
      TransactionType: 'Payment',
      Destination: to.id,
      Amount: 1n,
      TicketSequence: first + TICKETS - 1 - at,
    };
    return desk.settle({ kind: 'ticket', from: owner, to, fields: payment, sequence: 0 });
  });
  await Promise.all(uses);
  const { account_objects: left } = await desk.client.call('account_objects', {
    account: owner.address,
    type: 'ticket',
    ledger_index: 'validated',
  });
  if (left?.length !== 0) desk.client.figures.report(`tickets are still there: ${JSON.stringify(left)}`);
}

/** An actor gets tokens from a trader and returns them, if `ripple_path_find` finds a path. */
async function tokenTrip(parties: LoadParties, actor: LoadAccount): Promise<void> {
  const { desk } = parties;
  const dollar = parties.issuers[0]!;
  const other = parties.random.pick(parties.traders);
  await desk.book.validated((await parties.trust(actor, dollar, '1000')).id);
  const fields = { TransactionType: 'Payment', Destination: actor.id, Amount: parties.amount(dollar, '5') };
  await whenFree(other);
  await desk.settle({ kind: 'trip', from: other, to: actor, fields }).finally(() => {
    other.isBusy = false;
  });
  const value = { currency: 'USD', issuer: dollar.account.address, value: '5' };
  const question = { source_account: actor.address, destination_account: other.address, destination_amount: value };
  const { alternatives } = await desk.client.call('ripple_path_find', question);
  if (!(alternatives?.length > 0)) desk.client.figures.report(`no path from ${actor.address} to ${other.address}`);
  const back = { TransactionType: 'Payment', Destination: other.id, Amount: parties.amount(dollar, '5') };
  await desk.settle({ kind: 'trip back', from: actor, to: other, fields: back });
  await desk.book.validated((await parties.trust(actor, dollar, '0')).id);
}

/** Creates an account with a line and an offer, which all stay. Returns false if no trader is free to fund it. */
export async function settleNewcomer(parties: LoadParties): Promise<boolean> {
  const from = parties.takeTrader();
  if (from === undefined) return false;
  const { desk, crowdIssuer } = parties;
  const newcomer = parties.newcomer();
  const payment = { TransactionType: 'Payment', Destination: newcomer.id, Amount: NEWCOMER_DROPS };
  const { id } = await desk.place({ kind: 'newcomer', from, to: newcomer, fields: payment }).finally(() => {
    from.isBusy = false;
  });
  newcomer.sequence = (await desk.book.validated(id)).ledgerIndex;
  const limit = parties.nextLimit();
  await parties.trust(newcomer, crowdIssuer, limit);
  // Each offer has a price of its own, so it has its own page of the book.
  const fields = {
    TransactionType: 'OfferCreate',
    TakerPays: parties.amount(crowdIssuer, limit),
    TakerGets: OFFERED_DROPS,
  };
  await desk.place({ kind: 'offer of a newcomer', from: newcomer, fields });
  desk.client.figures.count('newcomers');
  return true;
}
