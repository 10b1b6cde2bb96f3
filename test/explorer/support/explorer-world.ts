/**
 * A world for the pictures of the explorer and for what must hold of every view: people who trust each other, a channel
 * with a life, a pool, escrows, and memos, domains, currencies and URIs of somebody who means no good.
 */
import { XRP_ISSUE } from '../../../src/protocol/amounts/amount-math.ts';
import { ammKeylet, mptIssuanceId, payChanKeylet } from '../../../src/protocol/entries/keylets.ts';
import { nftokenId } from '../../../src/protocol/entries/nftoken-id.ts';
import { AccountSetFlags, TransactionFlags } from '../../../src/protocol/tables/flags.ts';
import type { StObject } from '../../../src/protocol/values.ts';
import { type Env, type Party, party, submitNow } from '../../support/env.ts';
import { testCurrency, tokens, USD } from '../../support/token-ledger.ts';

/** Whose dollars and euros the others hold, with its approval only. */
export const BANK = party('explorer bank');
export const CAFE = party('explorer cafe');
export const DORA = party('explorer dora');
export const ERIC = party('explorer eric');
/** Who writes what must not run. */
export const HEXER = party('explorer hexer');

const EUR = testCurrency('EUR');
const HOUR_SECONDS = 3_600;
const DROPS = 1_000_000n;
const POOL_FEE = 200_000n;
const { tfSetfAuth } = TransactionFlags.TrustSet;
const { tfClose } = TransactionFlags.PaymentChannelClaim;

/** Markup that would run, a right-to-left override, a zero-width space and joiner, and a long row of one letter. */
const HOSTILE_TEXT = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u202Egpj.exe\u200B\u2060${'A'.repeat(120)}`;
/** As much of it as 20 bytes hold; the first must not be 0. */
const HOSTILE_CURRENCY = hex('<svg onload=hack(1)>').slice(0, 40).padEnd(40, '0');

function hex(text: string): string {
  return Buffer.from(text).toString('hex').toUpperCase();
}

export interface ExplorerWorld {
  /** Of BANK to CAFE, with deposits, claims and a request to close. */
  readonly channel: string;
  readonly amm: string;
  /** Each place where what the hexer wrote is shown, and what else a view can be opened of. */
  readonly hostilePlaces: readonly string[];
  readonly failure: string;
  /** The ledger in which the accounts were made. */
  readonly funded: number;
}

export async function makeExplorerWorld(env: Env): Promise<ExplorerWorld> {
  await env.fund(10_000, BANK, CAFE, DORA, ERIC, HEXER);
  const funded = env.node.validated.ledgerIndex;
  await makeTrust(env);
  const channel = await makeChannel(env);
  const amm = await makePool(env);
  makeEscrows(env);
  const failing = env.sign(DORA, { TransactionType: 'Payment', Destination: ERIC.id, Amount: tokens('5', CAFE.id) });
  submitNow(env.node, failing);
  const hostile = await makeHostile(env);
  const hostilePlaces = [
    `#/account/${HEXER.address}`,
    `#/account/${DORA.address}`,
    `#/book/${encodeURIComponent(`XRP ${HOSTILE_CURRENCY}/${HEXER.address}`)}`,
    ...hostile.ids.map((id) => `#/tx/${id}`),
    `#/nft/${hostile.nft}`,
    `#/issuance/${hostile.issuance}`,
    `#/ledger/${env.node.validated.ledgerIndex}`,
    `#/compare/${funded}/${env.node.validated.ledgerIndex}`,
  ];
  return { channel, amm, hostilePlaces, failure: failing.id, funded };
}

/** Lines with and without approval, in two currencies, and some between others than the bank. */
async function makeTrust(env: Env): Promise<void> {
  const { asfRequireAuth, asfDefaultRipple } = AccountSetFlags;
  for (const SetFlag of [asfRequireAuth, asfDefaultRipple]) did(env, BANK, { TransactionType: 'AccountSet', SetFlag });
  await env.close();
  const trust = (who: Party, text: string, issuer: Party, currency = USD, Flags = 0) =>
    did(env, who, { TransactionType: 'TrustSet', LimitAmount: tokens(text, issuer.id, currency), Flags });
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
    did(env, from, { TransactionType: 'Payment', Destination: to.id, Amount: tokens(amount, from.id, currency) });
  pay(BANK, CAFE, '640.25');
  pay(BANK, DORA, '120');
  pay(BANK, CAFE, '80', EUR);
  pay(DORA, ERIC, '12.5');
  await env.close();
}

async function makeChannel(env: Env): Promise<string> {
  const opening = {
    TransactionType: 'PaymentChannelCreate',
    Destination: CAFE.id,
    Amount: 40n * DROPS,
    SettleDelay: 2 * HOUR_SECONDS,
    PublicKey: BANK.keys.publicKey,
  };
  const { Sequence } = env.account(BANK)!;
  did(env, BANK, opening);
  const Channel = payChanKeylet(BANK.id, CAFE.id, Sequence).key;
  const later = async (who: Party, fields: StObject) => {
    await env.close();
    env.clock.jump(HOUR_SECONDS / 2);
    did(env, who, { Channel, ...fields });
  };
  const claim = (xrp: bigint) => ({
    TransactionType: 'PaymentChannelClaim',
    Balance: xrp * DROPS,
    Amount: xrp * DROPS,
  });
  await later(BANK, claim(6n));
  await later(BANK, claim(21n));
  await later(BANK, { TransactionType: 'PaymentChannelFund', Amount: 25n * DROPS });
  await later(BANK, claim(38n));
  await later(BANK, { TransactionType: 'PaymentChannelClaim', Flags: tfClose });
  await env.close();
  return Channel;
}

async function makePool(env: Env): Promise<string> {
  did(env, BANK, { TransactionType: 'TrustSet', LimitAmount: tokens('0', CAFE.id), Flags: tfSetfAuth });
  const pool = { Amount: 500n * DROPS, Amount2: tokens('250', CAFE.id), TradingFee: 500 };
  did(env, CAFE, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfDefaultRipple });
  did(env, DORA, { TransactionType: 'TrustSet', LimitAmount: tokens('2000', CAFE.id) });
  await env.close();
  did(env, CAFE, { TransactionType: 'Payment', Destination: DORA.id, Amount: tokens('900', CAFE.id) });
  did(env, DORA, { TransactionType: 'AMMCreate', ...pool, Fee: POOL_FEE });
  for (const [xrp, usd] of [
    ['10', '6'],
    ['20', '11'],
    ['15', '7'],
  ] as const) {
    const gets = BigInt(xrp) * DROPS;
    did(env, ERIC, { TransactionType: 'OfferCreate', TakerGets: gets, TakerPays: tokens(usd, CAFE.id) });
  }
  await env.close();
  return ammKeylet(XRP_ISSUE, { currency: USD, issuer: CAFE.id }).key;
}

function makeEscrows(env: Env): void {
  for (const [amount, after, until] of [
    [5n, 1, 30],
    [9n, 12, 48],
    [2n, 3, 9],
  ] as const) {
    did(env, CAFE, {
      TransactionType: 'EscrowCreate',
      Destination: DORA.id,
      Amount: amount * DROPS,
      FinishAfter: env.nowSeconds + after * HOUR_SECONDS,
      CancelAfter: env.nowSeconds + until * HOUR_SECONDS,
    });
  }
}

interface HostileIds {
  /** Of the transactions. */
  readonly ids: readonly string[];
  readonly nft: string;
  readonly issuance: string;
}

/** What can hold text of its author's choice. */
async function makeHostile(env: Env): Promise<HostileIds> {
  const text = hex(HOSTILE_TEXT);
  const long = tokens('9999999999999999', HEXER.id, HOSTILE_CURRENCY);
  const Memos = ['MemoType', 'MemoFormat', 'MemoData'].map((name) => ({ Memo: { [name]: text } }));
  const ids: string[] = [];
  const write = (who: Party, fields: StObject) => {
    const transaction = env.sign(who, fields);
    if (submitNow(env.node, transaction).result !== 'tesSUCCESS') throw new Error(`${fields.TransactionType}`);
    ids.push(transaction.id);
  };
  write(HEXER, { TransactionType: 'AccountSet', Domain: text, Memos });
  write(HEXER, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfDefaultRipple });
  const minted = { issuer: HEXER.id, taxon: 7, flags: 8, transferFee: 0, serial: env.account(HEXER)!.Sequence };
  write(HEXER, { TransactionType: 'NFTokenMint', NFTokenTaxon: 7, URI: text, Flags: 8 });
  write(HEXER, { TransactionType: 'DIDSet', URI: text, Data: text });
  const issuance = mptIssuanceId(env.account(HEXER)!.Sequence, HEXER.id);
  write(HEXER, { TransactionType: 'MPTokenIssuanceCreate', MPTokenMetadata: text });
  write(HEXER, {
    TransactionType: 'CredentialCreate',
    Subject: DORA.id,
    CredentialType: text.slice(0, 128),
    URI: text,
  });
  write(DORA, { TransactionType: 'TrustSet', LimitAmount: { ...long, exponent: 80 } });
  write(DORA, { TransactionType: 'TrustSet', LimitAmount: tokens('5', HEXER.id, testCurrency('<b>')) });
  await env.close();
  write(HEXER, { TransactionType: 'Payment', Destination: DORA.id, Amount: { ...long, exponent: -80 } });
  write(HEXER, { TransactionType: 'OfferCreate', TakerGets: { ...long, exponent: 20 }, TakerPays: 1_000_000n });
  await env.close();
  return { ids, nft: nftokenId(minted), issuance };
}

function did(env: Env, who: Party, fields: StObject): void {
  env.submit(who, fields, 'tesSUCCESS');
}
