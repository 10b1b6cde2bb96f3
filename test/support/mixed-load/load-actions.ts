/** Actions of the traders: one or two submissions each, valid ones and ones that a server must refuse. */
import { createTransaction } from '../../../src/protocol/transaction/transaction.ts';
import type { LoadAccount } from './load-account.ts';
import type { Issuer, MixedWorld } from './mixed-world.ts';

/** `trader` is reserved while the action runs. */
type RunAction = (world: MixedWorld, trader: LoadAccount) => Promise<unknown>;

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
export async function act(world: MixedWorld): Promise<boolean> {
  const trader = world.takeTrader();
  if (trader === undefined) return false;
  const { kind, run } = pickAction(world);
  world.desk.client.figures.count(`action ${kind}`);
  try {
    await run(world, trader);
  } finally {
    trader.isBusy = false;
  }
  return true;
}

function pickAction({ random }: MixedWorld): Action {
  let left = random.below(WEIGHTS);
  for (const action of ACTIONS) {
    left -= action.weight;
    if (left < 0) return action;
  }
  return ACTIONS[0]!;
}

function xrpPayment({ random }: MixedWorld, to: LoadAccount) {
  const tag = random.chance(0.3) ? { DestinationTag: random.below(1_000) } : {};
  return { TransactionType: 'Payment', Destination: to.id, Amount: BigInt(random.between(1, 1_000)), ...tag };
}

function payXrp(world: MixedWorld, from: LoadAccount) {
  const to = world.otherTrader(from);
  return world.desk.place({ kind: 'payment', from, to, fields: xrpPayment(world, to) });
}

/** Pays the base fee. If the open ledger costs more, the transaction waits in the queue. */
function payCheaply(world: MixedWorld, from: LoadAccount) {
  const to = world.otherTrader(from);
  return world.desk.place({ kind: 'cheap payment', from, to, fields: xrpPayment(world, to), feeDrops: 10n });
}

function heldToken({ random, issuers }: MixedWorld): Issuer {
  return issuers[random.below(2)]!;
}

function payTokens(world: MixedWorld, from: LoadAccount) {
  const to = world.otherTrader(from);
  const Amount = world.amount(heldToken(world), `${world.random.between(1, 99)}.25`);
  const fields = { TransactionType: 'Payment', Destination: to.id, Amount };
  return world.desk.place({ kind: 'token payment', from, to, fields });
}

async function issueTokens(world: MixedWorld, to: LoadAccount) {
  const issuer = heldToken(world);
  const from = world.takeIfFree(issuer.account);
  if (from === undefined) return;
  const fields = { TransactionType: 'Payment', Destination: to.id, Amount: world.amount(issuer, '12.5') };
  await world.desk.place({ kind: 'issue', from, to, fields });
  from.isBusy = false;
}

function redeemTokens(world: MixedWorld, from: LoadAccount) {
  const issuer = heldToken(world);
  const to = issuer.account;
  const fields = { TransactionType: 'Payment', Destination: to.id, Amount: world.amount(issuer, '7.5') };
  return world.desk.place({ kind: 'redemption', from, to, fields });
}

function changeLimit(world: MixedWorld, from: LoadAccount) {
  return world.trust(from, heldToken(world), world.nextLimit());
}

function changeSettings(world: MixedWorld, from: LoadAccount) {
  const { random } = world;
  const change = random.pick([{ Domain: random.hex(8) }, { Domain: '' }, { EmailHash: random.hex(16) }, {}]);
  return world.desk.place({ kind: 'settings', from, fields: { TransactionType: 'AccountSet', ...change } });
}

/** The payee of a channel redeems a little more. The reserved trader does nothing. */
async function claimChannel(world: MixedWorld) {
  const channel = world.random.pick(world.channels);
  const from = world.takeIfFree(channel.payee);
  if (from === undefined) return;
  channel.claimedDrops += CLAIM_DROPS;
  const fields = claimFields(channel.id, channel.payer, channel.claimedDrops);
  await world.desk.place({ kind: 'claim', from, to: channel.payer, fields });
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

async function fundChannel(world: MixedWorld) {
  const { id, payer, payee } = world.random.pick(world.channels);
  const from = world.takeIfFree(payer);
  if (from === undefined) return;
  const fields = { TransactionType: 'PaymentChannelFund', Channel: id, Amount: 100n };
  await world.desk.place({ kind: 'channel funding', from, to: payee, fields });
  from.isBusy = false;
}

/** Submits the second transaction before the first, for which it waits. */
async function fillGap(world: MixedWorld, from: LoadAccount) {
  const to = world.otherTrader(from);
  const order = { kind: 'gap', from, to, fields: xrpPayment(world, to) };
  const early = from.sign(order.fields, world.desk.feeDrops, from.sequence + 1);
  const answer = await world.desk.send(order, early);
  if (!/^(terPRE_SEQ|telCAN_NOT_QUEUE)/.test(answer.engine_result)) {
    world.desk.client.figures.report(`a payment out of turn was answered with ${answer.engine_result}`);
  }
  const { sequenceNext } = await world.desk.place({ ...order, fields: xrpPayment(world, to) });
  if (sequenceNext > from.sequence) {
    // It was applied together with the first one.
    world.desk.book.accept(early.id);
    from.sequence += 1;
    return;
  }
  // If the first one is queued, or a ledger is closing, the second one is applied later, or when it is submitted again.
  world.desk.client.figures.count('gaps filled late');
  await world.desk.insist(order, early, true);
}

function payTooMuch(world: MixedWorld, from: LoadAccount) {
  const to = world.otherTrader(from);
  const fields = { TransactionType: 'Payment', Destination: to.id, Amount: UNFUNDED };
  return world.desk.place({ kind: 'unfunded payment', from, to, fields, results: /^tecUNFUNDED_PAYMENT$/ });
}

function payWithoutPath(world: MixedWorld, from: LoadAccount) {
  const to = world.otherTrader(from);
  const fields = { TransactionType: 'Payment', Destination: to.id, Amount: world.amount(world.issuers[2]!, '1') };
  return world.desk.place({ kind: 'payment without a path', from, fields, results: /^tecPATH_DRY$/ });
}

function payMissingAccount(world: MixedWorld, from: LoadAccount) {
  const fields = { TransactionType: 'Payment', Destination: world.random.hex(20), Amount: 1n };
  return world.desk.place({ kind: 'payment to a missing account', from, fields, results: /^tecNO_DST_INSUF_XRP$/ });
}

async function claimWrongly(world: MixedWorld, from: LoadAccount) {
  const channel = world.random.pick(world.channels);
  const fields = { ...claimFields(channel.id, from, MOST_FUNDS), PublicKey: channel.payer.party.keys.publicKey };
  if (from === channel.payer) return;
  await world.desk.fail(
    { kind: 'wrong claim', from, fields },
    from.sign(fields, world.desk.feeDrops),
    /^temBAD_SIGNATURE$/,
  );
}

async function replay(world: MixedWorld, from: LoadAccount) {
  // A transaction with the sequence number of a queued one may replace it.
  if (from.isLastQueued) return;
  const to = world.otherTrader(from);
  const order = { kind: 'replay', from, to, fields: xrpPayment(world, to) };
  const old = from.sign(order.fields, 10n, from.sequence - 1);
  await world.desk.fail(order, old, /^tefPAST_SEQ$/);
}

async function signWrongly(world: MixedWorld, from: LoadAccount) {
  const to = world.otherTrader(from);
  const order = { kind: 'wrong signature', from, to, fields: xrpPayment(world, to) };
  const good = from.sign(order.fields, world.desk.feeDrops);
  const bad = createTransaction({ ...good.fields, Amount: 123_456n });
  await world.desk.fail(order, bad, /^invalidTransaction$/);
}

async function payNothing(world: MixedWorld, from: LoadAccount) {
  const to = world.otherTrader(from);
  // An identical transaction would get another answer, because the server remembers malformed ones.
  const SourceTag = world.random.below(0xffff_ffff);
  const order = { kind: 'malformed', from, to, fields: { ...xrpPayment(world, to), Amount: 0n, SourceTag } };
  await world.desk.fail(order, from.sign(order.fields, world.desk.feeDrops), /^temBAD_AMOUNT$/);
}

async function submitTooLate(world: MixedWorld, from: LoadAccount) {
  const to = world.otherTrader(from);
  const fields = { ...xrpPayment(world, to), LastLedgerSequence: world.desk.book.lastLedger - 1 };
  await world.desk.fail(
    { kind: 'too late', from, to, fields },
    from.sign(fields, world.desk.feeDrops),
    /^tefMAX_LEDGER$/,
  );
}

async function submitTooCheaply(world: MixedWorld, from: LoadAccount) {
  const to = world.otherTrader(from);
  const order = { kind: 'too cheap', from, to, fields: xrpPayment(world, to) };
  await world.desk.fail(order, from.sign(order.fields, 1n), /^telINSUF_FEE_P$/);
}
