/** Explanations of the results with which a transaction is not in the ledger, or not yet. */
import { BUG, type NotedResults, note } from './result-note.ts';

const OWN_SEQUENCE = "Read the account's `Sequence` and sign again.";

export const LATER_NOTES: NotedResults = [
  [
    'terADDRESS_COLLISION',
    note('No address is left for the pseudo-account of the new entry.', 'Send it in a later ledger.'),
  ],
  ['terINSUF_FEE_B', note('The account cannot pay the fee.', 'Fund the account.')],
  ['terNO_ACCOUNT', note('The sending account does not exist.', 'Pay XRP to it first, at least the account reserve.')],
  ['terNO_AMM', note('There is no AMM for the two assets.', 'Create it first.')],
  ['terNO_AUTH', note('A trust line on the path is not authorized by its issuer.', 'Ask the issuer for approval.')],
  [
    'terNO_DELEGATE_PERMISSION',
    note(
      'The account has not given its delegate a permission that covers the transaction.',
      'Let the account send `DelegateSet` first.',
    ),
  ],
  ['terNO_LINE', note('A trust line on the path is missing or frozen.', 'Check the trust lines.')],
  [
    'terNO_RIPPLE',
    note(
      'An account on the path does not allow rippling between its trust lines.',
      'Use another path, or clear No Ripple.',
    ),
  ],
  [
    'terOWNERS',
    note('As `tecOWNERS`, while the transaction can be retried.', 'Set the flag before the account owns anything.'),
  ],
  [
    'terPRE_SEQ',
    note(
      'An earlier sequence number of the account is missing. The transaction is held for some ledgers.',
      'Submit the missing one.',
    ),
  ],
  [
    'terPRE_TICKET',
    note('The ticket does not exist yet. The transaction is held for some ledgers.', 'Create the ticket.'),
  ],
  [
    'terQUEUED',
    note(
      'The open ledger is full. The transaction waits for a later one.',
      'Wait, or send it again with a higher fee.',
    ),
  ],
];

export const FAILED_NOTES: NotedResults = [
  ['tefALREADY', note('The ledger already contains this transaction.', 'Nothing: look it up with `tx`.')],
  ['tefBAD_AUTH', note('The signing key does not belong to the account.', "Sign with the account's key.")],
  ['tefBAD_LEDGER', note('The ledger lacks an entry that must exist.', BUG)],
  ['tefBAD_QUORUM', note('The total weight of the signatures is too low.', 'Add signatures.')],
  [
    'tefBAD_SIGNATURE',
    note('One of the signers is not on the signer list, or signed with a wrong key.', 'Check the signers.'),
  ],
  [
    'tefEXCEPTION',
    note(
      'The transaction cannot be computed with this state or amount.',
      'Check the amount; if it is right, report it.',
    ),
  ],
  ['tefINTERNAL', note('An entry that must exist is missing.', BUG)],
  ['tefINVALID_LEDGER_FIX_TYPE', note('There is no such `LedgerFixType`.', 'Use 1 or 2.')],
  ['tefINVARIANT_FAILED', note('Even claiming the fee would have violated an invariant of the ledger.', BUG)],
  [
    'tefMASTER_DISABLED',
    note('The master key of the account is disabled.', 'Sign with the regular key, or multi-sign.'),
  ],
  ['tefMAX_LEDGER', note('`LastLedgerSequence` has passed.', 'Sign again with a later one.')],
  [
    'tefNFTOKEN_IS_NOT_TRANSFERABLE',
    note('The token may only be sold by or to its issuer or the authorized minter.', 'Sell it to the issuer.'),
  ],
  ['tefNOT_MULTI_SIGNING', note('The account has no signer list.', 'Sign with its own key.')],
  [
    'tefNO_AUTH_REQUIRED',
    note('The issuer does not require authorization.', 'Enable Require Auth first (`AccountSet`, `SetFlag` 2).'),
  ],
  ['tefNO_TICKET', note('The ticket was used or never existed.', 'Use another ticket.')],
  ['tefPAST_SEQ', note('The sequence number was used already.', OWN_SEQUENCE)],
  ['tefTOO_BIG', note('The account to delete owns more than 1,000 objects.', 'Remove some first.')],
  [
    'tefWRONG_PRIOR',
    note("`AccountTxnID` is not the account's last transaction.", 'Read it again from `account_info`.'),
  ],
];

export const LOCAL_NOTES: NotedResults = [
  ['telBAD_DOMAIN', note('`Domain` is longer than 256 bytes.', 'Shorten it.')],
  ['telBAD_PATH_COUNT', note('`Paths` has more than 6 paths, or one of more than 8 steps.', 'Leave some out.')],
  ['telBAD_PUBLIC_KEY', note('`MessageKey` is no public key.', 'Check the key.')],
  [
    'telCAN_NOT_QUEUE',
    note(
      'The open ledger is full, and this transaction cannot be queued: it is a batch, or has `Delegate`, `fail_hard`, `AccountTxnID` or too close a `LastLedgerSequence`.',
      'Pay a higher fee (see `fee`), or try later.',
    ),
  ],
  [
    'telCAN_NOT_QUEUE_BALANCE',
    note('The fees and amounts of the queued transactions would use up the balance.', 'Wait, or fund the account.'),
  ],
  [
    'telCAN_NOT_QUEUE_BLOCKED',
    note('A queued transaction of the account changes its keys.', 'Wait until it is in a ledger.'),
  ],
  [
    'telCAN_NOT_QUEUE_BLOCKS',
    note(
      'A change of keys cannot be queued together with other transactions of the account.',
      'Wait until they are in a ledger.',
    ),
  ],
  [
    'telCAN_NOT_QUEUE_FEE',
    note('The fee is too low to replace the queued transaction with this sequence number.', 'Pay at least 25 % more.'),
  ],
  [
    'telCAN_NOT_QUEUE_FULL',
    note('The queue is full, for this account or for all accounts.', 'Pay a higher fee, or try later.'),
  ],
  ['telFAILED_PROCESSING', note('The payment could not be computed now.', 'Try again; report it if it persists.')],
  [
    'telINSUF_FEE_P',
    note('The fee is lower than the base fee of this transaction.', 'Pay at least the fee that `fee` returns.'),
  ],
  [
    'telNETWORK_ID_MAKES_TX_NON_CANONICAL',
    note(
      'The transaction has `NetworkID`, which a chain with a network id up to 1024 does not allow.',
      'Leave the field out.',
    ),
  ],
  ['telNO_DST_PARTIAL', note('A partial payment cannot create an account.', 'Clear `tfPartialPayment`.')],
  [
    'telREQUIRES_NETWORK_ID',
    note('The chain has a network id above 1024, and the transaction has none.', 'Add `NetworkID`.'),
  ],
  ['telWRONG_NETWORK', note('`NetworkID` is that of another chain.', "Use this chain's id (`server_info`).")],
];

export const MALFORMED_NOTES: NotedResults = [
  ['temARRAY_EMPTY', note('A list in the transaction is empty.', 'Leave it out, or fill it.')],
  ['temARRAY_TOO_LARGE', note('A list in the transaction has too many elements.', 'Leave some out.')],
  [
    'temBAD_AMM_TOKENS',
    note(
      'The two assets are equal, an amount is of neither, or the LP tokens are of another AMM or negative.',
      'Use the assets of the pool.',
    ),
  ],
  [
    'temBAD_AMOUNT',
    note(
      'An amount is zero, negative, of the wrong asset, or out of bounds.',
      'Check `Amount`, `SendMax`, `DeliverMin`, `Balance`.',
    ),
  ],
  ['temBAD_CURRENCY', note('The currency is the code XRP written as a token.', 'Give XRP in drops, as a string.')],
  [
    'temBAD_EXPIRATION',
    note(
      'A time is zero; or an escrow has neither `FinishAfter` nor `CancelAfter`, or may be cancelled before it may be finished.',
      'Check the times.',
    ),
  ],
  ['temBAD_FEE', note('The fee is negative, not XRP, or above the total supply.', 'Give drops as a string.')],
  ['temBAD_ISSUER', note('The tokens have no valid issuer, or are not the asset of the bridge.', 'Check the amount.')],
  ['temBAD_LIMIT', note('The limit of the trust line is negative, or not a token amount.', 'Check `LimitAmount`.')],
  [
    'temBAD_MPT',
    note('An amount is in a multi-purpose token whose issuer is the zero account.', 'Check `mpt_issuance_id`.'),
  ],
  [
    'temBAD_NFTOKEN_TRANSFER_FEE',
    note('The transfer fee is more than 50 %.', 'Use 0 to 50000 hundred-thousandths in `TransferFee`.'),
  ],
  [
    'temBAD_OFFER',
    note('The offer is XRP for XRP, or one of its amounts is not positive.', 'Check `TakerPays` and `TakerGets`.'),
  ],
  ['temBAD_PATH', note('A path has an invalid step.', 'Use the paths that `ripple_path_find` returns.')],
  ['temBAD_PATH_LOOP', note('A path passes the same place twice.', 'Use the paths that `ripple_path_find` returns.')],
  ['temBAD_QUORUM', note('The quorum of a signer list is more than the sum of its weights.', 'Lower it.')],
  ['temBAD_REGKEY', note('The regular key is the master key.', 'Use another key.')],
  ['temBAD_SEND_XRP_LIMIT', note('A payment from XRP to XRP with `tfLimitQuality`.', 'Clear the flag.')],
  ['temBAD_SEND_XRP_MAX', note('A payment from XRP to XRP with `SendMax`.', 'Leave the field out.')],
  ['temBAD_SEND_XRP_NO_DIRECT', note('A payment from XRP to XRP with `tfNoRippleDirect`.', 'Clear the flag.')],
  ['temBAD_SEND_XRP_PARTIAL', note('A payment from XRP to XRP with `tfPartialPayment`.', 'Clear the flag.')],
  ['temBAD_SEND_XRP_PATHS', note('A payment from XRP to XRP with `Paths`.', 'Leave the field out.')],
  [
    'temBAD_SEQUENCE',
    note('`OfferSequence` is 0, or not below the sequence number of the account.', 'Check `OfferSequence`.'),
  ],
  [
    'temBAD_SIGNATURE',
    note("The claim's signature does not match its key, channel and amount.", 'Check all three; see `channel_verify`.'),
  ],
  [
    'temBAD_SIGNER',
    note(
      'A signer list contains an account twice, or the account itself; or the account is its own delegate.',
      'Check the list, or leave out `Delegate`.',
    ),
  ],
  ['temBAD_SRC_ACCOUNT', note('`Account` is the zero account, or one that may not send this.', 'Check `Account`.')],
  ['temBAD_TICK_SIZE', note('`TickSize` is not 0 or 3 to 16.', 'Check the value.')],
  ['temBAD_TRANSFER_FEE', note('`TransferFee` is more than 50000 (50 %).', 'Check the value.')],
  ['temBAD_TRANSFER_RATE', note('`TransferRate` is not 0 or 1,000,000,000 to 2,000,000,000.', 'Check the value.')],
  ['temBAD_WEIGHT', note('A signer has the weight 0.', 'Give each signer a weight.')],
  ['temCANNOT_PREAUTH_SELF', note('An account preauthorizes itself.', 'Nothing: it needs no preauthorization.')],
  [
    'temDISABLED',
    note(
      'The chain does not have the amendment of this transaction type, or of one of its fields or flags.',
      'See [amendments.md](amendments.md).',
    ),
  ],
  ['temDST_IS_SRC', note('Sender and destination are the same account.', 'Check `Destination`.')],
  [
    'temDST_NEEDED',
    note('There is no destination, or it is the zero account.', 'Give `Destination`, or `issuer` of `LimitAmount`.'),
  ],
  ['temEMPTY_DID', note('The identifier would have no content.', 'Give `DIDDocument`, `URI` or `Data`.')],
  [
    'temINVALID',
    note(
      'Fields exclude each other, such as `TicketSequence` and `AccountTxnID`; or the signature is missing or wrong.',
      'Check the fields, and sign again.',
    ),
  ],
  ['temINVALID_ACCOUNT_ID', note('An account in the transaction is the zero account.', 'Check the address.')],
  ['temINVALID_COUNT', note('`TicketCount` is not 1 to 250.', 'Check the value.')],
  [
    'temINVALID_FLAG',
    note('`Flags` has a flag that this type does not have, or flags that exclude each other.', 'Check `Flags`.'),
  ],
  [
    'temINVALID_INNER_BATCH',
    note(
      'A transaction inside a batch is malformed, or of a type that cannot be there; or a transaction with `tfInnerBatchTxn` is in no batch.',
      'See [batches](batches.md).',
    ),
  ],
  ['temMALFORMED', note('A field is missing, not allowed, or malformed.', 'Check the fields of the transaction type.')],
  ['temREDUNDANT', note('A payment to oneself that changes nothing.', 'Check `Destination`.')],
  ['temRIPPLE_EMPTY', note('`Paths` is present and empty.', 'Leave the field out.')],
  ['temSEQ_AND_TICKET', note('`TicketSequence` beside a `Sequence` that is not 0.', 'Set `Sequence` to 0.')],
  [
    'temXCHAIN_BAD_PROOF',
    note(
      "The witness's signature is wrong, or the amount is not in the asset of the bridge.",
      'Check the attestation, and what was signed; see [bridges.md](bridges.md#receive).',
    ),
  ],
  [
    'temXCHAIN_BRIDGE_BAD_ISSUES',
    note(
      'The bridge cannot have these two assets, or not with these doors.',
      'The issuing door must issue the tokens, or be the master account for XRP; the locking door must not issue what it locks.',
    ),
  ],
  [
    'temXCHAIN_BRIDGE_BAD_MIN_ACCOUNT_CREATE_AMOUNT',
    note(
      '`MinAccountCreateAmount` is not a positive amount of XRP, or the bridge is not for XRP.',
      'Correct it, or leave it out.',
    ),
  ],
  [
    'temXCHAIN_BRIDGE_BAD_REWARD_AMOUNT',
    note('`SignatureReward` is not an amount of XRP, or is negative.', 'Correct it.'),
  ],
  [
    'temXCHAIN_BRIDGE_NONDOOR_OWNER',
    note('The account is neither door of the bridge.', 'Send it from a door account.'),
  ],
  ['temXCHAIN_EQUAL_DOOR_ACCOUNTS', note('Both doors of the bridge are the same account.', 'Use different accounts.')],
];
