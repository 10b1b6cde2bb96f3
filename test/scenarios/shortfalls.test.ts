/**
 * Successes that did not do what the sender asked for, one story a subject. All places that show such a transaction say the same:
 * before it is sent, as its provisional result, when it is validated, later, and in a sentence of the explorer.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { SHORTFALLS } from '../../explorer/shortfalls/shortfalls.js';
import type { JsonObject } from '../../src/protocol/values.ts';
import { Env, type Party, party } from '../support/env.ts';
import { RECORDED_SHORTFALLS } from '../support/recorded-shortfalls.ts';
import { type Answer, type Call, rpcOf } from '../support/rpc-call.ts';

const explorer = (file: string) => import(new URL(`../../explorer/${file}`, import.meta.url).href);
const { sentenceOf } = await explorer('sentences/sentence.js');
const { shortfallsOf } = await explorer('shortfalls/shortfalls.js');
const { partsText } = await explorer('values/parts.js');

const NAMES = ['alice', 'bob', 'carol', 'gate'] as const;
type Name = (typeof NAMES)[number];
const PARTIES = Object.fromEntries(NAMES.map((name) => [name, party(name)])) as Record<Name, Party>;
const at = (name: Name) => PARTIES[name].address;
const usd = (value: string) => ({ currency: 'USD', issuer: at('gate'), value });
const XRP = 1_000_000;

/** What an answer must say: a code with a pattern of its text. */
type Expected = readonly [code: string, text: RegExp];

/** Types of transactions with codes that were seen. */
const seen = new Set<string>();

class Story {
  readonly env: Env;
  readonly call: Call;

  constructor(env: Env) {
    this.env = env;
    this.call = rpcOf(env);
  }

  /** Sends a transaction and looks at all that is said of it. Gives the answer of `submit`. */
  async send(name: string, fields: JsonObject, ...expected: readonly Expected[]): Promise<Answer> {
    const sender = party(name);
    const tx_json = { Account: sender.address, ...fields };
    const simulated = await this.call('simulate', { tx_json });
    const submitted = await this.call('submit', { secret: name, tx_json });
    assert.equal(submitted.engine_result, 'tesSUCCESS', JSON.stringify(submitted));
    assert.match(submitted.engine_result_message, /^The transaction was applied\. Only final in a validated ledger\.$/);
    const again = { transaction: submitted.tx_json.hash };
    const open = await this.call('explain', again);
    // By hand, so that no request to close a channel closes a ledger first.
    await this.env.close(this.env.node.validated.closeTimeSeconds + 5);
    const found = await this.call('tx', again, { apiVersion: 2 });
    const waited = await this.call('submit', { tx_blob: submitted.tx_blob, wait: true });
    const explained = await this.call('explain', again);
    assert.equal(explained.replay.metadata_agrees, true);
    const shown: Answer[] = submitted.shortfalls ?? [];
    assert.deepEqual(
      shown.map(({ code }) => code),
      expected.map(([code]) => code),
      JSON.stringify(submitted),
    );
    for (const [row, [code, text]] of expected.entries()) {
      assert.match(shown[row].text, text);
      seen.add(`${String(fields.TransactionType)} ${code}`);
    }
    const all = [simulated, found, waited, open.explanation, explained.explanation];
    for (const { shortfalls = [] } of all) assert.deepEqual(shortfalls, shown);
    const line = shown.length === 0 ? undefined : shown.map(({ text }) => text).join(' ');
    assert.equal(submitted.engine_result_reason, line && `In the open ledger: ${line}`);
    for (const answer of [simulated, waited]) assert.equal(answer.engine_result_reason, line);
    for (const { explanation } of [open, explained]) {
      assert.equal(explanation.reason, line ?? 'The transaction took effect.');
    }
    this.#readSentence(found);
    return submitted;
  }

  #readSentence({ tx_json: tx, meta }: Answer): void {
    const text = partsText(sentenceOf(tx, meta));
    for (const { parts } of shortfallsOf(tx, meta)) assert.ok(text.includes(`; ${partsText(parts)}`), text);
    assert.doesNotMatch(text, /undefined|NaN|\[object/);
  }

  trust(name: string, value: string, fields: JsonObject = {}, ...expected: readonly Expected[]): Promise<Answer> {
    return this.send(name, { TransactionType: 'TrustSet', LimitAmount: usd(value), ...fields }, ...expected);
  }

  pay(name: string, to: string, Amount: JsonObject | string, fields = {}, ...expected: readonly Expected[]) {
    return this.send(name, { TransactionType: 'Payment', Destination: to, Amount, ...fields }, ...expected);
  }

  set(name: string, fields: JsonObject, ...expected: readonly Expected[]): Promise<Answer> {
    return this.send(name, { TransactionType: 'AccountSet', ...fields }, ...expected);
  }

  /** An issuer whose tokens alice, bob and carol hold, 100 of them each. */
  async issue(...settings: readonly number[]): Promise<void> {
    for (const SetFlag of [8, ...settings]) await this.set('gate', { SetFlag });
    for (const name of ['alice', 'bob', 'carol'] as const) {
      await this.trust(name, '1000');
      await this.pay('gate', at(name), usd('100'));
    }
  }
}

/** A test with a chain of its own. */
function story(name: string, tell: (story: Story) => Promise<void>): void {
  test(name, async () => {
    const env = await Env.create({ genesis: { unlistedRules: ['PermissionDelegationV1_1'] } });
    try {
      await env.fund(10_000, ...Object.values(PARTIES));
      await tell(new Story(env));
    } finally {
      await env.stop();
    }
  });
}

describe('a success that does not do what the sender asks for', () => {
  after(() => {
    const rows = SHORTFALLS.flatMap(({ code, types }) => types.map((type) => `${type} ${code}`));
    assert.deepEqual(rows.filter((row) => !seen.has(row)).toSorted(), RECORDED_SHORTFALLS);
  });

  story('channels: a claim, a funding and a renewal of one that expired', async (chain) => {
    const { call, env } = chain;
    const { payer, payee } = { payer: 'alice', payee: 'bob' } as const;
    const claim = { TransactionType: 'PaymentChannelClaim' };
    /** A channel of 1000 drops that has expired. */
    const expired = async (): Promise<string> => {
      const terms = { Destination: at(payee), SettleDelay: 60, PublicKey: PARTIES[payer].keys.publicKey };
      const CancelAfter = env.node.validated.closeTimeSeconds + 60;
      const create = { TransactionType: 'PaymentChannelCreate', Amount: '1000', CancelAfter, ...terms };
      const { channel_id: Channel } = await chain.send(payer, create);
      await env.close(CancelAfter + 1);
      return Channel;
    };
    const Channel = await expired();
    const { signature } = await call('channel_authorize', { channel_id: Channel, amount: '400', secret: payer });
    const signed = { Amount: '400', Signature: signature, PublicKey: PARTIES[payer].keys.publicKey };
    await chain.send(payee, { ...claim, ...signed, Channel, Balance: '400' }, [
      'channel_expired',
      new RegExp(
        `^The channel had expired at \\S+Z and was closed: 400 drops were not paid to the sender ${at(payee)}\\.$`,
      ),
    ]);
    await chain.send('carol', { TransactionType: 'PaymentChannelFund', Channel: await expired(), Amount: '7' }, [
      'channel_expired',
      /and was closed: 7 drops were not added\.$/,
    ]);
    await chain.send(payer, { ...claim, Channel: await expired(), Flags: 65536 }, [
      'channel_expired',
      /: it was not renewed\.$/,
    ]);
    // More than the channel holds could not have been paid anyway.
    await chain.send(payer, { ...claim, Channel: await expired(), Balance: '5000' }, [
      'channel_expired',
      /: the claim of 5000 drops in all was not paid\.$/,
    ]);
    // To close it is all that is asked for.
    await chain.send('carol', { ...claim, Channel: await expired(), Flags: 131072 });
  });

  story('channels: a request to close one, which closes later', async (chain) => {
    const create = { TransactionType: 'PaymentChannelCreate', Amount: '1000', Destination: at('bob') };
    const terms = { SettleDelay: 1000, PublicKey: PARTIES.alice.keys.publicKey };
    const { channel_id: Channel } = await chain.send('alice', { ...create, ...terms });
    const claim = { TransactionType: 'PaymentChannelClaim', Channel };
    await chain.send('alice', { ...claim, Flags: 65536 }, [
      'nothing_changed',
      /^The channel had no expiration to remove/,
    ]);
    const closes = { ...claim, Flags: 131072 };
    await chain.send('alice', closes, [
      'channel_closes_later',
      /still open: its payee can redeem claims until \S+Z\.$/,
    ]);
    await chain.send('alice', closes, [
      'channel_closes_later',
      /still open: it had an expiration that is not later\.$/,
    ]);
    await chain.send('alice', { ...claim, Balance: '10' });
    await chain.send('bob', closes);
  });

  story('payments and checks that deliver less', async (chain) => {
    await chain.issue();
    await chain.pay('alice', at('bob'), usd('150'), { Flags: 131072 }, [
      'partial_payment',
      new RegExp(`^The payment delivered 100 USD of ${at('gate')} of 150 USD of ${at('gate')}\\.$`),
    ]);
    await chain.pay('bob', at('alice'), usd('10'), { Flags: 131072 });
    const written = { TransactionType: 'CheckCreate', Destination: at('carol'), SendMax: usd('50') };
    const { tx_json } = await chain.send('alice', written);
    const { account_objects } = await chain.call('account_objects', { account: tx_json.Account, type: 'check' });
    const cash = { TransactionType: 'CheckCash', CheckID: account_objects[0].index };
    await chain.send('carol', { ...cash, DeliverMin: usd('1') }, [
      'check_partly_cashed',
      /^The check paid 10 USD of \w+ of 50 USD of \w+, and is used up\.$/,
    ]);
  });

  story('an escrow that pays the transfer fee out of its amount', async (chain) => {
    await chain.issue(17);
    await chain.set('gate', { TransferRate: 1_250_000_000 });
    const FinishAfter = chain.env.nowSeconds + 20;
    const terms = { Destination: at('bob'), Amount: usd('50'), FinishAfter, CancelAfter: FinishAfter + 1000 };
    const { tx_json } = await chain.send('alice', { TransactionType: 'EscrowCreate', ...terms });
    await chain.env.close(FinishAfter + 10);
    const finish = { TransactionType: 'EscrowFinish', Owner: at('alice'), OfferSequence: tx_json.Sequence };
    await chain.send('bob', finish, ['escrow_fee', /received 40 USD of \w+ of 50 USD of \w+: the transfer fee was/]);
  });

  story('clawbacks of more than there is', async (chain) => {
    await chain.issue(16);
    const clawback = { TransactionType: 'Clawback', Amount: { ...usd('120'), issuer: at('alice') } };
    await chain.send('gate', clawback, ['clawed_back_less', /^Only 100 USD of the sender \w+ of 120 USD .* could be/]);
    const pair = { Asset: { currency: 'XRP' }, Asset2: { currency: 'USD', issuer: at('gate') } };
    const create = { TransactionType: 'AMMCreate', Amount: String(100 * XRP), Amount2: usd('50'), TradingFee: 0 };
    await chain.send('bob', create);
    const fromPool = { TransactionType: 'AMMClawback', Holder: at('bob'), Asset: pair.Asset2, Asset2: pair.Asset };
    await chain.send('gate', { ...fromPool, Amount: usd('80') }, ['clawed_back_less', /^Only 50 USD .* of 80 USD/]);
    const { vault, broker } = await lending(chain, usd('20'));
    await chain.send('carol', { TransactionType: 'LoanBrokerCoverDeposit', LoanBrokerID: broker, Amount: usd('10') });
    await chain.send('gate', { TransactionType: 'LoanBrokerCoverClawback', LoanBrokerID: broker, Amount: usd('30') }, [
      'clawed_back_less',
      /^Only 10 USD .* of 30 USD/,
    ]);
    await chain.send('gate', { TransactionType: 'VaultClawback', VaultID: vault, Holder: at('carol') });
  });

  /** A vault of carol with a deposit, and its loan broker. */
  async function lending(chain: Story, Amount: JsonObject): Promise<{ vault: string; broker: string }> {
    const Asset = { currency: 'USD', issuer: at('gate') };
    await chain.send('carol', { TransactionType: 'VaultCreate', Asset, Scale: 2 });
    const keyOf = async (type: string) =>
      (await chain.call('account_objects', { account: at('carol'), type })).account_objects[0].index as string;
    const vault = await keyOf('vault');
    await chain.send('carol', { TransactionType: 'VaultDeposit', VaultID: vault, Amount });
    const broker = { TransactionType: 'LoanBrokerSet', VaultID: vault, DebtMaximum: '1000' };
    await chain.send('carol', broker);
    return { vault, broker: await keyOf('loan_broker') };
  }

  story('pools, which move both assets in proportion, and count eight votes', async (chain) => {
    await chain.issue();
    const pair = { Asset: { currency: 'XRP' }, Asset2: { currency: 'USD', issuer: at('gate') } };
    const create = { TransactionType: 'AMMCreate', Amount: String(100 * XRP), Amount2: usd('50'), TradingFee: 0 };
    await chain.send('alice', create);
    const both = { ...pair, Amount: String(40 * XRP), Amount2: usd('10'), Flags: 1048576 };
    await chain.send('bob', { TransactionType: 'AMMDeposit', ...both }, [
      'less_deposited',
      /^(19\.\d+|20) XRP of 40 XRP went into the pool\.$/,
    ]);
    await chain.send('bob', { TransactionType: 'AMMWithdraw', ...both, Amount2: usd('5') }, [
      'less_withdrawn',
      /^(9\.\d+|10) XRP of 40 XRP came out of the pool\.$/,
    ]);
    const vote = { TransactionType: 'AMMVote', ...pair };
    await chain.send('alice', { ...vote, TradingFee: 100 });
    await chain.send('alice', { ...vote, TradingFee: 100 }, ['nothing_changed', /the vote was the same already/]);
    const voters = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7'];
    await chain.env.fund(1000, ...voters.map((name) => party(name)));
    for (const name of voters) {
      await chain.send(name, { TransactionType: 'AMMDeposit', ...pair, Amount: String(10 * XRP), Flags: 524288 });
      await chain.send(name, { ...vote, TradingFee: 50 });
    }
    await chain.send('carol', { TransactionType: 'AMMDeposit', ...pair, Amount: String(XRP), Flags: 524288 });
    // The weights of the others are written again.
    await chain.send('carol', { ...vote, TradingFee: 900 }, ['vote_not_counted', /eight others have more LP tokens/]);
  });

  story('vaults, which take and give whole shares', async (chain) => {
    await chain.issue();
    const { vault: VaultID } = await lending(chain, usd('10'));
    const deposit = { TransactionType: 'VaultDeposit', VaultID, Amount: usd('1.237') };
    await chain.send('alice', deposit, [
      'less_deposited',
      /^1\.23 USD of \w+ of 1\.237 USD of \w+ went into the vault/,
    ]);
    const withdraw = { TransactionType: 'VaultWithdraw', VaultID, Amount: usd('0.504') };
    await chain.send('alice', withdraw, [
      'less_withdrawn',
      /^0\.5 USD of \w+ of 0\.504 USD of \w+ came out of the vault/,
    ]);
    await chain.send('carol', { TransactionType: 'VaultSet', VaultID, Data: '00' });
    await chain.send('carol', { TransactionType: 'VaultSet', VaultID, Data: '00' }, ['nothing_changed', /the vault/]);
  });

  story('offers: in part, not at all, own ones, absent ones', async (chain) => {
    await chain.issue();
    const buy = (value: string, xrp: number, fields: JsonObject = {}) => ({
      TransactionType: 'OfferCreate',
      TakerPays: usd(value),
      TakerGets: String(xrp * XRP),
      ...fields,
    });
    const sell = (value: string, xrp: number, fields: JsonObject = {}) => ({
      TransactionType: 'OfferCreate',
      TakerPays: String(xrp * XRP),
      TakerGets: usd(value),
      ...fields,
    });
    await chain.send('bob', sell('10', 10));
    await chain.send('alice', buy('25', 25), [
      'offer_partly_filled',
      /^10 USD of \w+ of 25 USD of \w+ were bought; 15 XRP remain on offer\.$/,
    ]);
    await chain.send('bob', sell('40', 40, { Flags: 131072 | 524288 }), [
      'offer_partly_filled',
      /^15 USD of \w+ of 40 USD of \w+ were sold; the rest was cancelled\.$/,
    ]);
    const { tx_json } = await chain.send('alice', buy('5', 5));
    // An offer of the same account is in the way of this one.
    await chain.send('alice', sell('2', 2), [
      'own_offer_removed',
      new RegExp(`^The sender's own offer ${tx_json.Sequence}, which was in the way, was removed\\.$`),
    ]);
    const gone = { OfferSequence: tx_json.Sequence };
    await chain.send('alice', buy('3', 1, gone), ['offer_absent', /^There was no offer \d+ to replace\.$/]);
    await chain.send('alice', { TransactionType: 'OfferCancel', ...gone }, [
      'offer_absent',
      /^There was no offer \d+\.$/,
    ]);
    // More than the seller has.
    await chain.send('carol', buy('100', 200), ['offer_partly_filled', /^2 USD of .* 196 XRP remain on offer/]);
    await chain.send('bob', sell('90', 90, { Flags: 524288 }), [
      'offer_partly_filled',
      /^75 USD of .* were sold; the rest was not placed, since the account has no more funds or no reserve/,
    ]);
  });

  story('offers of NFTs that are gone', async (chain) => {
    const NFTokenOffers = ['1', '2'].map((digit) => digit.repeat(64));
    await chain.send('alice', { TransactionType: 'NFTokenCancelOffer', NFTokenOffers }, [
      'offer_absent',
      /^2 of 2 offers did not exist\.$/,
    ]);
    const mint = { TransactionType: 'NFTokenMint', NFTokenTaxon: 0, Flags: 16, URI: '00' };
    const { tx_json } = await chain.send('alice', mint);
    const { meta } = await chain.call('tx', { transaction: tx_json.hash });
    const modify = { TransactionType: 'NFTokenModify', NFTokenID: meta.nftoken_id };
    await chain.send('alice', { ...modify, URI: '01' });
    await chain.send('alice', { ...modify, URI: '01' }, ['nothing_changed', /the URI was as asked already/]);
  });

  story('trust lines that are deleted, and settings without effect', async (chain) => {
    for (const SetFlag of [8, 2]) await chain.set('gate', { SetFlag });
    const issuerSide = { LimitAmount: { ...usd('0'), issuer: at('alice') } };
    await chain.trust('gate', '0', { ...issuerSide, Flags: 65536 });
    await chain.trust('gate', '0', { ...issuerSide, Flags: 65536 }, [
      'authorization_deleted',
      new RegExp(
        `^The trust line in USD with ${at('alice')} had a limit of 0 and the default settings on both sides, so it was deleted, and ` +
          'with it its authorization\\. It can be authorized again, and lasts while its holder has a limit or a balance\\.$',
      ),
    ]);
    await chain.trust('gate', '0', { ...issuerSide, Flags: 65536 });
    await chain.trust('alice', '10');
    await chain.trust('alice', '0', {}, ['authorization_deleted', /so it was deleted, and with it its authorization/]);
    await chain.trust('alice', '10', { Flags: 131072 });
    await chain.trust('gate', '0', { ...issuerSide, Flags: 1048576 });
    await chain.trust('alice', '0');
    await chain.trust('gate', '0', { ...issuerSide, Flags: 2097152 }, ['line_deleted', /so it was deleted\.$/]);
    await chain.trust('alice', '10');
    await chain.trust('alice', '10', {}, [
      'nothing_changed',
      /^Nothing changed: the trust line was as asked already\.$/,
    ]);
    await chain.trust('alice', '11', { Flags: 131072 | 262144 }, [
      'setting_ignored',
      /^Neither tfSetNoRipple nor tfClear/,
    ]);
    await chain.trust('alice', '0', { Flags: 131072 });
  });

  story('settings of accounts', async (chain) => {
    await chain.set('alice', { SetFlag: 1 });
    await chain.set('alice', { SetFlag: 1 }, [
      'nothing_changed',
      /^Nothing changed: the settings were as asked already\.$/,
    ]);
    await chain.set('alice', { ClearFlag: 1, Domain: '' });
    await chain.set('alice', { Domain: '' }, ['nothing_changed', /./]);
    // The sender asks for nothing, or the metadata do not show whether this is new.
    await chain.set('alice', {});
    await chain.set('alice', { Domain: '6162' });
    await chain.set('alice', { Domain: '6162' });
    await chain.set('alice', { SetFlag: 99 }, ['setting_ignored', /^SetFlag 99 stands for no setting\.$/]);
    await chain.set('alice', { NFTokenMinter: at('bob') }, ['setting_ignored', /^NFTokenMinter has no effect without/]);
    await chain.set('alice', { SetFlag: 7 });
    await chain.set('alice', { SetFlag: 6 });
    await chain.set('alice', { ClearFlag: 6 }, ['setting_ignored', /^The setting of ClearFlag 6 cannot be ended\.$/]);
    await chain.set('alice', { ClearFlag: 7 }, [
      'setting_ignored',
      /^The global freeze cannot end, since the account gave/,
    ]);
    await chain.send('alice', { TransactionType: 'SetRegularKey' }, ['nothing_changed', /there was no regular key\.$/]);
    const signers = [{ SignerEntry: { Account: at('bob'), SignerWeight: 1 } }];
    const list = { TransactionType: 'SignerListSet', SignerQuorum: 1, SignerEntries: signers };
    await chain.send('alice', { TransactionType: 'SignerListSet', SignerQuorum: 0 }, [
      'nothing_changed',
      /signer list/,
    ]);
    await chain.send('alice', list);
    await chain.send('alice', list, ['nothing_changed', /the signer list was as asked already/]);
    const Credential = { Issuer: at('bob'), CredentialType: '61' };
    const domain = { TransactionType: 'PermissionedDomainSet', AcceptedCredentials: [{ Credential }] };
    await chain.send('alice', domain);
    const { account_objects } = await chain.call('account_objects', {
      account: at('alice'),
      type: 'permissioned_domain',
    });
    await chain.send('alice', { ...domain, DomainID: account_objects[0].index }, ['nothing_changed', /the domain was/]);
    const did = { TransactionType: 'DIDSet', URI: '61' };
    await chain.send('alice', did);
    await chain.send('alice', did, ['nothing_changed', /the identifier was/]);
    const issuance = { TransactionType: 'MPTokenIssuanceCreate', Flags: 2 | 4 };
    const { tx_json } = await chain.send('alice', issuance);
    const { meta } = await chain.call('tx', { transaction: tx_json.hash });
    const MPTokenIssuanceID = meta.mpt_issuance_id;
    await chain.send('bob', { TransactionType: 'MPTokenAuthorize', MPTokenIssuanceID });
    const approval = { TransactionType: 'MPTokenAuthorize', MPTokenIssuanceID, Holder: at('bob') };
    await chain.send('alice', approval);
    await chain.send('alice', approval, ['nothing_changed', /the authorization was/]);
    const permissions = [{ Permission: { PermissionValue: 'Payment' } }];
    const delegation = { TransactionType: 'DelegateSet', Authorize: at('bob'), Permissions: permissions };
    await chain.send('alice', delegation);
    await chain.send('alice', delegation, ['nothing_changed', /the permissions were/]);
    const lock = { TransactionType: 'MPTokenIssuanceSet', MPTokenIssuanceID, Flags: 1 };
    await chain.send('alice', lock);
    await chain.send('alice', lock, ['nothing_changed', /the token was/]);
  });
});
