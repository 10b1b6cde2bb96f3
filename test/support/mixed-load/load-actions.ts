/** Actions of the traders: one or two submissions each, valid ones and ones that a server must refuse. */
import { createTransaction } from '../../../src/protocol/transaction/transaction.ts';
import type { LoadAccount } from './load-account.ts';
import type { Issuer, LoadParties } from './load-parties.ts';

/** `trader` is reserved while the action runs. */
type RunAction = (parties: LoadParties, trader: LoadAccount) => Promise<unknown>;

interface Action {
  readonly kind: string;
  /** Relative frequency. */
  readonly weight: number;
  readonly run: RunAction;
}

const XRP = 1_000_000n;
const UNFUNDED = 90_000_000_000n * XRP;
const MOST_FUNDS = 10n * XRP;
const CLAIM_DROPS = 1_000n;

const ACTIONS: readonly Action[] = [
  { kind: 'payment', weight: 40, run: payXrp },
  { kind: 'cheap payment', weight: 8, run: payCheaply },
  { kind: 'token payment', weight: 14, run: payTokens },
  { kind: 'issue', weight: 3, run: issueTokens },
  { kind: 'redemption', weight: 3, run: redeemTokens },
  { kind: 'limit', weight: 5, run: changeLimit },
  { kind: 'settings', weight: 5, run: changeSettings },
  { kind: 'claim', weight: 9, run: claimChannel },
  { kind: 'channel funding', weight: 2, run: fundChannel },
  { kind: 'gap', weight: 2, run: fillGap },
  { kind: 'unfunded payment', weight: 1, run: payTooMuch },
  { kind: 'payment without a path', weight: 1, run: payWithoutPath },
  { kind: 'payment to a missing account', weight: 1, run: payMissingAccount },
  { kind: 'claim with a wrong signature', weight: 1, run: claimWrongly },
  { kind: 'replay', weight: 1, run: replay },
  { kind: 'wrong signature', weight: 1, run: signWrongly },
  { kind: 'malformed', weight: 1, run: payNothing },
  { kind: 'too late', weight: 1, run: submitTooLate },
  { kind: 'too cheap', weight: 1, run: submitTooCheaply },
];

const WEIGHTS = ACTIONS.reduce((sum, { weight }) => sum + weight, 0);

/** Runs a random action of a free trader. Returns false if none is free. */
export async function act(parties: LoadParties): Promise<boolean> {
  const trader = parties.takeTrader();
  if (trader === undefined) return false;
  const { kind, run } = pickAction(parties);
  parties.desk.client.figures.count(`action ${kind}`);
  try {
    await run(parties, trader);
  } finally {
    trader.isBusy = false;
  }
  return true;
}

function pickAction({ random }: LoadParties): Action {
  let left = random.below(WEIGHTS);
  for (const action of ACTIONS) {
    left -= action.weight;
    if (left < 0) return action;
  }
  return ACTIONS[0]!;
}

function xrpPayment({ random }: LoadParties, to: LoadAccount) {
  const tag = random.chance(0.3) ? { DestinationTag: random.below(1_000) } : {};
  return { TransactionType: 'Payment', Destination: to.id, Amount: BigInt(random.between(1, 1_000)), ...tag };
}

function payXrp(parties: LoadParties, from: LoadAccount) {
  const to = parties.otherTrader(from);
  return parties.desk.place({ kind: 'payment', from, to, fields: xrpPayment(parties, to) });
}

/** Pays the base fee. If the open ledger costs more, the transaction waits in the queue. */
function payCheaply(parties: LoadParties, from: LoadAccount) {
  const to = parties.otherTrader(from);
  return parties.desk.place({ kind: 'cheap payment', from, to, fields: xrpPayment(parties, to), feeDrops: 10n });
}

function heldToken({ random, issuers }: LoadParties): Issuer {
  return issuers[random.below(2)]!;
}

function payTokens(parties: LoadParties, from: LoadAccount) {
  const to = parties.otherTrader(from);
  const Amount = parties.amount(heldToken(parties), `${parties.random.between(1, 99)}.25`);
  const fields = { TransactionType: 'Payment', Destination: to.id, Amount };
  return parties.desk.place({ kind: 'token payment', from, to, fields });
}

async function issueTokens(parties: LoadParties, to: LoadAccount) {
  const issuer = heldToken(parties);
  const from = parties.takeIfFree(issuer.account);
  if (from === undefined) return;
  const fields = { TransactionType: 'Payment', Destination: to.id, Amount: parties.amount(issuer, '12.5') };
  await parties.desk.place({ kind: 'issue', from, to, fields });
  from.isBusy = false;
}

function redeemTokens(parties: LoadParties, from: LoadAccount) {
  const issuer = heldToken(parties);
  const to = issuer.account;
  const fields = { TransactionType: 'Payment', Destination: to.id, Amount: parties.amount(issuer, '7.5') };
  return parties.desk.place({ kind: 'redemption', from, to, fields });
}

function changeLimit(parties: LoadParties, from: LoadAccount) {
  return parties.trust(from, heldToken(parties), parties.nextLimit());
}

function changeSettings(parties: LoadParties, from: LoadAccount) {
  const { random } = parties;
  const change = random.pick([{ Domain: random.hex(8) }, { Domain: '' }, { EmailHash: random.hex(16) }, {}]);
  return parties.desk.place({ kind: 'settings', from, fields: { TransactionType: 'AccountSet', ...change } });
}

/** The payee of a channel redeems a little more. The reserved trader does nothing. */
async function claimChannel(parties: LoadParties) {
  const channel = parties.random.pick(parties.channels);
  const from = parties.takeIfFree(channel.payee);
  if (from === undefined) return;
  channel.claimedDrops += CLAIM_DROPS;
  const fields = claimFields(channel.id, channel.payer, channel.claimedDrops);
  await parties.desk.place({ kind: 'claim', from, to: channel.payer, fields });
  from.isBusy = false;
}

/** Fields that redeem a claim signed by the payer. */
export function claimFields(channelId: string, payer: LoadAccount, drops: bigint) {
  return {
    TransactionType: 'PaymentChannelClaim',
    Channel: channelId,
    Balance: drops,
    Amount: drops,
    Signature: payer.signClaim(channelId, drops),
    PublicKey: payer.party.keys.publicKey,
  };
}

async function fundChannel(parties: LoadParties) {
  const { id, payer, payee } = parties.random.pick(parties.channels);
  const from = parties.takeIfFree(payer);
  if (from === undefined) return;
  const fields = { TransactionType: 'PaymentChannelFund', Channel: id, Amount: 100n };
  await parties.desk.place({ kind: 'channel funding', from, to: payee, fields });
  from.isBusy = false;
}

/** Submits the second transaction before the first, for which it waits. */
async function fillGap(parties: LoadParties, from: LoadAccount) {
  const to = parties.otherTrader(from);
  const order = { kind: 'gap', from, to, fields: xrpPayment(parties, to) };
  const early = from.sign(order.fields, parties.desk.feeDrops, from.sequence + 1);
  const answer = await parties.desk.send(order, early);
  if (!/^(terPRE_SEQ|telCAN_NOT_QUEUE)/.test(answer.engine_result)) {
    parties.desk.client.figures.report(`a payment out of turn was answered with ${answer.engine_result}`);
  }
  const { id, sequenceNext } = await parties.desk.place({ ...order, fields: xrpPayment(parties, to) });
  // Both are applied together, unless the first one is queued or a ledger is closing. A full ledger may defer the first one
  // for longer than the server keeps the second one, so the second one is submitted again when the first one is validated.
  if (sequenceNext > from.sequence) await parties.desk.book.validated(id);
  else parties.desk.client.figures.count('gaps filled late');
  await parties.desk.insist(order, early, true);
}

function payTooMuch(parties: LoadParties, from: LoadAccount) {
  const to = parties.otherTrader(from);
  const fields = { TransactionType: 'Payment', Destination: to.id, Amount: UNFUNDED };
  return parties.desk.place({ kind: 'unfunded payment', from, to, fields, results: /^tecUNFUNDED_PAYMENT$/ });
}

function payWithoutPath(parties: LoadParties, from: LoadAccount) {
  const to = parties.otherTrader(from);
  const fields = { TransactionType: 'Payment', Destination: to.id, Amount: parties.amount(parties.issuers[2]!, '1') };
  return parties.desk.place({ kind: 'payment without a path', from, fields, results: /^tecPATH_DRY$/ });
}

function payMissingAccount(parties: LoadParties, from: LoadAccount) {
  const fields = { TransactionType: 'Payment', Destination: parties.random.hex(20), Amount: 1n };
  return parties.desk.place({ kind: 'payment to a missing account', from, fields, results: /^tecNO_DST_INSUF_XRP$/ });
}

async function claimWrongly(parties: LoadParties, from: LoadAccount) {
  const channel = parties.random.pick(parties.channels);
  const fields = { ...claimFields(channel.id, from, MOST_FUNDS), PublicKey: channel.payer.party.keys.publicKey };
  if (from === channel.payer) return;
  await parties.desk.fail(
    { kind: 'wrong claim', from, fields },
    from.sign(fields, parties.desk.feeDrops),
    /^temBAD_SIGNATURE$/,
  );
}

async function replay(parties: LoadParties, from: LoadAccount) {
  // A transaction with the sequence number of a queued one may replace it.
  if (from.isLastQueued) return;
  const to = parties.otherTrader(from);
  const order = { kind: 'replay', from, to, fields: xrpPayment(parties, to) };
  const old = from.sign(order.fields, 10n, from.sequence - 1);
  await parties.desk.fail(order, old, /^tefPAST_SEQ$/);
}

async function signWrongly(parties: LoadParties, from: LoadAccount) {
  const to = parties.otherTrader(from);
  const order = { kind: 'wrong signature', from, to, fields: xrpPayment(parties, to) };
  const good = from.sign(order.fields, parties.desk.feeDrops);
  const bad = createTransaction({ ...good.fields, Amount: 123_456n });
  await parties.desk.fail(order, bad, /^invalidTransaction$/);
}

async function payNothing(parties: LoadParties, from: LoadAccount) {
  const to = parties.otherTrader(from);
  // An identical transaction would get another answer, because the server remembers malformed ones.
  const SourceTag = parties.random.below(0xffff_ffff);
  const order = { kind: 'malformed', from, to, fields: { ...xrpPayment(parties, to), Amount: 0n, SourceTag } };
  await parties.desk.fail(order, from.sign(order.fields, parties.desk.feeDrops), /^temBAD_AMOUNT$/);
}

async function submitTooLate(parties: LoadParties, from: LoadAccount) {
  const to = parties.otherTrader(from);
  const fields = { ...xrpPayment(parties, to), LastLedgerSequence: parties.desk.book.lastLedger - 1 };
  await parties.desk.fail(
    { kind: 'too late', from, to, fields },
    from.sign(fields, parties.desk.feeDrops),
    /^tefMAX_LEDGER$/,
  );
}

async function submitTooCheaply(parties: LoadParties, from: LoadAccount) {
  const to = parties.otherTrader(from);
  const order = { kind: 'too cheap', from, to, fields: xrpPayment(parties, to) };
  await parties.desk.fail(order, from.sign(order.fields, 1n), /^telINSUF_FEE_P$/);
}
