/**
 * A short history with something for every view of the explorer to show, some of it written by somebody who means no
 * good.
 */
import { sign } from '../../../src/crypto/signature.ts';
import { payChanKeylet } from '../../../src/protocol/entries/keylets.ts';
import { channelClaimMessage } from '../../../src/protocol/transaction/channel-claim.ts';
import { type Env, MASTER, party, submitNow } from '../../support/env.ts';
import { tokens } from '../../support/token-ledger.ts';

export const ALICE = party('explorer alice');
export const BOB = party('explorer bob');
export const MALLORY = party('explorer mallory');
/** Whose tokens are held with approval only. */
export const ISSUER = party('explorer issuer');

const CHANNEL_DROPS = 7_000_000n;
/** The account's flag that makes it so (asfRequireAuth). */
const REQUIRE_AUTHORIZATION = 2;

/** Markup that would run, a right-to-left override, a zero-width space. */
export const HOSTILE_TEXT = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u202Egpj.exe\u200B';
const hex = (text: string) => Buffer.from(text).toString('hex').toUpperCase();

export interface ExplorerHistory {
  readonly payment: string;
  readonly failure: string;
  readonly hostile: string;
  /** The channel's id, and a claim to half of what is in it as Alice signed it. */
  readonly channel: string;
  readonly claim: string;
  /** The ledger in which the accounts were made. */
  readonly funded: number;
}

/**
 * Ledgers of payments, a failure, trust lines, a channel, an offer, an issuer with conditions, and what Mallory writes.
 * `payments` are extra ones of Alice to Bob.
 */
export async function makeExplorerHistory(env: Env, payments = 0): Promise<ExplorerHistory> {
  await env.fund(10_000, ALICE, BOB, MALLORY, ISSUER);
  const funded = env.node.validated.ledgerIndex;
  const pay = (drops: bigint) => ({ TransactionType: 'Payment', Destination: BOB.id, Amount: drops });
  const payment = env.sign(ALICE, pay(12_345_678n));
  submitNow(env.node, payment);
  await env.close();
  const failure = env.sign(ALICE, { TransactionType: 'Payment', Destination: BOB.id, Amount: tokens('5', MASTER.id) });
  submitNow(env.node, failure);
  env.submit(BOB, { TransactionType: 'TrustSet', LimitAmount: tokens('500', ALICE.id) }, 'tesSUCCESS');
  const opening = env.sign(ALICE, {
    TransactionType: 'PaymentChannelCreate',
    Destination: BOB.id,
    Amount: CHANNEL_DROPS,
    SettleDelay: 60,
    PublicKey: ALICE.keys.publicKey,
  });
  submitNow(env.node, opening);
  const channel = payChanKeylet(ALICE.id, BOB.id, opening.fields.Sequence as number).key;
  await env.close();
  env.submit(
    ALICE,
    { TransactionType: 'Payment', Destination: BOB.id, Amount: tokens('42.5', ALICE.id) },
    'tesSUCCESS',
  );
  env.submit(
    ALICE,
    { TransactionType: 'OfferCreate', TakerGets: 1_000_000n, TakerPays: tokens('3', MASTER.id) },
    'tesSUCCESS',
  );
  env.submit(ISSUER, { TransactionType: 'AccountSet', SetFlag: REQUIRE_AUTHORIZATION }, 'tesSUCCESS');
  const hostile = env.sign(MALLORY, {
    TransactionType: 'AccountSet',
    Domain: hex(HOSTILE_TEXT),
    Memos: [{ Memo: { MemoType: hex('text/html'), MemoData: hex(HOSTILE_TEXT) } }],
  });
  submitNow(env.node, hostile);
  await env.close();
  env.submit(BOB, { TransactionType: 'TrustSet', LimitAmount: tokens('900', ISSUER.id) }, 'tesSUCCESS');
  await env.close();
  for (let sent = 0; sent < payments; sent += 1) env.submit(ALICE, pay(BigInt(sent + 1)));
  if (payments > 0) await env.close();
  const amount = CHANNEL_DROPS / 2n;
  const claim = { amount: String(amount), signature: sign(channelClaimMessage(channel, amount), ALICE.keys) };
  return {
    payment: payment.id,
    failure: failure.id,
    hostile: hostile.id,
    channel,
    claim: JSON.stringify(claim),
    funded,
  };
}
