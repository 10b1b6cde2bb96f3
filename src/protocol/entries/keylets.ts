/**
 * Keys and types of the ledger entries that transactions create, computed from what identifies each entry (rippled:
 * Indexes.cpp, namespace keylet).
 */
import { sha512HalfHex } from '../../crypto/hash.ts';
import { BoundedCache } from '../../util/bounded-cache.ts';
import { hexToBytes } from '../../util/hex.ts';
import {
  type AccountId,
  type Currency,
  type Hash256,
  type Hex,
  type Issue,
  type XChainBridge,
  XRP_CURRENCY,
} from '../values.ts';
import type { EntryName, Keylet } from './entries.ts';
import { IndexSpace, indexHash, uint32Hex, uint64Hex } from './index-hash.ts';
import { pageDigits } from './nftoken-id.ts';

/** One side of the order books: what takers pay for what they get, perhaps within a permissioned domain. */
export interface Book {
  readonly takerPays: Issue;
  readonly takerGets: Issue;
  readonly domain?: Hash256 | undefined;
}

/** Cached, since every transaction reads its accounts several times. */
const ACCOUNT_KEYLETS = 65_536;
const accountKeylets = new BoundedCache<AccountId, Keylet<'AccountRoot'>>(ACCOUNT_KEYLETS);

function keylet<Name extends EntryName>(type: Name, key: Hash256): Keylet<Name> {
  return { type, key };
}

/** The value that the cache has for the key, or else a new one. */
function remembered<Key, Value>(cache: BoundedCache<Key, Value>, key: Key, make: () => Value): Value {
  let found = cache.get(key);
  if (found === undefined) {
    found = make();
    cache.set(key, found);
  }
  return found;
}

/** The last two keylets with their accounts: a transaction mostly needs those of its two parties. */
let last: readonly [account: AccountId, keylet: Keylet<'AccountRoot'>] | undefined;
let lastButOne: typeof last;

/** An account. */
export function accountKeylet(account: AccountId): Keylet<'AccountRoot'> {
  if (last?.[0] === account) return last[1];
  if (lastButOne?.[0] === account) return lastButOne[1];
  lastButOne = last;
  last = [account, knownAccountKeylet(account)];
  return last[1];
}

function knownAccountKeylet(account: AccountId): Keylet<'AccountRoot'> {
  return remembered(accountKeylets, account, () => keylet('AccountRoot', indexHash(IndexSpace.account, account)));
}

const ownerDirKeylets = new BoundedCache<AccountId, Keylet<'DirectoryNode'>>(ACCOUNT_KEYLETS);

/** The root page of the directory of what an account owns. */
export function ownerDirKeylet(account: AccountId): Keylet<'DirectoryNode'> {
  return remembered(ownerDirKeylets, account, () =>
    keylet('DirectoryNode', indexHash(IndexSpace.ownerDirectory, account)),
  );
}

const PAGE_KEYLETS = 16_384;
const pageKeylets = new BoundedCache<Hex, Keylet<'DirectoryNode'>>(PAGE_KEYLETS);

/** A page of a directory: page 0 is the root itself. */
export function pageKeylet(rootIndex: Hash256, page: bigint): Keylet<'DirectoryNode'> {
  if (page === 0n) return keylet('DirectoryNode', rootIndex);
  const parts = rootIndex + uint64Hex(page);
  return remembered(pageKeylets, parts, () => keylet('DirectoryNode', indexHash(IndexSpace.directoryPage, parts)));
}

/** A payment or an offer computes the keylets of its lines dozens of times. */
const LINE_KEYLETS = 32_768;
/** By currency, low and high account: three lookups take a tenth of the time that joining the texts to one key takes. */
const lineKeylets = new Map<Currency, Map<AccountId, Map<AccountId, Keylet<'RippleState'>>>>();
let lineKeyletCount = 0;

/** The trust line that two accounts share; either order of the accounts names the same line. */
export function lineKeylet(one: AccountId, other: AccountId, currency: Currency): Keylet<'RippleState'> {
  const isOtherLow = other < one;
  const low = isOtherLow ? other : one;
  const high = isOtherLow ? one : other;
  return lineKeylets.get(currency)?.get(low)?.get(high) ?? newLineKeylet(low, high, currency);
}

function newLineKeylet(low: AccountId, high: AccountId, currency: Currency): Keylet<'RippleState'> {
  if (lineKeyletCount === LINE_KEYLETS) {
    lineKeylets.clear();
    lineKeyletCount = 0;
  }
  const ofCurrency = lineKeylets.get(currency) ?? new Map<AccountId, Map<AccountId, Keylet<'RippleState'>>>();
  const ofLow = ofCurrency.get(low) ?? new Map<AccountId, Keylet<'RippleState'>>();
  const line = keylet('RippleState', indexHash(IndexSpace.trustLine, low, high, currency));
  lineKeylets.set(currency, ofCurrency.set(low, ofLow.set(high, line)));
  lineKeyletCount++;
  return line;
}

/** An offer, by its account and the sequence number (or ticket) that created it. */
export function offerKeylet(account: AccountId, sequence: number): Keylet<'Offer'> {
  return keylet('Offer', indexHash(IndexSpace.offer, account, uint32Hex(sequence)));
}

/** A check, by its writer and the sequence number (or ticket) that created it. */
export function checkKeylet(account: AccountId, sequence: number): Keylet<'Check'> {
  return keylet('Check', indexHash(IndexSpace.check, account, uint32Hex(sequence)));
}

/** An escrow, by its creator and the sequence number (or ticket) that created it. */
export function escrowKeylet(account: AccountId, sequence: number): Keylet<'Escrow'> {
  return keylet('Escrow', indexHash(IndexSpace.escrow, account, uint32Hex(sequence)));
}

/** The offer with that key. */
export function offerById(key: Hash256): Keylet<'Offer'> {
  return keylet('Offer', key);
}

/** A payment channel, by payer, payee and the sequence number (or ticket) that created it. */
export function payChanKeylet(account: AccountId, destination: AccountId, sequence: number): Keylet<'PayChannel'> {
  return keylet('PayChannel', indexHash(IndexSpace.paymentChannel, account, destination, uint32Hex(sequence)));
}

/** A ticket, by its number, which its owner can use in place of a sequence number. */
export function ticketKeylet(account: AccountId, ticketSequence: number): Keylet<'Ticket'> {
  return keylet('Ticket', indexHash(IndexSpace.ticket, account, uint32Hex(ticketSequence)));
}

/** An account's list of signers; the key has room for several lists, but only number 0 exists. */
export function signersKeylet(account: AccountId): Keylet<'SignerList'> {
  return keylet('SignerList', indexHash(IndexSpace.signerList, account, uint32Hex(0)));
}

/** The root page of the offers to buy a token. */
export function nftBuysKeylet(nftokenId: Hash256): Keylet<'DirectoryNode'> {
  return keylet('DirectoryNode', indexHash(IndexSpace.nftokenBuyOffers, nftokenId));
}

/** The root page of the offers to sell a token. */
export function nftSellsKeylet(nftokenId: Hash256): Keylet<'DirectoryNode'> {
  return keylet('DirectoryNode', indexHash(IndexSpace.nftokenSellOffers, nftokenId));
}

/** An offer for a token, by its maker and the sequence number (or ticket) that created it. */
export function nftOfferKeylet(account: AccountId, sequence: number): Keylet<'NFTokenOffer'> {
  return keylet('NFTokenOffer', indexHash(IndexSpace.nftokenOffer, account, uint32Hex(sequence)));
}

/** The offer for a token with that key. */
export function nftOfferById(key: Hash256): Keylet<'NFTokenOffer'> {
  return keylet('NFTokenOffer', key);
}

/** The page of an account's tokens whose limit is that token: it holds those before it. */
export function nftPageKeylet(owner: AccountId, nftokenId: Hash256): Keylet<'NFTokenPage'> {
  return keylet('NFTokenPage', owner + pageDigits(nftokenId));
}

/** The page of tokens with that key. */
export function nftPageById(key: Hash256): Keylet<'NFTokenPage'> {
  return keylet('NFTokenPage', key);
}

/** The last page of an account's tokens, which exists if the account has any token. */
export function lastNftPageKeylet(owner: AccountId): Keylet<'NFTokenPage'> {
  return keylet('NFTokenPage', owner + 'F'.repeat(24));
}

/** The keys of all pages of an account's tokens are above this one. */
export function firstNftPageIndex(owner: AccountId): Hash256 {
  return owner + '0'.repeat(24);
}

/** The permission for one account to send to another that requires permission. */
export function depositPreauthKeylet(owner: AccountId, authorized: AccountId): Keylet<'DepositPreauth'> {
  return keylet('DepositPreauth', indexHash(IndexSpace.depositPreauth, owner, authorized));
}

/** The permissions that one account delegated to another. */
export function delegateKeylet(account: AccountId, authorized: AccountId): Keylet<'Delegate'> {
  return keylet('Delegate', indexHash(IndexSpace.delegate, account, authorized));
}

/** The permission for holders of a set of credentials, which the caller has sorted by issuer and type. */
export function depositPreauthCredentialsKeylet(
  owner: AccountId,
  sortedCredentials: readonly { readonly issuer: AccountId; readonly credentialType: Hex }[],
): Keylet<'DepositPreauth'> {
  const hashes = sortedCredentials.map(({ issuer, credentialType }) =>
    sha512HalfHex(hexToBytes(issuer + credentialType)),
  );
  // The reference hashes a vector here, and hashing a vector adds its length after its elements
  // (rippled: hash_append.h).
  const length = uint64Hex(BigInt(hashes.length));
  return keylet('DepositPreauth', indexHash(IndexSpace.depositPreauthCredentials, owner, ...hashes, length));
}

/** The id of the multi-purpose token that an issuer makes with a sequence number (or ticket): 48 hex digits. */
export function mptIssuanceId(sequence: number, issuer: AccountId): Hex {
  return uint32Hex(sequence) + issuer;
}

/** The terms of a multi-purpose token, by its id. */
export function mptIssuanceKeylet(issuanceId: Hex): Keylet<'MPTokenIssuance'> {
  return keylet('MPTokenIssuance', indexHash(IndexSpace.mptokenIssuance, issuanceId));
}

/** What an account holds of a multi-purpose token. */
export function mptokenKeylet(issuanceId: Hex, holder: AccountId): Keylet<'MPToken'> {
  return keylet('MPToken', indexHash(IndexSpace.mptoken, mptIssuanceKeylet(issuanceId).key, holder));
}

/** A credential: subject, issuer, and a type that the issuer chose. */
export function credentialKeylet(subject: AccountId, issuer: AccountId, credentialType: Hex): Keylet<'Credential'> {
  return keylet('Credential', indexHash(IndexSpace.credential, subject, issuer, credentialType));
}

/** A permissioned domain, by its owner and the sequence number (or ticket) that created it. */
export function permissionedDomainKeylet(owner: AccountId, sequence: number): Keylet<'PermissionedDomain'> {
  return keylet('PermissionedDomain', indexHash(IndexSpace.permissionedDomain, owner, uint32Hex(sequence)));
}

/** An account's decentralized identifier. */
export function didKeylet(account: AccountId): Keylet<'DID'> {
  return keylet('DID', indexHash(IndexSpace.did, account));
}

/** A price oracle, by its owner and the number that the owner gave it. */
export function oracleKeylet(owner: AccountId, documentId: number): Keylet<'Oracle'> {
  return keylet('Oracle', indexHash(IndexSpace.oracle, owner, uint32Hex(documentId)));
}

/** A single-asset vault, by its owner and the sequence number (or ticket) that created it. */
export function vaultKeylet(owner: AccountId, sequence: number): Keylet<'Vault'> {
  return vaultById(indexHash(IndexSpace.vault, owner, uint32Hex(sequence)));
}

/** The vault with that key. */
export function vaultById(key: Hash256): Keylet<'Vault'> {
  return keylet('Vault', key);
}

/** A loan broker, by its owner and the sequence number (or ticket) that created it. */
export function loanBrokerKeylet(owner: AccountId, sequence: number): Keylet<'LoanBroker'> {
  return loanBrokerById(indexHash(IndexSpace.loanBroker, owner, uint32Hex(sequence)));
}

/** The loan broker with that key. */
export function loanBrokerById(key: Hash256): Keylet<'LoanBroker'> {
  return keylet('LoanBroker', key);
}

/** A loan, by its broker and the number that the broker counts its loans with. */
export function loanKeylet(loanBrokerId: Hash256, loanSequence: number): Keylet<'Loan'> {
  return loanById(indexHash(IndexSpace.loan, loanBrokerId, uint32Hex(loanSequence)));
}

/** The loan with that key. */
export function loanById(key: Hash256): Keylet<'Loan'> {
  return keylet('Loan', key);
}

/** A bridge on one of its two chains, by that chain's door account and asset: a door has one bridge for a currency. */
export function bridgeKeylet(bridge: XChainBridge, chain: 'Locking' | 'Issuing'): Keylet<'Bridge'> {
  const issue = bridge[`${chain}ChainIssue`];
  const currency = 'currency' in issue ? issue.currency : '';
  return keylet('Bridge', indexHash(IndexSpace.bridge, bridge[`${chain}ChainDoor`], currency));
}

/** A claim id of a bridge. */
export function xchainClaimIdKeylet(bridge: XChainBridge, claimId: bigint): Keylet<'XChainOwnedClaimID'> {
  return keylet('XChainOwnedClaimID', indexHash(IndexSpace.xchainClaimId, bridgeParts(bridge), uint64Hex(claimId)));
}

/** A pending account creation across a bridge, by its number. */
export function xchainCreateAccountClaimIdKeylet(
  bridge: XChainBridge,
  count: bigint,
): Keylet<'XChainOwnedCreateAccountClaimID'> {
  const index = indexHash(IndexSpace.xchainCreateAccountClaimId, bridgeParts(bridge), uint64Hex(count));
  return keylet('XChainOwnedCreateAccountClaimID', index);
}

function bridgeParts({ LockingChainDoor, LockingChainIssue, IssuingChainDoor, IssuingChainIssue }: XChainBridge): Hex {
  const locking = assetKind(LockingChainIssue) + assetIssuer(LockingChainIssue);
  return LockingChainDoor + locking + IssuingChainDoor + assetKind(IssuingChainIssue) + assetIssuer(IssuingChainIssue);
}

const BOOK_KEYS = 16_384;
const ammKeylets = new BoundedCache<Hex, Keylet<'AMM'>>(BOOK_KEYS);

/** The automated market maker of two assets, in either order. */
export function ammKeylet(one: Issue, other: Issue): Keylet<'AMM'> {
  const [first, second] = sortedAssets(one, other);
  const parts = issuerThenCurrency(first) + issuerThenCurrency(second);
  return remembered(ammKeylets, parts, () => keylet('AMM', indexHash(IndexSpace.amm, parts)));
}

/** The automated market maker with that key. */
export function ammById(key: Hash256): Keylet<'AMM'> {
  return keylet('AMM', key);
}

/**
 * Two assets in their order: multi-purpose tokens come before the others, and those go by currency, then issuer
 * (rippled: Asset.h and Issue.h, operator<=>).
 */
export function sortedAssets(one: Issue, other: Issue): readonly [Issue, Issue] {
  return sortKey(other) < sortKey(one) ? [other, one] : [one, other];
}

function sortKey(issue: Issue): string {
  if ('mptIssuanceId' in issue) return `0${issue.mptIssuanceId}`;
  return `1${issue.currency}${issue.currency === XRP_CURRENCY ? '' : issue.issuer}`;
}

function issuerThenCurrency(issue: Issue): Hex {
  if ('mptIssuanceId' in issue) return issue.mptIssuanceId;
  return (issue.issuer ?? XRP_CURRENCY) + issue.currency;
}

const FEES = keylet('FeeSettings', indexHash(IndexSpace.feeSettings));
const AMENDMENTS = keylet('Amendments', indexHash(IndexSpace.amendments));
const NEGATIVE_UNL = keylet('NegativeUNL', indexHash(IndexSpace.negativeUnl));
const SKIP = keylet('LedgerHashes', indexHash(IndexSpace.skipList));

/** The fees and reserves in force. */
export function feesKeylet(): Keylet<'FeeSettings'> {
  return FEES;
}

/** The amendments in force. */
export function amendmentsKeylet(): Keylet<'Amendments'> {
  return AMENDMENTS;
}

/** The validators that are known to be offline. */
export function negativeUnlKeylet(): Keylet<'NegativeUNL'> {
  return NEGATIVE_UNL;
}

/** The hashes of the latest (up to 256) ledgers. */
export function skipKeylet(): Keylet<'LedgerHashes'> {
  return SKIP;
}

/** The hashes of every 256th ledger, for the 65536 ledgers around the given one. */
export function longSkipKeylet(ledgerIndex: number): Keylet<'LedgerHashes'> {
  return keylet('LedgerHashes', indexHash(IndexSpace.skipList, uint32Hex(ledgerIndex >>> 16)));
}

/** The keys of an order book's pages: above `base` and below `end`. Each has its quality in the last eight bytes. */
export interface BookRange {
  readonly base: Hash256;
  readonly end: Hash256;
}

const bookRanges = new BoundedCache<Hex, BookRange>(BOOK_KEYS);
const booksByBase = new BoundedCache<Hash256, Book>(BOOK_KEYS);

/** Where the pages of an order book are. */
export function bookRange({ takerPays, takerGets, domain }: Book): BookRange {
  const kinds = assetKind(takerPays) + assetKind(takerGets);
  const parts = kinds + assetIssuer(takerPays) + assetIssuer(takerGets) + (domain ?? '');
  return remembered(bookRanges, parts, () => {
    const { key: base } = qualityKeylet(indexHash(IndexSpace.bookDirectory, parts), 0n);
    booksByBase.set(base, { takerPays, takerGets, domain });
    return { base, end: bookEndIndex(base) };
  });
}

/** The order book that a key would be a page of, if the range of that book was computed lately. */
export function bookOfPage(key: Hash256): Book | undefined {
  return booksByBase.get(qualityKeylet(key, 0n).key);
}

/** The page of an order book, given any key of that book, that lists the offers of one quality. */
export function qualityKeylet(bookIndex: Hash256, quality: bigint): Keylet<'DirectoryNode'> {
  return keylet('DirectoryNode', bookIndex.slice(0, 48) + uint64Hex(quality));
}

/** The quality in the key of an order book's page. */
export function qualityOfIndex(index: Hash256): bigint {
  return BigInt(`0x${index.slice(48)}`);
}

/** The first key after the last page of the order book that the key belongs to. */
export function bookEndIndex(bookIndex: Hash256): Hash256 {
  const next = BigInt(`0x${bookIndex.slice(0, 48)}`) + 1n;
  return BigInt.asUintN(192, next).toString(16).padStart(48, '0').toUpperCase() + bookIndex.slice(48);
}

function assetKind(issue: Issue): Hex {
  return 'mptIssuanceId' in issue ? issue.mptIssuanceId : issue.currency;
}

function assetIssuer(issue: Issue): Hex {
  return 'mptIssuanceId' in issue ? '' : (issue.issuer ?? XRP_CURRENCY);
}
