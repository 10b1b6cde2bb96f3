/**
 * The ledger in memory for the examples of `docs/methods/`: an issuer, two approved holders, an account that waits for
 * approval and is paid by a channel, a signer list, a ticket, an AMM, a vault, a partly consumed offer, two price
 * oracles, and an NFT with offers. Clock, keys and random bytes are fixed, so each recording is the same.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodeSeed, seedOfPassphrase } from '../../src/crypto/seed.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../src/protocol/amounts/amount-math.ts';
import { AccountSetFlags, TransactionFlags } from '../../src/protocol/tables/flags.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { dispatch } from '../../src/rpc/execute.ts';
import type { OpenQuestion, StreamSubscriber } from '../../src/rpc/method/stream-subscriber.ts';
import type { ExampleAccount, ExampleChain } from '../../src/rpc/method-doc/method-doc.ts';
import { Env, party } from '../../test/support/env.ts';
import { type Answer, servicesOf } from '../../test/support/rpc-call.ts';

const START_XRP = 1000;
const SETTLE_DELAY_SECONDS = 3600;
/** 2027-01-01T00:00:00Z in seconds since 2000-01-01T00:00:00Z. */
const CANCEL_AFTER = 852_076_800;
const MAX_ACCOUNTS = 10_000;

export interface AskOptions {
  readonly apiVersion?: 1 | 2;
  /** Sends the request over a connection that can receive stream messages. */
  readonly isWebSocket?: boolean;
}

/** Calls a method as admin, by default with API version 1 over HTTP. Resolves with the complete result. */
export type Ask = (method: string, params?: JsonObject, options?: AskOptions) => Promise<Answer>;

export interface Story extends ExampleChain {
  readonly ask: Ask;
  /** Closes the open ledger. */
  close(): Promise<void>;
  /** Stops the server and removes the directory. */
  end(): Promise<void>;
  /** A directory for files that methods write. */
  readonly directory: string;
}

/** Creates the ledger in which the examples begin. */
export async function createStory(): Promise<Story> {
  const directory = mkdtempSync(path.join(tmpdir(), 'weir-examples-'));
  const env = await Env.create({
    isTestBench: true,
    stateDirectory: directory,
    randomBytes: (count) => Buffer.alloc(count, 7),
  });
  const [issuer, holder, buyer, payee] = ['issuer', 'holder', 'buyer', 'payee'].map(roleOf) as [
    ExampleAccount,
    ExampleAccount,
    ExampleAccount,
    ExampleAccount,
  ];
  await env.fund(START_XRP, ...['issuer', 'holder', 'buyer', 'payee'].map((name) => party(name)));
  const ask = askerOf(env);
  const send = async (who: ExampleAccount, fields: JsonObject) => {
    const answer = await ask('submit', { secret: who.secret, tx_json: { Account: who.address, ...fields } });
    assert.equal(answer.engine_result, 'tesSUCCESS', JSON.stringify(fields));
    return answer;
  };
  await issueTokens(env, send, { issuer, holder, buyer, payee });
  await makeMarket(env, send, { issuer, holder, buyer });
  const vaultId = await fillVault(env, ask, send, holder);
  const payment = await send(issuer, {
    ...{ TransactionType: 'Payment', Destination: holder.address },
    Amount: dollars(issuer, '25.5'),
  });
  const creation = await send(holder, {
    ...{ TransactionType: 'PaymentChannelCreate', Destination: payee.address, Amount: '100000000' },
    ...{ SettleDelay: SETTLE_DELAY_SECONDS, PublicKey: holder.publicKey, CancelAfter: CANCEL_AFTER, DestinationTag: 7 },
  });
  const signers = [issuer, holder].map(({ address }) => ({ SignerEntry: { Account: address, SignerWeight: 1 } }));
  await send(payee, { TransactionType: 'SignerListSet', SignerQuorum: 2, SignerEntries: signers });
  await send(holder, { TransactionType: 'TicketCreate', TicketCount: 1 });
  await reportPrices(env, send, { issuer, holder });
  await send(buyer, { TransactionType: 'OfferCreate', TakerPays: dollars(issuer, '10'), TakerGets: '20000000' });
  await send(issuer, { TransactionType: 'OfferCreate', TakerPays: '4000000', TakerGets: dollars(issuer, '2') });
  const mint = { TransactionType: 'NFTokenMint', NFTokenTaxon: 7, Flags: TransactionFlags.NFTokenMint.tfTransferable };
  await send(holder, { ...mint, TransferFee: 5000, URI: '697066733A2F2F706963747572652D31' });
  const { account_nfts: tokens } = await ask('account_nfts', { account: holder.address });
  const nftokenId: string = tokens[0].NFTokenID;
  await offerToken(send, nftokenId, { issuer, holder, buyer, payee });
  await env.close();
  const channelId: string = creation.channel_id;
  const amount = '45000000';
  const { signature } = await ask('channel_authorize', { channel_id: channelId, secret: holder.secret, amount });
  const { ledger_hash: ledgerHash } = await ask('ledger_closed');
  const people = { issuer, holder, buyer, payee };
  const hashes = { paymentHash: payment.tx_json.hash, creationHash: creation.tx_json.hash, ledgerHash };
  const facts = { channelId, nftokenId, vaultId, claim: { amount, signature }, ...hashes };
  const end = async () => {
    await env.stop();
    rmSync(directory, { recursive: true });
  };
  return { ask, close: () => env.close(), end, directory, ...people, ...facts };
}

/** A token amount in JSON. */
export function dollars({ address }: ExampleAccount, value: string): JsonObject {
  return { currency: 'USD', issuer: address, value };
}

async function issueTokens(
  env: Env,
  send: (who: ExampleAccount, fields: JsonObject) => Promise<Answer>,
  { issuer, holder, buyer, payee }: Pick<Story, 'issuer' | 'holder' | 'buyer' | 'payee'>,
): Promise<void> {
  for (const SetFlag of [AccountSetFlags.asfRequireAuth, AccountSetFlags.asfDefaultRipple]) {
    await send(issuer, { TransactionType: 'AccountSet', SetFlag });
  }
  await env.close();
  for (const approved of [holder, buyer]) {
    const Flags = TransactionFlags.TrustSet.tfSetfAuth;
    await send(issuer, { TransactionType: 'TrustSet', LimitAmount: dollars(approved, '0'), Flags });
  }
  for (const who of [holder, buyer, payee]) {
    await send(who, { TransactionType: 'TrustSet', LimitAmount: dollars(issuer, '1000') });
  }
  await env.close();
}

/**
 * The buyer deposits all their dollars into an AMM with XRP, and buys its auction slot for themselves and the holder.
 */
async function makeMarket(
  env: Env,
  send: (who: ExampleAccount, fields: JsonObject) => Promise<Answer>,
  { issuer, holder, buyer }: Pick<Story, 'issuer' | 'holder' | 'buyer'>,
): Promise<void> {
  const tokens = dollars(issuer, '100');
  await send(issuer, { TransactionType: 'Payment', Destination: buyer.address, Amount: tokens });
  await env.close();
  const [Asset, Asset2] = [{ currency: 'XRP' }, { currency: 'USD', issuer: issuer.address }];
  await send(buyer, { TransactionType: 'AMMCreate', Amount: '200000000', Amount2: tokens, TradingFee: 500 });
  const AuthAccounts = [{ AuthAccount: { Account: holder.address } }];
  await send(buyer, { TransactionType: 'AMMBid', Asset, Asset2, AuthAccounts });
}

/** Creates an XRP vault with a deposit of its owner; returns its id. */
async function fillVault(
  env: Env,
  ask: Ask,
  send: (who: ExampleAccount, fields: JsonObject) => Promise<Answer>,
  owner: ExampleAccount,
): Promise<string> {
  const Asset = { currency: 'XRP' };
  const creation = await send(owner, {
    TransactionType: 'VaultCreate',
    Asset,
    AssetsMaximum: '1000000000',
    Data: 'AB',
  });
  const { vault } = await ask('vault_info', { owner: owner.address, seq: creation.tx_json.Sequence });
  await send(owner, { TransactionType: 'VaultDeposit', VaultID: vault.index, Amount: '50000000' });
  await env.close();
  return vault.index;
}

/** Creates two offers to sell the token, one for the payee only and one for dollars, and one offer to buy it. */
async function offerToken(
  send: (who: ExampleAccount, fields: JsonObject) => Promise<Answer>,
  NFTokenID: string,
  { issuer, holder, buyer, payee }: Pick<Story, 'issuer' | 'holder' | 'buyer' | 'payee'>,
): Promise<void> {
  const offer = { TransactionType: 'NFTokenCreateOffer', NFTokenID };
  const Flags = TransactionFlags.NFTokenCreateOffer.tfSellNFToken;
  await send(holder, { ...offer, Amount: '5000000', Flags, Destination: payee.address, Expiration: CANCEL_AFTER });
  await send(holder, { ...offer, Amount: dollars(issuer, '3'), Flags });
  await send(buyer, { ...offer, Amount: '4000000', Owner: holder.address });
}

/** Two oracles report the price of XRP. */
async function reportPrices(
  env: Env,
  send: (who: ExampleAccount, fields: JsonObject) => Promise<Answer>,
  { issuer, holder }: Pick<Story, 'issuer' | 'holder'>,
): Promise<void> {
  const texts = { Provider: '70726F7669646572', AssetClass: '63757272656E6379' };
  const LastUpdateTime = env.nowSeconds + RIPPLE_EPOCH_OFFSET_SECONDS;
  for (const [who, AssetPrice] of [
    [issuer, '2e4'],
    [holder, '2e6'],
  ] as const) {
    const price = { BaseAsset: 'XRP', QuoteAsset: 'USD', AssetPrice, Scale: 3 };
    const fields = { OracleDocumentID: 1, ...texts, LastUpdateTime, PriceDataSeries: [{ PriceData: price }] };
    await send(who, { TransactionType: 'OracleSet', ...fields });
  }
}

function roleOf(passphrase: string): ExampleAccount {
  const { address, keys } = party(passphrase);
  return { address, secret: encodeSeed(seedOfPassphrase(passphrase)), publicKey: keys.publicKey };
}

function askerOf(env: Env): Ask {
  const usual = servicesOf(env);
  const services = { ...usual, server: { ...usual.server, requestStop: () => {} } };
  const subscriber = quietSubscriber();
  return async (method, params = {}, { apiVersion = 1, isWebSocket = false } = {}) => {
    const subscription = isWebSocket ? subscriber : undefined;
    const result = await dispatch(services, { method, params, apiVersion, role: 'admin', subscription });
    return JSON.parse(JSON.stringify(result));
  };
}

/** A connection that drops its messages. */
function quietSubscriber(): StreamSubscriber {
  let pathWatch: OpenQuestion | undefined;
  let pathChanges = 0;
  return {
    isEmpty: true,
    watchCount: 0,
    maxWatched: MAX_ACCOUNTS,
    subscribe: () => {},
    unsubscribe: () => {},
    get pathWatch() {
      return pathWatch;
    },
    get pathChanges() {
      return pathChanges;
    },
    watchPaths: (watch) => {
      pathWatch = watch;
      pathChanges += 1;
    },
  };
}
