/**
 * The ledger that envelope and engine cases meet: a few accounts with an entry of every type that the types of
 * transactions which Weir applies can make, and offers, escrows and tokens beside one another.
 */
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../src/protocol/amounts/amount-math.ts';
import { parseCurrency } from '../src/protocol/json/currency-text.ts';
import { AccountSetFlags, TransactionFlags } from '../src/protocol/tables/flags.ts';
import type { Currency, IssuedAmount, MptAmount, StArray, StObject } from '../src/protocol/values.ts';
import { transactionTypeOf } from '../src/transactions/table.ts';
import { Env, MASTER, type Party, party } from '../test/support/env.ts';

export const USD: Currency = parseCurrency('USD') as Currency;
export const PARTIES: readonly Party[] = ['fuzz one', 'fuzz two', 'fuzz three', 'fuzz four'].map((name) =>
  party(name, 'ed25519'),
);
const [ISSUER, HOLDER, OTHER] = PARTIES as [Party, Party, Party, Party];
const FUNDS_XRP = 5_000;
/** What the types ask that make an account, or an entry that needs one. */
const DEARER_FEE_DROPS = 200_000n;
const CREDENTIAL_TYPE = '4142';
const XRP = { currency: '0'.repeat(40) };

/** An amount of USD in units. */
export function usd(units: bigint, issuer = ISSUER.id): IssuedAmount {
  let [mantissa, exponent] = [units, 0];
  for (; mantissa < 10n ** 15n; exponent--) mantissa *= 10n;
  return { mantissa, exponent, currency: USD, issuer };
}

export async function createFuzzWorld(): Promise<Env> {
  const env = await Env.create();
  await env.fund(FUNDS_XRP, ...PARTIES);
  for (const steps of [accountSteps, pooledSteps, nftSteps, keptBackSteps, offerSteps, identitySteps, poolSteps]) {
    for (const [who, fields] of steps(env)) {
      if (transactionTypeOf(fields.TransactionType as string) !== undefined) env.submit(who, fields, 'tesSUCCESS');
    }
    // A close orders transactions anew, and these depend on each other.
    await env.close();
  }
  return env;
}

type Step = readonly [who: Party, fields: StObject];

function* accountSteps(): Generator<Step> {
  const { asfDefaultRipple, asfAllowTrustLineLocking } = AccountSetFlags;
  yield [ISSUER, { TransactionType: 'AccountSet', SetFlag: asfDefaultRipple }];
  yield [ISSUER, { TransactionType: 'AccountSet', SetFlag: asfAllowTrustLineLocking }];
  for (const holder of [HOLDER, OTHER]) yield [holder, { TransactionType: 'TrustSet', LimitAmount: usd(1_000_000n) }];
  for (const { id } of [HOLDER, OTHER]) {
    yield [ISSUER, { TransactionType: 'Payment', Destination: id, Amount: usd(10_000n) }];
  }
  yield [HOLDER, { TransactionType: 'TicketCreate', TicketCount: 3 }];
  yield [HOLDER, channelTo(OTHER)];
  yield [OTHER, channelTo(HOLDER)];
  yield [ISSUER, { TransactionType: 'DepositPreauth', Authorize: OTHER.id }];
  const SignerEntries = [ISSUER, OTHER].map(signerEntry).sort(byAccount);
  yield [HOLDER, { TransactionType: 'SignerListSet', SignerQuorum: 1, SignerEntries }];
}

/** Two issuances, of which the second asks its holders to be authorized. */
function* pooledSteps(env: Env): Generator<Step> {
  const { tfMPTCanLock, tfMPTCanEscrow, tfMPTCanTrade, tfMPTCanTransfer, tfMPTCanClawback, tfMPTRequireAuth } =
    TransactionFlags.MPTokenIssuanceCreate;
  const free = tfMPTCanLock | tfMPTCanEscrow | tfMPTCanTrade | tfMPTCanTransfer | tfMPTCanClawback;
  for (const Flags of [free, free | tfMPTRequireAuth]) {
    yield [ISSUER, { TransactionType: 'MPTokenIssuanceCreate', Flags, MaximumAmount: 1_000_000n }];
  }
  for (const [at, MPTokenIssuanceID] of issuanceIds(env).entries()) {
    for (const holder of [HOLDER, OTHER]) {
      const authorization = { TransactionType: 'MPTokenAuthorize', MPTokenIssuanceID };
      yield [holder, authorization];
      if (at > 0) yield [ISSUER, { ...authorization, Holder: holder.id }];
      const Amount: MptAmount = { value: 1_000n, mptIssuanceId: MPTokenIssuanceID };
      yield [ISSUER, { TransactionType: 'Payment', Destination: holder.id, Amount }];
    }
  }
}

function* nftSteps(env: Env): Generator<Step> {
  yield [HOLDER, { TransactionType: 'NFTokenMint', NFTokenTaxon: 0, Flags: 9 }];
  yield [OTHER, { TransactionType: 'NFTokenMint', NFTokenTaxon: 1, Flags: 8, TransferFee: 1000 }];
  for (const [key, { NFTokens }] of entriesOf(env, 'NFTokenPage')) {
    const { NFTokenID } = (NFTokens as StArray)[0]!.NFToken as { readonly NFTokenID: string };
    const [owner, buyer] = key.startsWith(HOLDER.id) ? [HOLDER, OTHER] : [OTHER, HOLDER];
    yield [owner, { TransactionType: 'NFTokenCreateOffer', NFTokenID, Amount: 1_000_000n, Flags: 1 }];
    yield [buyer, { TransactionType: 'NFTokenCreateOffer', NFTokenID, Amount: usd(1n), Owner: owner.id }];
  }
}

/** Escrows and checks, of each kind of amount. */
function* keptBackSteps(env: Env): Generator<Step> {
  const soon = env.nowSeconds + 30;
  const pooled = issuanceIds(env).map((mptIssuanceId) => ({ value: 10n, mptIssuanceId }));
  for (const Amount of [1_000_000n, usd(5n), ...pooled]) {
    const escrow = { TransactionType: 'EscrowCreate', Destination: OTHER.id, Amount };
    yield [HOLDER, { ...escrow, FinishAfter: soon, CancelAfter: soon + 200 }];
    yield [HOLDER, { ...escrow, FinishAfter: soon }];
  }
  for (const [from, to] of [
    [HOLDER, OTHER],
    [OTHER, HOLDER],
  ] as const) {
    for (const SendMax of [1_000_000n, usd(5n)]) {
      yield [from, { TransactionType: 'CheckCreate', Destination: to.id, SendMax }];
    }
  }
}

function* offerSteps(env: Env): Generator<Step> {
  for (const step of [0n, 1n, 1n, 2n]) {
    yield [HOLDER, { TransactionType: 'OfferCreate', TakerPays: 1_100_000n + step, TakerGets: usd(1n) }];
    yield [OTHER, { TransactionType: 'OfferCreate', TakerPays: usd(1n), TakerGets: 900_000n - step }];
  }
  yield [
    OTHER,
    { TransactionType: 'OfferCreate', TakerPays: 1_200_000n, TakerGets: usd(1n), Expiration: env.nowSeconds + 60 },
  ];
}

function* identitySteps(env: Env): Generator<Step> {
  const credential = { CredentialType: CREDENTIAL_TYPE };
  for (const { id: Subject } of [HOLDER, OTHER]) {
    yield [ISSUER, { TransactionType: 'CredentialCreate', Subject, ...credential }];
  }
  yield [HOLDER, { TransactionType: 'CredentialAccept', Issuer: ISSUER.id, ...credential }];
  yield [
    OTHER,
    { TransactionType: 'CredentialCreate', Subject: HOLDER.id, ...credential, Expiration: env.nowSeconds + 60 },
  ];
  const AcceptedCredentials = [{ Credential: { Issuer: ISSUER.id, CredentialType: CREDENTIAL_TYPE } }];
  yield [ISSUER, { TransactionType: 'PermissionedDomainSet', AcceptedCredentials }];
  yield [OTHER, { TransactionType: 'DepositPreauth', AuthorizeCredentials: AcceptedCredentials }];
  for (const [DomainID] of entriesOf(env, 'PermissionedDomain')) {
    const sides = { TakerPays: 1_300_000n, TakerGets: usd(1n) };
    yield [HOLDER, { TransactionType: 'OfferCreate', ...sides, DomainID }];
    yield [
      HOLDER,
      { TransactionType: 'OfferCreate', ...sides, DomainID, Flags: TransactionFlags.OfferCreate.tfHybrid },
    ];
  }
  yield [HOLDER, { TransactionType: 'DIDSet', URI: CREDENTIAL_TYPE }];
  const PriceData = { BaseAsset: XRP.currency, QuoteAsset: USD, AssetPrice: 740n, Scale: 3 };
  const LastUpdateTime = env.nowSeconds + RIPPLE_EPOCH_OFFSET_SECONDS;
  const oracle = { OracleDocumentID: 1, Provider: '41', AssetClass: '42', LastUpdateTime };
  yield [OTHER, { TransactionType: 'OracleSet', ...oracle, PriceDataSeries: [{ PriceData }] }];
}

function* poolSteps(env: Env): Generator<Step> {
  const dearer = { Fee: DEARER_FEE_DROPS };
  yield [HOLDER, { TransactionType: 'AMMCreate', Amount: 10_000_000n, Amount2: usd(10n), TradingFee: 500, ...dearer }];
  for (const Asset of [XRP, { currency: USD, issuer: ISSUER.id }]) {
    yield [HOLDER, { TransactionType: 'VaultCreate', Asset, WithdrawalPolicy: 1, ...dearer }];
  }
  for (const [VaultID, { Asset }] of entriesOf(env, 'Vault')) {
    const Amount = 'issuer' in (Asset as object) ? usd(100n) : 100_000_000n;
    yield [OTHER, { TransactionType: 'VaultDeposit', VaultID, Amount }];
    yield [HOLDER, { TransactionType: 'LoanBrokerSet', VaultID, ...dearer }];
  }
  const XChainBridge = {
    LockingChainDoor: OTHER.id,
    LockingChainIssue: XRP,
    IssuingChainDoor: MASTER.id,
    IssuingChainIssue: XRP,
  };
  const bridge = { XChainBridge, SignatureReward: 100n };
  yield [OTHER, { TransactionType: 'XChainCreateBridge', ...bridge, MinAccountCreateAmount: 1_000_000n }];
  yield [HOLDER, { TransactionType: 'XChainCreateClaimID', ...bridge, OtherChainSource: ISSUER.id }];
}

/** The entries of a type in the open ledger, by key. */
function entriesOf({ node: { openView: view } }: Env, type: string): [key: string, entry: StObject][] {
  const found: [string, StObject][] = [];
  for (let key = view.nextKey('0'.repeat(64)); key !== undefined; key = view.nextKey(key)) {
    const entry = view.readAny(key) as unknown as StObject;
    if (entry.LedgerEntryType === type) found.push([key, entry]);
  }
  return found;
}

/** In the order in which they were made. */
function issuanceIds(env: Env): string[] {
  const ids = entriesOf(env, 'MPTokenIssuance').map(([, { Sequence, Issuer }]) => mptIssuanceId(Sequence, Issuer));
  return ids.sort();
}

/** The id of an issuance: its sequence, then its issuer. */
export function mptIssuanceId(sequence: StObject[string], issuer: StObject[string]): string {
  return `${Number(sequence).toString(16).toUpperCase().padStart(8, '0')}${issuer as string}`;
}

function signerEntry({ id }: Party): {
  readonly SignerEntry: { readonly Account: string; readonly SignerWeight: number };
} {
  return { SignerEntry: { Account: id, SignerWeight: 1 } };
}

function byAccount(one: ReturnType<typeof signerEntry>, other: ReturnType<typeof signerEntry>): number {
  return one.SignerEntry.Account < other.SignerEntry.Account ? -1 : 1;
}

function channelTo({ id, keys }: Party): StObject {
  return {
    TransactionType: 'PaymentChannelCreate',
    Destination: id,
    Amount: 10_000_000n,
    SettleDelay: 60,
    PublicKey: keys.publicKey,
  };
}

/** Everybody with a key there. */
export const SENDERS: readonly Party[] = [...PARTIES, MASTER];
