/**
 * Keys of entries that a transaction probably reads, from its fields alone. A fork begins to load them at once, before the engine
 * reads one after the other. A key too few or too many costs only time.
 */
import {
  accountKeylet,
  ammKeylet,
  credentialKeylet,
  escrowKeylet,
  lineKeylet,
  mptIssuanceKeylet,
  mptokenKeylet,
  nftBuysKeylet,
  nftSellsKeylet,
  offerKeylet,
  ownerDirKeylet,
  signersKeylet,
  ticketKeylet,
} from '../../protocol/entries/keylets.ts';
import { fieldByName } from '../../protocol/tables/fields.ts';
import {
  type AccountId,
  type Hash256,
  type Hex,
  type Issue,
  type IssuedAmount,
  issueKey,
  type MptAmount,
  type PathSet,
  type StArray,
  type StObject,
  XRP_CURRENCY,
  ZERO_ACCOUNT,
} from '../../protocol/values.ts';

/** Fields whose value is the key of an entry, or a list of keys. */
const KEY_FIELDS: ReadonlySet<string> = new Set([
  'Channel',
  'CheckID',
  'CredentialIDs',
  'DomainID',
  'LoanBrokerID',
  'LoanID',
  'NFTokenBuyOffer',
  'NFTokenOffers',
  'NFTokenSellOffer',
  'VaultID',
]);

/** Types that seldom list or remove an entry of an account. */
const WITHOUT_DIRECTORIES: ReadonlySet<unknown> = new Set(['AccountSet', 'Payment', 'SetRegularKey']);

/** What a transaction names. */
interface Named {
  readonly accounts: Set<AccountId>;
  readonly assets: Map<string, Issue>;
  readonly keys: Set<Hash256>;
}

export function suggestedKeys(fields: StObject): ReadonlySet<Hash256> {
  const named: Named = { accounts: new Set(), assets: new Map(), keys: new Set() };
  collect(fields, named);
  const { accounts, assets, keys } = named;
  const parties = new Set(accounts);
  for (const asset of assets.values()) if ('issuer' in asset) accounts.add(asset.issuer as AccountId);
  for (const account of accounts) keys.add(accountKeylet(account).key);
  for (const account of parties) {
    if (!WITHOUT_DIRECTORIES.has(fields.TransactionType)) keys.add(ownerDirKeylet(account).key);
    for (const asset of assets.values()) addHolding(keys, account, asset);
  }
  addPairs([...assets.values()], keys);
  addOfSender(fields, keys);
  return keys;
}

function collect(object: StObject, named: Named): void {
  for (const [name, value] of Object.entries(object)) {
    const type = fieldByName(name)?.type;
    if (type === 'AccountID' && value !== ZERO_ACCOUNT) named.accounts.add(value as AccountId);
    else if (name === 'MPTokenIssuanceID') addAsset({ mptIssuanceId: value as Hex }, named);
    else if ((type === 'Amount' && name !== 'Fee') || type === 'Issue')
      addAsset(value as bigint | IssuedAmount | MptAmount | Issue, named);
    else if (type === 'PathSet') for (const path of value as PathSet) for (const step of path) addStep(step, named);
    else if (type === 'STObject') collect(value as StObject, named);
    else if (type === 'STArray') for (const element of value as StArray) collect(element as StObject, named);
    else if (KEY_FIELDS.has(name)) for (const key of [value].flat()) named.keys.add(key as Hash256);
    else if (name === 'NFTokenID') {
      for (const { key } of [nftBuysKeylet(value as Hash256), nftSellsKeylet(value as Hash256)]) named.keys.add(key);
    }
  }
}

function addStep({ account, currency, issuer }: PathSet[number][number], named: Named): void {
  if (account !== undefined) named.accounts.add(account);
  if (currency !== undefined && issuer !== undefined) addAsset({ currency, issuer }, named);
}

function addAsset(value: bigint | IssuedAmount | MptAmount | Issue, { assets, keys }: Named): void {
  if (typeof value === 'bigint') {
    assets.set(XRP_CURRENCY, { currency: XRP_CURRENCY });
    return;
  }
  if ('mptIssuanceId' in value) {
    assets.set(value.mptIssuanceId, { mptIssuanceId: value.mptIssuanceId });
    keys.add(mptIssuanceKeylet(value.mptIssuanceId).key);
    return;
  }
  const { currency, issuer } = value;
  const asset = issuer === undefined ? { currency } : { currency, issuer };
  assets.set(issueKey(asset), asset);
}

function addHolding(keys: Set<Hash256>, account: AccountId, asset: Issue): void {
  if ('mptIssuanceId' in asset) keys.add(mptokenKeylet(asset.mptIssuanceId, account).key);
  else if (asset.issuer !== undefined && asset.issuer !== account) {
    keys.add(lineKeylet(account, asset.issuer, asset.currency).key);
  }
}

/** The market makers between the assets. */
function addPairs(assets: readonly Issue[], keys: Set<Hash256>): void {
  const tokens = assets.filter((asset) => 'currency' in asset);
  for (const [at, one] of tokens.entries()) {
    for (const other of tokens.slice(at + 1)) keys.add(ammKeylet(one, other).key);
  }
}

function addOfSender({ Account, Owner, ...more }: StObject, keys: Set<Hash256>): void {
  const sender = Account as AccountId;
  const { TicketSequence: ticket, OfferSequence: sequence } = more;
  if (more.Signers !== undefined) keys.add(signersKeylet(sender).key);
  if (typeof ticket === 'number') keys.add(ticketKeylet(sender, ticket).key);
  if (typeof more.CredentialType === 'string') {
    keys.add(
      credentialKeylet((more.Subject ?? sender) as AccountId, (more.Issuer ?? sender) as AccountId, more.CredentialType)
        .key,
    );
  }
  if (typeof sequence !== 'number') return;
  keys.add((typeof Owner === 'string' ? escrowKeylet(Owner, sequence) : offerKeylet(sender, sequence)).key);
}
