/**
 * Ledgers with something for every view of the explorer: payments, trust lines with and without authorization, a payment
 * channel, an AMM, offers, escrows, a failure, and hostile text in every field that can hold text.
 */
import { sign } from '../../../src/crypto/signature.ts';
import { XRP_ISSUE } from '../../../src/protocol/amounts/amount-math.ts';
import { ammKeylet, mptIssuanceId, payChanKeylet } from '../../../src/protocol/entries/keylets.ts';
import { nftokenId } from '../../../src/protocol/entries/nftoken-id.ts';
import { AccountSetFlags, TransactionFlags } from '../../../src/protocol/tables/flags.ts';
import { channelClaimMessage } from '../../../src/protocol/transaction/channel-claim.ts';
import type { StObject } from '../../../src/protocol/values.ts';
import { type Env, type Party, party, submitNow } from '../../support/env.ts';
import { testCurrency, tokens, USD } from '../../support/token-ledger.ts';

/** Issues USD and EUR, which need authorization. */
export const BANK = party('explorer bank');
export const CAFE = party('explorer cafe');
export const DORA = party('explorer dora');
export const ERIC = party('explorer eric');
/** Writes the hostile texts. */
export const MALLORY = party('explorer mallory');

const EUR = testCurrency('EUR');
const HOUR_SECONDS = 3_600;
const XRP = 1_000_000n;
const AMM_FEE = 200_000n;
const CLAIM_XRP = 50n;
const { asfRequireAuth, asfDefaultRipple } = AccountSetFlags;
const { tfSetfAuth } = TransactionFlags.TrustSet;
const { tfClose } = TransactionFlags.PaymentChannelClaim;

/** Markup that would run, a right-to-left override, a zero-width space and joiner, and a long word. */
export const HOSTILE_TEXT = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u202Egpj.exe\u200B\u2060${'A'.repeat(120)}`;
/** As much markup as 20 bytes hold; the first byte must not be 0. */
const HOSTILE_CURRENCY = hex('<svg onload=hack(1)>').slice(0, 40).padEnd(40, '0');

export function hex(text: string): string {
  return Buffer.from(text).toString('hex').toUpperCase();
}

export interface ExplorerLedger {
  /** CAFE pays 12.345678 XRP to DORA. */
  readonly payment: string;
  /** `tecPATH_DRY`. */
  readonly failure: string;
  /** From BANK to CAFE, with deposits, claims and a request to close. */
  readonly channel: string;
  /** A signed claim to 50 XRP, of which 38 are paid. */
  readonly claim: string;
  readonly amm: string;
  /** Views that show hostile text. */
  readonly hostilePlaces: readonly string[];
  /** The ledger that funded the accounts. */
  readonly funded: number;
}

export async function makeLedger(env: Env): Promise<ExplorerLedger> {
  await env.fund(10_000, BANK, CAFE, DORA, ERIC, MALLORY);
  const funded = env.node.validated.ledgerIndex;
  const payment = send(env, CAFE, { TransactionType: 'Payment', Destination: DORA.id, Amount: 12_345_678n });
  await makeTrustLines(env);
  const { channel, claim } = await makeChannel(env);
  const amm = await makeAmm(env);
  makeEscrows(env);
  const failure = send(
    env,
    DORA,
    { TransactionType: 'Payment', Destination: ERIC.id, Amount: tokens('5', CAFE.id) },
    'tecPATH_DRY',
  );
  const hostile = await makeHostile(env);
  const { ledgerIndex } = env.node.validated;
  const hostilePlaces = [
    `#/account/${MALLORY.address}`,
    `#/account/${DORA.address}`,
    `#/book/${encodeURIComponent(`XRP ${HOSTILE_CURRENCY}/${MALLORY.address}`)}`,
    ...hostile.hashes.map((hash) => `#/tx/${hash}`),
    `#/nft/${hostile.nft}`,
    `#/issuance/${hostile.issuance}`,
    `#/ledger/${ledgerIndex}`,
    `#/compare/${funded}/${ledgerIndex}`,
  ];
  return { payment, failure, channel, claim, amm, hostilePlaces, funded };
}

/** Submits a transaction; returns its hash. */
function send(env: Env, sender: Party, fields: StObject, code = 'tesSUCCESS'): string {
  const transaction = env.sign(sender, fields);
  const { result } = submitNow(env.node, transaction);
  if (result !== code) throw new Error(`${fields.TransactionType}: ${result}`);
  return transaction.id;
}

async function makeTrustLines(env: Env): Promise<void> {
  for (const SetFlag of [asfRequireAuth, asfDefaultRipple]) send(env, BANK, { TransactionType: 'AccountSet', SetFlag });
  await env.close();
  const trust = (holder: Party, limit: string, issuer: Party, currency = USD, Flags = 0) =>
    send(env, holder, { TransactionType: 'TrustSet', LimitAmount: tokens(limit, issuer.id, currency), Flags });
  for (const holder of [CAFE, DORA]) {
    trust(holder, '1000', BANK);
    trust(BANK, '0', holder, USD, tfSetfAuth);
  }
  trust(CAFE, '500', BANK, EUR);
  trust(BANK, '0', CAFE, EUR, tfSetfAuth);
  trust(ERIC, '300', BANK);
  trust(ERIC, '50', DORA);
  trust(DORA, '75', ERIC);
  await env.close();
  const pay = (from: Party, to: Party, amount: string, currency = USD) =>
    send(env, from, { TransactionType: 'Payment', Destination: to.id, Amount: tokens(amount, from.id, currency) });
  pay(BANK, CAFE, '640.25');
  pay(BANK, DORA, '120');
  pay(BANK, CAFE, '80', EUR);
  pay(DORA, ERIC, '12.5');
  await env.close();
}

async function makeChannel(env: Env): Promise<{ channel: string; claim: string }> {
  const { Sequence } = env.account(BANK)!;
  send(env, BANK, {
    TransactionType: 'PaymentChannelCreate',
    Destination: CAFE.id,
    Amount: 40n * XRP,
    SettleDelay: 2 * HOUR_SECONDS,
    PublicKey: BANK.keys.publicKey,
  });
  const channel = payChanKeylet(BANK.id, CAFE.id, Sequence).key;
  const pay = (xrp: bigint) => ({ TransactionType: 'PaymentChannelClaim', Balance: xrp * XRP, Amount: xrp * XRP });
  for (const change of [
    pay(6n),
    pay(21n),
    { TransactionType: 'PaymentChannelFund', Amount: 25n * XRP },
    pay(38n),
    { TransactionType: 'PaymentChannelClaim', Flags: tfClose },
  ]) {
    await env.close();
    env.clock.jump(HOUR_SECONDS / 2);
    await env.submitFresh(BANK, { Channel: channel, ...change }, 'tesSUCCESS');
  }
  await env.close();
  const signature = sign(channelClaimMessage(channel, CLAIM_XRP * XRP), BANK.keys);
  return { channel, claim: JSON.stringify({ amount: String(CLAIM_XRP * XRP), signature }) };
}

async function makeAmm(env: Env): Promise<string> {
  send(env, BANK, { TransactionType: 'TrustSet', LimitAmount: tokens('0', CAFE.id), Flags: tfSetfAuth });
  send(env, CAFE, { TransactionType: 'AccountSet', SetFlag: asfDefaultRipple });
  send(env, DORA, { TransactionType: 'TrustSet', LimitAmount: tokens('2000', CAFE.id) });
  await env.close();
  send(env, CAFE, { TransactionType: 'Payment', Destination: DORA.id, Amount: tokens('900', CAFE.id) });
  const pool = { Amount: 500n * XRP, Amount2: tokens('250', CAFE.id), TradingFee: 500 };
  send(env, DORA, { TransactionType: 'AMMCreate', ...pool, Fee: AMM_FEE });
  for (const [xrp, usd] of [
    [10n, '6'],
    [20n, '11'],
    [15n, '7'],
  ] as const) {
    send(env, ERIC, { TransactionType: 'OfferCreate', TakerGets: xrp * XRP, TakerPays: tokens(usd, CAFE.id) });
  }
  await env.close();
  return ammKeylet(XRP_ISSUE, { currency: USD, issuer: CAFE.id }).key;
}

function makeEscrows(env: Env): void {
  for (const [xrp, finishHours, cancelHours] of [
    [5n, 1, 30],
    [9n, 12, 48],
    [2n, 3, 9],
  ] as const) {
    send(env, CAFE, {
      TransactionType: 'EscrowCreate',
      Destination: DORA.id,
      Amount: xrp * XRP,
      FinishAfter: env.nowSeconds + finishHours * HOUR_SECONDS,
      CancelAfter: env.nowSeconds + cancelHours * HOUR_SECONDS,
    });
  }
}

/** Writes hostile text to each field that can hold text. */
async function makeHostile(env: Env): Promise<{ hashes: string[]; nft: string; issuance: string }> {
  const text = hex(HOSTILE_TEXT);
  const huge = tokens('9999999999999999', MALLORY.id, HOSTILE_CURRENCY);
  const Memos = ['MemoType', 'MemoFormat', 'MemoData'].map((name) => ({ Memo: { [name]: text } }));
  const hashes: string[] = [];
  const write = (writer: Party, fields: StObject) => hashes.push(send(env, writer, fields));
  write(MALLORY, { TransactionType: 'AccountSet', Domain: text, Memos });
  write(MALLORY, { TransactionType: 'AccountSet', SetFlag: asfDefaultRipple });
  const serial = env.account(MALLORY)!.Sequence;
  const nft = nftokenId({ issuer: MALLORY.id, taxon: 7, flags: 8, transferFee: 0, serial });
  write(MALLORY, { TransactionType: 'NFTokenMint', NFTokenTaxon: 7, URI: text, Flags: 8 });
  write(MALLORY, { TransactionType: 'DIDSet', URI: text, Data: text });
  const issuance = mptIssuanceId(env.account(MALLORY)!.Sequence, MALLORY.id);
  write(MALLORY, { TransactionType: 'MPTokenIssuanceCreate', MPTokenMetadata: text });
  const CredentialType = text.slice(0, 128);
  write(MALLORY, { TransactionType: 'CredentialCreate', Subject: DORA.id, CredentialType, URI: text });
  write(DORA, { TransactionType: 'TrustSet', LimitAmount: { ...huge, exponent: 80 } });
  write(DORA, { TransactionType: 'TrustSet', LimitAmount: tokens('5', MALLORY.id, testCurrency('<b>')) });
  await env.close();
  write(MALLORY, { TransactionType: 'Payment', Destination: DORA.id, Amount: { ...huge, exponent: -80 } });
  write(MALLORY, { TransactionType: 'OfferCreate', TakerGets: { ...huge, exponent: 20 }, TakerPays: XRP });
  await env.close();
  return { hashes, nft, issuance };
}
