/** What ledger entries are called, and what an entry is about, as parts. Pure. */

import { assetOf } from '../values/assets.js';
import { textOfHex } from '../values/hex-text.js';
import { account, amount, asset, hash, say } from '../values/parts.js';

/** By type of the protocol. */
const NAMES = {
  AccountRoot: 'Account',
  AMM: 'Pool',
  Amendments: 'Amendments',
  Bridge: 'Bridge',
  Check: 'Check',
  Credential: 'Credential',
  DID: 'Decentralized identifier',
  Delegate: 'Delegation',
  DepositPreauth: 'Deposit preauthorization',
  DirectoryNode: 'Directory',
  Escrow: 'Escrow',
  FeeSettings: 'Fee settings',
  LedgerHashes: 'Ledger hashes',
  Loan: 'Loan',
  LoanBroker: 'Loan broker',
  MPToken: 'MPT holding',
  MPTokenIssuance: 'MPT issuance',
  NFTokenOffer: 'NFT offer',
  NFTokenPage: 'NFT page',
  NegativeUNL: 'Negative UNL',
  Offer: 'Offer',
  Oracle: 'Price oracle',
  PayChannel: 'Channel',
  PermissionedDomain: 'Domain',
  RippleState: 'Trust line',
  SignerList: 'Signer list',
  Ticket: 'Ticket',
  Vault: 'Vault',
  XChainOwnedClaimID: 'Bridge claim',
  XChainOwnedCreateAccountClaimID: 'Bridge claim for an account',
};

export const entryName = (type) => NAMES[type] ?? type;

const assetPart = (of) => asset(assetOf({ currency: 'XRP', ...of }));
const fromTo = ({ Account: from, Destination: to }) => say`${account(from)} → ${account(to)}`;
const textOr = (hex) => {
  const text = textOfHex(hex);
  return text === undefined ? { code: hex } : { text, hex };
};

/** By type: whose entry it is and what it is for, from its fields. */
const SUBJECTS = {
  AccountRoot: ({ Account: own }) => [account(own)],
  AMM: ({ Asset: one, Asset2: other }) => say`${assetPart(one)} / ${assetPart(other)}`,
  Bridge: ({ Account: door }) => [account(door)],
  Check: fromTo,
  Credential: ({ Subject: subject, Issuer: issuer, CredentialType: type }) =>
    say`${textOr(type)} of ${account(subject)}, by ${account(issuer)}`,
  DID: ({ Account: own }) => [account(own)],
  Delegate: ({ Account: own, Authorize: other }) => say`${account(own)} → ${account(other)}`,
  DepositPreauth: ({ Account: own, Authorize: other }) =>
    other === undefined ? [account(own)] : say`${account(own)} ← ${account(other)}`,
  DirectoryNode: ({ Owner: owner, NFTokenID: id }) =>
    owner !== undefined ? [account(owner)] : id !== undefined ? [hash(id, 'nft')] : [],
  Escrow: fromTo,
  Loan: ({ Borrower: borrower }) => (borrower === undefined ? [] : [account(borrower)]),
  LoanBroker: ({ Owner: owner }) => (owner === undefined ? [] : [account(owner)]),
  MPToken: ({ Account: own, MPTokenIssuanceID: id }) => say`${account(own)}, ${asset({ mpt_issuance_id: id })}`,
  MPTokenIssuance: ({ Issuer: issuer }) => [account(issuer)],
  NFTokenOffer: ({ Owner: owner, NFTokenID: id }) => say`${account(owner)}, NFT ${hash(id, 'nft')}`,
  Offer: ({ Account: owner, Sequence: sequence }) => say`${account(owner)} #${String(sequence)}`,
  Oracle: ({ Owner: owner }) => [account(owner)],
  PayChannel: fromTo,
  PermissionedDomain: ({ Owner: owner }) => [account(owner)],
  RippleState: (fields) =>
    fields.LowLimit === undefined
      ? []
      : say`${account(fields.LowLimit.issuer)} – ${account(fields.HighLimit.issuer)}, ${asset(lineAsset(fields))}`,
  SignerList: ({ Owner: owner }) => (owner === undefined ? [] : [account(owner)]),
  Ticket: ({ Account: own, TicketSequence: sequence }) => say`${account(own)} #${String(sequence)}`,
  Vault: ({ Owner: owner, Asset: of }) => say`${assetPart(of)}${owner !== undefined && say`, ${account(owner)}`}`,
  XChainOwnedClaimID: ({ Account: own }) => [account(own)],
  XChainOwnedCreateAccountClaimID: ({ Account: own }) => [account(own)],
};

export function entrySubject(type, fields) {
  try {
    const parts = SUBJECTS[type]?.(fields) ?? [];
    const isWhole = parts.every((part) => typeof part === 'string' || Object.values(part)[0] !== undefined);
    return isWhole ? parts : [];
  } catch {
    // Metadata of an entry that is only referred to has no fields.
    return [];
  }
}

/**
 * The asset of a line: its issuer is the side that owes. Where the balance is zero it is the side without a limit of its
 * own, as the issuer's mostly is; `other` is another balance of the line, if one is known.
 */
export function lineAsset({ Balance: balance, LowLimit: low, HighLimit: high }, other = undefined) {
  const value = balance.value === '0' ? (other?.value ?? '0') : balance.value;
  const lowOwes = value === '0' ? low.value === '0' && high.value !== '0' : value.startsWith('-');
  return { currency: balance.currency, issuer: lowOwes ? low.issuer : high.issuer };
}

/** The balance of a line from the side of the account that holds the tokens. */
export function lineBalance(fields, other = undefined) {
  return amount({ ...lineAsset(fields, other), value: fields.Balance.value.replace('-', '') });
}
