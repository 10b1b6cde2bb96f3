/**
 * Ledger entries of every type that transactions can create: tokens of each kind, offers, escrows, checks, credentials,
 * domains, pools, vaults and bridges.
 */
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../src/protocol/amounts/amount-math.ts';
import { TransactionFlags } from '../../src/protocol/tables/flags.ts';
import type { IssuedAmount, MptAmount, StArray, StObject } from '../../src/protocol/values.ts';
import { type Env, MASTER, type Party } from './env.ts';
import { mptIssuanceId } from './ledger-names.ts';
import { USD } from './token-ledger.ts';

/** The fee of transactions that create a pseudo-account. */
const DEARER_FEE_DROPS = 200_000n;
const CREDENTIAL_TYPE = '4142';
const XRP = { currency: '0'.repeat(40) };

/** The issuer of USD, whose lines can be locked, and two holders. */
export interface EntryOwners {
  readonly issuer: Party;
  readonly holder: Party;
  readonly other: Party;
}

/** An amount in whole USD. */
export function usdOf(units: bigint, issuer: string): IssuedAmount {
  let [mantissa, exponent] = [units, 0];
  for (; mantissa < 10n ** 15n; exponent--) mantissa *= 10n;
  return { mantissa, exponent, currency: USD, issuer };
}

/** Creates the entries, in a few ledgers. */
export async function makeEntriesOfEveryType(env: Env, who: EntryOwners): Promise<void> {
  for (const steps of [pooledSteps, nftSteps, keptBackSteps, offerSteps, identitySteps, poolSteps]) {
    for (const [sender, fields] of steps(env, who)) env.submit(sender, fields, 'tesSUCCESS');
    // The steps depend on each other, and a close reorders transactions.
    await env.close();
  }
}

type Step = readonly [who: Party, fields: StObject];

/** Two MPT issuances. The second requires authorization of holders. */
function* pooledSteps(env: Env, { issuer, holder, other }: EntryOwners): Generator<Step> {
  const { tfMPTCanLock, tfMPTCanEscrow, tfMPTCanTrade, tfMPTCanTransfer, tfMPTCanClawback, tfMPTRequireAuth } =
    TransactionFlags.MPTokenIssuanceCreate;
  const free = tfMPTCanLock | tfMPTCanEscrow | tfMPTCanTrade | tfMPTCanTransfer | tfMPTCanClawback;
  for (const Flags of [free, free | tfMPTRequireAuth]) {
    yield [issuer, { TransactionType: 'MPTokenIssuanceCreate', Flags, MaximumAmount: 1_000_000n }];
  }
  for (const [at, MPTokenIssuanceID] of issuanceIds(env).entries()) {
    for (const one of [holder, other]) {
      const authorization = { TransactionType: 'MPTokenAuthorize', MPTokenIssuanceID };
      yield [one, authorization];
      if (at > 0) yield [issuer, { ...authorization, Holder: one.id }];
      const Amount: MptAmount = { value: 1_000n, mptIssuanceId: MPTokenIssuanceID };
      yield [issuer, { TransactionType: 'Payment', Destination: holder.id, Amount }];
    }
  }
}

function* nftSteps(env: Env, { issuer, holder, other }: EntryOwners): Generator<Step> {
  yield [holder, { TransactionType: 'NFTokenMint', NFTokenTaxon: 0, Flags: 9 }];
  yield [other, { TransactionType: 'NFTokenMint', NFTokenTaxon: 1, Flags: 8, TransferFee: 1000 }];
  for (const [key, { NFTokens }] of entriesOf(env, 'NFTokenPage')) {
    const { NFTokenID } = (NFTokens as StArray)[0]!.NFToken as { readonly NFTokenID: string };
    const [owner, buyer] = key.startsWith(holder.id) ? [holder, other] : [other, holder];
    yield [owner, { TransactionType: 'NFTokenCreateOffer', NFTokenID, Amount: 1_000_000n, Flags: 1 }];
    yield [buyer, { TransactionType: 'NFTokenCreateOffer', NFTokenID, Amount: usdOf(1n, issuer.id), Owner: owner.id }];
  }
}

/** Escrows and checks of each kind of amount. */
function* keptBackSteps(env: Env, { issuer, holder, other }: EntryOwners): Generator<Step> {
  const soon = env.nowSeconds + 30;
  const pooled = issuanceIds(env).map((mptIssuanceId) => ({ value: 10n, mptIssuanceId }));
  for (const Amount of [1_000_000n, usdOf(5n, issuer.id), ...pooled]) {
    const escrow = { TransactionType: 'EscrowCreate', Destination: other.id, Amount };
    yield [holder, { ...escrow, FinishAfter: soon, CancelAfter: soon + 200 }];
    yield [holder, { ...escrow, FinishAfter: soon }];
  }
  for (const [from, to] of [
    [holder, other],
    [other, holder],
  ] as const) {
    for (const SendMax of [1_000_000n, usdOf(5n, issuer.id)]) {
      yield [from, { TransactionType: 'CheckCreate', Destination: to.id, SendMax }];
    }
  }
}

function* offerSteps(env: Env, { issuer, holder, other }: EntryOwners): Generator<Step> {
  for (const step of [0n, 1n, 1n, 2n]) {
    yield [holder, { TransactionType: 'OfferCreate', TakerPays: 1_100_000n + step, TakerGets: usdOf(1n, issuer.id) }];
    yield [other, { TransactionType: 'OfferCreate', TakerPays: usdOf(1n, issuer.id), TakerGets: 900_000n - step }];
  }
  yield [
    other,
    {
      TransactionType: 'OfferCreate',
      TakerPays: 1_200_000n,
      TakerGets: usdOf(1n, issuer.id),
      Expiration: env.nowSeconds + 60,
    },
  ];
}

function* identitySteps(env: Env, { issuer, holder, other }: EntryOwners): Generator<Step> {
  const credential = { CredentialType: CREDENTIAL_TYPE };
  for (const { id: Subject } of [holder, other]) {
    yield [issuer, { TransactionType: 'CredentialCreate', Subject, ...credential }];
  }
  yield [holder, { TransactionType: 'CredentialAccept', Issuer: issuer.id, ...credential }];
  yield [
    other,
    { TransactionType: 'CredentialCreate', Subject: holder.id, ...credential, Expiration: env.nowSeconds + 60 },
  ];
  const AcceptedCredentials = [{ Credential: { Issuer: issuer.id, CredentialType: CREDENTIAL_TYPE } }];
  yield [issuer, { TransactionType: 'PermissionedDomainSet', AcceptedCredentials }];
  yield [other, { TransactionType: 'DepositPreauth', AuthorizeCredentials: AcceptedCredentials }];
  for (const [DomainID] of entriesOf(env, 'PermissionedDomain')) {
    const sides = { TakerPays: 1_300_000n, TakerGets: usdOf(1n, issuer.id) };
    yield [holder, { TransactionType: 'OfferCreate', ...sides, DomainID }];
    yield [
      holder,
      { TransactionType: 'OfferCreate', ...sides, DomainID, Flags: TransactionFlags.OfferCreate.tfHybrid },
    ];
  }
  yield [holder, { TransactionType: 'DIDSet', URI: CREDENTIAL_TYPE }];
  if (env.node.rules.permissionDelegationV1_1) {
    const Permissions = [{ Permission: { PermissionValue: 1 } }];
    yield [holder, { TransactionType: 'DelegateSet', Authorize: other.id, Permissions }];
  }
  const PriceData = { BaseAsset: XRP.currency, QuoteAsset: USD, AssetPrice: 740n, Scale: 3 };
  const LastUpdateTime = env.nowSeconds + RIPPLE_EPOCH_OFFSET_SECONDS;
  const oracle = { OracleDocumentID: 1, Provider: '41', AssetClass: '42', LastUpdateTime };
  yield [other, { TransactionType: 'OracleSet', ...oracle, PriceDataSeries: [{ PriceData }] }];
}

function* poolSteps(env: Env, { issuer, holder, other }: EntryOwners): Generator<Step> {
  const dearer = { Fee: DEARER_FEE_DROPS };
  yield [
    holder,
    { TransactionType: 'AMMCreate', Amount: 10_000_000n, Amount2: usdOf(10n, issuer.id), TradingFee: 500, ...dearer },
  ];
  for (const Asset of [XRP, { currency: USD, issuer: issuer.id }]) {
    yield [holder, { TransactionType: 'VaultCreate', Asset, WithdrawalPolicy: 1, ...dearer }];
  }
  for (const [VaultID, { Asset }] of entriesOf(env, 'Vault')) {
    const Amount = 'issuer' in (Asset as object) ? usdOf(100n, issuer.id) : 100_000_000n;
    yield [other, { TransactionType: 'VaultDeposit', VaultID, Amount }];
    yield [holder, { TransactionType: 'LoanBrokerSet', VaultID, ...dearer }];
  }
  const XChainBridge = {
    LockingChainDoor: other.id,
    LockingChainIssue: XRP,
    IssuingChainDoor: MASTER.id,
    IssuingChainIssue: XRP,
  };
  const bridge = { XChainBridge, SignatureReward: 100n };
  yield [other, { TransactionType: 'XChainCreateBridge', ...bridge, MinAccountCreateAmount: 1_000_000n }];
  yield [holder, { TransactionType: 'XChainCreateClaimID', ...bridge, OtherChainSource: issuer.id }];
}

/** The entries of a type in the open ledger, by key. */
export function entriesOf(
  {
    node: {
      openLedger: { view },
    },
  }: Env,
  type: string,
): [key: string, entry: StObject][] {
  const found: [string, StObject][] = [];
  for (let key = view.nextKey('0'.repeat(64)); key !== undefined; key = view.nextKey(key)) {
    const entry = view.readAny(key) as unknown as StObject;
    if (entry.LedgerEntryType === type) found.push([key, entry]);
  }
  return found;
}

/** Ids of the issuances, in order of creation. */
function issuanceIds(env: Env): string[] {
  const ids = entriesOf(env, 'MPTokenIssuance').map(([, { Sequence, Issuer }]) => mptIssuanceId(Sequence, Issuer));
  return ids.sort();
}
