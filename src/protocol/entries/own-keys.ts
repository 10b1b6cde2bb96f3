/** The keys that an entry may have by its own fields. */
import type { AccountId, Hash256, Hex, StObject } from '../values.ts';
import type { EntryName, Keylet, LedgerEntries, LedgerEntry } from './entries.ts';
import {
  accountKeylet,
  amendmentsKeylet,
  ammKeylet,
  bridgeKeylet,
  checkKeylet,
  credentialKeylet,
  delegateKeylet,
  depositPreauthCredentialsKeylet,
  depositPreauthKeylet,
  didKeylet,
  escrowKeylet,
  feesKeylet,
  lineKeylet,
  loanBrokerKeylet,
  loanKeylet,
  longSkipKeylet,
  mptIssuanceId,
  mptIssuanceKeylet,
  mptokenKeylet,
  negativeUnlKeylet,
  offerKeylet,
  oracleKeylet,
  payChanKeylet,
  permissionedDomainKeylet,
  signersKeylet,
  skipKeylet,
  ticketKeylet,
  vaultKeylet,
  xchainClaimIdKeylet,
  xchainCreateAccountClaimIdKeylet,
} from './keylets.ts';

/** The keylets of an entry; none if its fields do not determine its key. */
type KeyletsOf<Name extends EntryName> = (
  entry: Readonly<LedgerEntries[Name]>,
) => readonly (Keylet<Name> | undefined)[];

/**
 * Fields that are absent in old entries: `Sequence` of escrows and channels, `OracleDocumentID`. Without a row: offers for
 * tokens, whose sequence number is not stored, pages of tokens, and pages of directories except the first.
 */
const KEYLETS: { readonly [Name in EntryName]?: KeyletsOf<Name> } = {
  AccountRoot: ({ Account }) => [accountKeylet(Account)],
  Amendments: () => [amendmentsKeylet()],
  AMM: ({ Asset, Asset2 }) => [ammKeylet(Asset, Asset2)],
  Bridge: ({ XChainBridge }) => [bridgeKeylet(XChainBridge, 'Locking'), bridgeKeylet(XChainBridge, 'Issuing')],
  Check: ({ Account, Sequence }) => [checkKeylet(Account, Sequence)],
  Credential: ({ Subject, Issuer, CredentialType }) => [credentialKeylet(Subject, Issuer, CredentialType)],
  Delegate: ({ Account, Authorize }) => [delegateKeylet(Account, Authorize)],
  DepositPreauth: ({ Account, Authorize, AuthorizeCredentials = [] }) => [
    Authorize === undefined
      ? depositPreauthCredentialsKeylet(
          Account,
          AuthorizeCredentials.map(({ Credential = {} }) => credentialParts(Credential)),
        )
      : depositPreauthKeylet(Account, Authorize),
  ],
  DID: ({ Account }) => [didKeylet(Account)],
  Escrow: ({ Account, Sequence }) => [Sequence === undefined ? undefined : escrowKeylet(Account, Sequence)],
  FeeSettings: () => [feesKeylet()],
  LedgerHashes: ({ LastLedgerSequence }) => [
    skipKeylet(),
    LastLedgerSequence === undefined ? undefined : longSkipKeylet(LastLedgerSequence),
  ],
  Loan: ({ LoanBrokerID, LoanSequence }) => [loanKeylet(LoanBrokerID, LoanSequence)],
  LoanBroker: ({ Owner, Sequence }) => [loanBrokerKeylet(Owner, Sequence)],
  MPToken: ({ MPTokenIssuanceID, Account }) => [mptokenKeylet(MPTokenIssuanceID, Account)],
  MPTokenIssuance: ({ Sequence, Issuer }) => [mptIssuanceKeylet(mptIssuanceId(Sequence, Issuer))],
  NegativeUNL: () => [negativeUnlKeylet()],
  Offer: ({ Account, Sequence }) => [offerKeylet(Account, Sequence)],
  Oracle: ({ Owner, OracleDocumentID: id }) => [id === undefined ? undefined : oracleKeylet(Owner, id)],
  PayChannel: ({ Account, Destination, Sequence }) => [
    Sequence === undefined ? undefined : payChanKeylet(Account, Destination, Sequence),
  ],
  PermissionedDomain: ({ Owner, Sequence }) => [permissionedDomainKeylet(Owner, Sequence)],
  SignerList: ({ Owner }) => [Owner === undefined ? undefined : signersKeylet(Owner)],
  Ticket: ({ Account, TicketSequence }) => [ticketKeylet(Account, TicketSequence)],
  Vault: ({ Owner, Sequence }) => [vaultKeylet(Owner, Sequence)],
  XChainOwnedClaimID: ({ XChainBridge, XChainClaimID }) => [xchainClaimIdKeylet(XChainBridge, XChainClaimID)],
  XChainOwnedCreateAccountClaimID: ({ XChainBridge, XChainAccountCreateCount }) => [
    xchainCreateAccountClaimIdKeylet(XChainBridge, XChainAccountCreateCount),
  ],
  RippleState: ({ LowLimit, HighLimit }) => [lineKeylet(LowLimit.issuer, HighLimit.issuer, LowLimit.currency)],
};

/** A credential of the list in an entry, whose order is that of the key. */
function credentialParts({ Issuer, CredentialType }: StObject): { issuer: AccountId; credentialType: Hex } {
  return { issuer: Issuer as AccountId, credentialType: CredentialType as Hex };
}

/** The keys that the fields of an entry allow; undefined if its fields do not determine its key. */
export function ownKeys(entry: Readonly<LedgerEntry>): readonly Hash256[] | undefined {
  const keylets = KEYLETS[entry.LedgerEntryType] as KeyletsOf<EntryName> | undefined;
  const keys = keylets?.(entry).map((keylet) => keylet?.key);
  const found = keys?.filter((key) => key !== undefined);
  return found?.length === 0 ? undefined : found;
}
