/**
 * What each transaction result means here, and what to do about it. `test/results-doc.test.ts` fails when the source names
 * a result that has no note, or a note has no result.
 */
import type { Ter } from '../src/protocol/tables/ter.ts';

export interface ResultNote {
  /** When a transaction gets it. */
  readonly when: string;
  /** What the sender can do. */
  readonly remedy: string;
}

/** Named in the source, but returned for no transaction that Weir applies. */
export const NEVER_RETURNED: ReadonlySet<Ter> = new Set([]);

const note = (when: string, remedy: string): ResultNote => ({ when, remedy });

const BUG = 'Report it with the transaction blob: it is a bug of Weir, or the ledger is damaged.';
const OWN_SEQUENCE = "Read the account's `Sequence` and sign again.";

const APPLIED: readonly (readonly [Ter, ResultNote])[] = [
  ['tesSUCCESS', note('The transaction took effect.', 'Wait until it is in a validated ledger.')],
];

const CLAIMED: readonly (readonly [Ter, ResultNote])[] = [
  [
    'tecAMM_BALANCE',
    note(
      'The withdrawal or claw back would take more than the pool or the account has, or all of one side of the pool.',
      'Take less, or both assets.',
    ),
  ],
  [
    'tecAMM_EMPTY',
    note('The market maker has nothing left.', 'Fill it with a deposit with `tfTwoAssetIfEmpty`, or delete it.'),
  ],
  [
    'tecAMM_FAILED',
    note(
      "The amounts, limits or bids cannot be met at the pool's present prices.",
      'Look at `amm_info`, and change them.',
    ),
  ],
  [
    'tecAMM_INVALID_TOKENS',
    note(
      'The LP tokens are too many, too few to count, or none at all; or an asset of the pool would be an LP token.',
      'Check how many LP tokens the account has.',
    ),
  ],
  [
    'tecAMM_NOT_EMPTY',
    note(
      'Only an empty market maker can be deleted, or filled as an empty one.',
      'Withdraw everything first, or deposit in another mode.',
    ),
  ],
  ['tecARRAY_EMPTY', note('The price oracle would have no pair left.', 'Delete the oracle, or name another pair.')],
  [
    'tecARRAY_TOO_LARGE',
    note('The price oracle would have more than ten pairs.', 'Delete pairs, or make another one.'),
  ],
  [
    'tecBAD_CREDENTIALS',
    note(
      'One of the `CredentialIDs` does not exist, is about another account, or was not accepted.',
      'Accept the credential first, or leave it out.',
    ),
  ],
  [
    'tecCANT_ACCEPT_OWN_NFTOKEN_OFFER',
    note(
      'The offer for the token is one of the account itself, or both offers are of one account.',
      'Cancel it instead.',
    ),
  ],
  [
    'tecCRYPTOCONDITION_ERROR',
    note(
      'The escrow has another condition, or none, or the fulfillment does not fit it.',
      "Repeat the escrow's `Condition` and show the secret it was made from; see [escrow.md](escrow.md).",
    ),
  ],
  [
    'tecDIR_FULL',
    note(
      "The account's list of objects is full, or it would have more than 250 tickets.",
      'Use up or delete objects first.',
    ),
  ],
  ['tecDST_TAG_NEEDED', note('The destination requires a destination tag.', 'Add `DestinationTag`.')],
  ['tecDUPLICATE', note('The preauthorization, credential or holding exists already.', 'Nothing: it is in force.')],
  ['tecEMPTY_DID', note('The identifier would have no content.', 'Give it a field, or delete it.')],
  [
    'tecEXPIRED',
    note(
      'A time that the transaction or the check gives has passed, or a credential that it needs is expired, which is removed then.',
      'Choose a later time; have the credential issued anew.',
    ),
  ],
  [
    'tecFAILED_PROCESSING',
    note(
      'The sender has less XRP than the transaction moves, or there was nothing to mend (`LedgerStateFix`).',
      'Send less, or fund the account.',
    ),
  ],
  ['tecFROZEN', note('The tokens are frozen, for all or for one of the accounts.', 'Ask the issuer.')],
  [
    'tecHAS_OBLIGATIONS',
    note(
      'The account to delete owns objects that cannot be deleted with it; or units of the multi-purpose token are still held.',
      'Remove trust lines, payment channels, escrows and checks first; pay the units back to the issuer.',
    ),
  ],
  [
    'tecINCOMPLETE',
    note(
      'The market maker has more trust lines than one transaction may remove; some are removed now.',
      'Send it again until it succeeds.',
    ),
  ],
  [
    'tecINSUFFICIENT_FUNDS',
    note('The holder has none of the tokens to claw back, or too few to set aside.', 'Check the balance.'),
  ],
  [
    'tecINSUFFICIENT_PAYMENT',
    note(
      'The offer to buy the token, less the fee of the broker, is below the offer to sell it.',
      'Ask for a lower fee, or bring other offers together; see [nfts.md](nfts.md#sell-through-a-broker).',
    ),
  ],
  [
    'tecINSUFFICIENT_RESERVE',
    note('The account has too little XRP for the reserve of the new object.', 'Fund the account.'),
  ],
  ['tecINSUFF_FEE', note('The account can no longer pay the whole fee. It paid what it had.', 'Fund the account.')],
  [
    'tecINSUF_RESERVE_LINE',
    note('The account has too little XRP for the reserve of a trust line.', 'Fund the account.'),
  ],
  [
    'tecINSUF_RESERVE_OFFER',
    note(
      'What the offer did not exchange at once would stay in the book, and the account has no XRP for its reserve.',
      'Fund the account, or send the offer with `tfImmediateOrCancel`.',
    ),
  ],
  [
    'tecINTERNAL',
    note(
      'The amounts of the payment are beyond what can be computed.',
      'Use smaller amounts; if they are small, report it.',
    ),
  ],
  [
    'tecINVALID_UPDATE_TIME',
    note(
      "The time of the prices is more than five minutes from the ledger's, or not after that of the last update.",
      'Take the present time, in seconds since 1970.',
    ),
  ],
  ['tecINVARIANT_FAILED', note('The transaction would have broken a rule that every ledger keeps.', BUG)],
  [
    'tecKILLED',
    note(
      'The offer with `tfFillOrKill` or `tfImmediateOrCancel` could not be exchanged as a whole, or not at all; or a loan cannot be made that way.',
      'Ask for less, or at another price; see `book_offers`.',
    ),
  ],
  [
    'tecLIMIT_EXCEEDED',
    note(
      'The tokens of an escrow exceed what the receiver wants to hold.',
      'Let the receiver raise its limit, or send the transaction itself.',
    ),
  ],
  ['tecLOCKED', note('The multi-purpose tokens are locked, for all or for one of the accounts.', 'Ask the issuer.')],
  ['tecMAX_SEQUENCE_REACHED', note('The issuer has no number left for a further token.', 'Mint for another account.')],
  ['tecNEED_MASTER_KEY', note('Only the master key may do this.', 'Sign with the master key.')],
  [
    'tecNFTOKEN_BUY_SELL_MISMATCH',
    note(
      'The two offers are not for the same token, or offers and fee not in the same money.',
      'Name offers that fit.',
    ),
  ],
  [
    'tecNFTOKEN_OFFER_TYPE_MISMATCH',
    note('An offer to sell was named as one to buy, or the reverse.', 'Name it in the other field.'),
  ],
  ['tecNO_ALTERNATIVE_KEY', note('The account could not sign any more.', 'Set a regular key or a signer list first.')],
  [
    'tecNO_AUTH',
    note(
      'The issuer has not authorized the trust line, or one of the accounts may not hold the multi-purpose token, or the token cannot be passed on.',
      'Ask the issuer for approval; make a holding with `MPTokenAuthorize`; see [mpt.md](mpt.md#hold-it).',
    ),
  ],
  ['tecNO_DST', note('The destination account does not exist.', 'Pay XRP to it first, at least the account reserve.')],
  [
    'tecNO_DST_INSUF_XRP',
    note('The amount is less than the reserve of a new account.', 'Send at least the account reserve.'),
  ],
  [
    'tecNO_ENTRY',
    note(
      'What the transaction is to change or remove does not exist: a channel, check, permission, credential, or the like.',
      'Check the id; it may have been closed already.',
    ),
  ],
  ['tecNO_ISSUER', note('The issuer of the tokens or credentials does not exist.', 'Check the address.')],
  ['tecNO_LINE', note('There is no trust line between the accounts.', 'Let the holder set a trust line first.')],
  [
    'tecNO_LINE_INSUF_RESERVE',
    note('The account has too little XRP for the reserve of a new trust line.', 'Fund the account.'),
  ],
  [
    'tecNO_LINE_REDUNDANT',
    note('The trust line does not exist, and the settings are all the default.', 'Nothing: no line is needed.'),
  ],
  [
    'tecNO_PERMISSION',
    note(
      'The account may not do this: the destination takes no such deposits or channels, or the sender has no right to do it.',
      'See the rules of the transaction type, and [channels.md](channels.md#what-is-refused).',
    ),
  ],
  [
    'tecNO_SUITABLE_NFTOKEN_PAGE',
    note('The page for the token is full of tokens that must stay together with it.', 'Move some of them away first.'),
  ],
  [
    'tecNO_TARGET',
    note(
      'The account, payment channel or escrow that the transaction names does not exist.',
      'Check the address, the id, or owner and number.',
    ),
  ],
  ['tecOBJECT_NOT_FOUND', note('An object that the transaction names does not exist.', 'Check the id.')],
  ['tecOVERSIZE', note('The transaction would change too many entries at once.', 'Split it.')],
  [
    'tecOWNERS',
    note(
      'Require Auth or another setting needs an account without trust lines, offers and other objects.',
      'Set the flag before the account owns anything.',
    ),
  ],
  [
    'tecPATH_DRY',
    note(
      'No part of the amount can get there: no path, no authorization, no funds, or frozen lines.',
      'Check trust lines, their limits and authorization; try `ripple_path_find`.',
    ),
  ],
  [
    'tecPATH_PARTIAL',
    note('Only a part of the amount can get there.', 'Send less, raise `SendMax`, or allow a partial payment.'),
  ],
  [
    'tecPRECISION_LOSS',
    note('The balance is so much larger than the amount that digits would be lost.', 'Set more aside, or nothing.'),
  ],
  ['tecPSEUDO_ACCOUNT', note('The account belongs to the ledger itself.', 'Name another account.')],
  ['tecTOKEN_PAIR_NOT_FOUND', note('The pair to delete is not in the price oracle.', 'Leave it out.')],
  [
    'tecTOO_SOON',
    note(
      "The account is too young to be deleted: its sequence number must be at least 255 below the ledger's index.",
      'Wait for more ledgers.',
    ),
  ],
  [
    'tecUNFUNDED',
    note('The sender lacks the XRP to set aside beside its reserve.', 'Fund the account, or set less aside.'),
  ],
  ['tecUNFUNDED_AMM', note('The account lacks what it would put into the pool.', 'Check its balances.')],
  ['tecUNFUNDED_OFFER', note('The account has nothing of what the offer would give.', 'Get some first.')],
  [
    'tecUNFUNDED_PAYMENT',
    note(
      'The sender, or the writer of the check, lacks the XRP beside its reserve; or a claim is for more than its channel holds, or no more than was already paid.',
      'Send less, or fund the account.',
    ),
  ],
  ['tecWRONG_ASSET', note("The amount is not in the vault's asset.", "Read the vault's `Asset` with `vault_info`.")],
  [
    'tecXCHAIN_ACCOUNT_CREATE_PAST',
    note(
      'The account with this number was made at the bridge before, or its turn is over.',
      'Nothing: the attestation came too late to matter.',
    ),
  ],
  [
    'tecXCHAIN_ACCOUNT_CREATE_TOO_MANY',
    note(
      'The number is more than 127 ahead of the last account that the bridge made.',
      'Bring the attestations for earlier ones first.',
    ),
  ],
  [
    'tecXCHAIN_BAD_CLAIM_ID',
    note('The claim id belongs to another account.', 'Claim with the account that took the claim id.'),
  ],
  [
    'tecXCHAIN_BAD_PUBLIC_KEY_ACCOUNT_PAIR',
    note(
      'The key that signed the attestation may not speak for that witness.',
      "Sign with the witness's master key, unless it is disabled, or its regular key.",
    ),
  ],
  [
    'tecXCHAIN_BAD_TRANSFER_ISSUE',
    note('The amount is named as the other ledger of the bridge calls it.', 'Name it as this ledger does.'),
  ],
  [
    'tecXCHAIN_CLAIM_NO_QUORUM',
    note(
      'Too few witnesses attested to the transfer of this amount.',
      'Wait for their attestations, or check the amount; see [bridges.md](bridges.md#take-what-comes).',
    ),
  ],
  [
    'tecXCHAIN_CREATE_ACCOUNT_DISABLED',
    note(
      'The bridge makes no accounts: it has no `MinAccountCreateAmount`.',
      'Send to an account that exists, with a claim id.',
    ),
  ],
  [
    'tecXCHAIN_CREATE_ACCOUNT_NONXRP_ISSUE',
    note('The bridge makes no accounts: it is not for XRP.', 'Use a bridge for XRP.'),
  ],
  [
    'tecXCHAIN_INSUFF_CREATE_AMOUNT',
    note("The amount is below the bridge's `MinAccountCreateAmount`.", 'Send at least that.'),
  ],
  [
    'tecXCHAIN_NO_CLAIM_ID',
    note(
      'The claim id does not exist, or was used.',
      'Check its number; take another one with `XChainCreateClaimID`; see [bridges.md](bridges.md#take-what-comes).',
    ),
  ],
  [
    'tecXCHAIN_NO_SIGNERS_LIST',
    note('The door account of the bridge has no signer list, and so no witnesses.', 'Set one with `SignerListSet`.'),
  ],
  [
    'tecXCHAIN_PAYMENT_FAILED',
    note('The tokens cannot be moved at all between the door and the other account.', 'Check the trust lines of both.'),
  ],
  [
    'tecXCHAIN_REWARD_MISMATCH',
    note('`SignatureReward` differs from that of the bridge.', "Use the bridge's `SignatureReward`."),
  ],
  ['tecXCHAIN_SELF_COMMIT', note('A door account sends over its own bridge.', 'Send from another account.')],
  [
    'tecXCHAIN_SENDING_ACCOUNT_MISMATCH',
    note(
      'The claim id was taken for funds from another account.',
      'Take a claim id with the right `OtherChainSource`.',
    ),
  ],
  [
    'tecXCHAIN_WRONG_CHAIN',
    note('The attestation is about what was sent from this ledger.', 'Submit it to the other ledger of the bridge.'),
  ],
];

const LATER: readonly (readonly [Ter, ResultNote])[] = [
  ['terADDRESS_COLLISION', note('No address is left for the account of the new object.', 'Send it in a later ledger.')],
  ['terINSUF_FEE_B', note('The account cannot pay the fee.', 'Fund the account.')],
  ['terNO_ACCOUNT', note('The sending account does not exist.', 'Pay XRP to it first, at least the account reserve.')],
  ['terNO_AMM', note('There is no market maker for the two assets.', 'Create it first.')],
  ['terNO_AUTH', note('A trust line on the way is not authorized by its issuer.', 'Ask the issuer for approval.')],
  ['terNO_LINE', note('A trust line on the way is missing or frozen.', 'Check the trust lines.')],
  [
    'terNO_RIPPLE',
    note(
      'An account on the way does not let tokens pass between its trust lines.',
      'Use another path, or clear No Ripple.',
    ),
  ],
  [
    'terOWNERS',
    note('As `tecOWNERS`, while the transaction can be tried again.', 'Set the flag before the account owns anything.'),
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

const FAILED: readonly (readonly [Ter, ResultNote])[] = [
  ['tefALREADY', note('This very transaction is in the ledger already.', 'Nothing: look it up with `tx`.')],
  ['tefBAD_AUTH', note('The key that signed is not one of the account.', "Sign with the account's key.")],
  ['tefBAD_LEDGER', note('The ledger misses an entry that must be there.', BUG)],
  ['tefBAD_QUORUM', note('The signers that signed have too little weight together.', 'Add signatures.')],
  [
    'tefBAD_SIGNATURE',
    note('One of the signers is not on the signer list, or signed with a wrong key.', 'Check the signers.'),
  ],
  [
    'tefEXCEPTION',
    note(
      'The transaction met a state or an amount that it cannot work with.',
      'Check the amount; if it is right, report it.',
    ),
  ],
  ['tefINTERNAL', note('An entry that must be there is missing.', BUG)],
  ['tefINVALID_LEDGER_FIX_TYPE', note('There is no such `LedgerFixType`.', 'Use 1 or 2.')],
  ['tefINVARIANT_FAILED', note('Even taking the fee would have broken a rule that every ledger keeps.', BUG)],
  [
    'tefMASTER_DISABLED',
    note('The master key of the account is disabled.', 'Sign with the regular key or as several signers.'),
  ],
  ['tefMAX_LEDGER', note('`LastLedgerSequence` has passed.', 'Sign again with a later one.')],
  [
    'tefNFTOKEN_IS_NOT_TRANSFERABLE',
    note('The token may only be sold by or to its issuer, or who mints for the issuer.', 'Sell it to the issuer.'),
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

const LOCAL: readonly (readonly [Ter, ResultNote])[] = [
  ['telBAD_DOMAIN', note('`Domain` is longer than 256 bytes.', 'Shorten it.')],
  ['telBAD_PATH_COUNT', note('`Paths` has more than 6 paths, or one of more than 8 steps.', 'Leave some out.')],
  ['telBAD_PUBLIC_KEY', note('`MessageKey` is no public key.', 'Check the key.')],
  [
    'telCAN_NOT_QUEUE',
    note(
      'The open ledger is full, and this transaction may not wait: it has `fail_hard`, `AccountTxnID` or too close a `LastLedgerSequence`.',
      'Pay a higher fee (`fee` says how much), or try later.',
    ),
  ],
  [
    'telCAN_NOT_QUEUE_BALANCE',
    note('The fees and amounts that wait would use up the balance.', 'Wait, or fund the account.'),
  ],
  [
    'telCAN_NOT_QUEUE_BLOCKED',
    note('A transaction of the account that changes its keys waits already.', 'Wait until it is in a ledger.'),
  ],
  [
    'telCAN_NOT_QUEUE_BLOCKS',
    note(
      'A change of keys may not wait behind or before other transactions of the account.',
      'Wait until they are in a ledger.',
    ),
  ],
  [
    'telCAN_NOT_QUEUE_FEE',
    note('The fee is too low to replace the transaction that waits under this number.', 'Pay at least a quarter more.'),
  ],
  ['telCAN_NOT_QUEUE_FULL', note('The queue is full, of this account or of all.', 'Pay a higher fee, or try later.')],
  ['telFAILED_PROCESSING', note('The payment could not be computed now.', 'Try again; report it if it persists.')],
  ['telINSUF_FEE_P', note('The fee is lower than the base fee of this transaction.', 'Pay at least what `fee` says.')],
  [
    'telNETWORK_ID_MAKES_TX_NON_CANONICAL',
    note('The transaction has `NetworkID`, and the chain has none above 1024.', 'Leave the field out.'),
  ],
  ['telNO_DST_PARTIAL', note('A partial payment cannot create an account.', 'Clear `tfPartialPayment`.')],
  [
    'telREQUIRES_NETWORK_ID',
    note('The chain has a network id above 1024, and the transaction has none.', 'Add `NetworkID`.'),
  ],
  ['telWRONG_NETWORK', note('`NetworkID` is that of another chain.', "Use this chain's id (`server_info`).")],
];

const MALFORMED: readonly (readonly [Ter, ResultNote])[] = [
  ['temARRAY_EMPTY', note('A list in the transaction is empty.', 'Leave it out, or fill it.')],
  ['temARRAY_TOO_LARGE', note('A list in the transaction has too many elements.', 'Leave some out.')],
  [
    'temBAD_AMM_TOKENS',
    note(
      'The two assets are one, or an amount is of neither of them, or the LP tokens are of another market maker or negative.',
      'Name the assets of the pool.',
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
  ['temBAD_FEE', note('The fee is negative, no XRP, or more than there is.', 'Give drops as a string.')],
  [
    'temBAD_ISSUER',
    note('The tokens have no issuer that they could have, or the bridge does not move them.', 'Check the amount.'),
  ],
  ['temBAD_LIMIT', note('The limit of the trust line is negative, or no token.', 'Check `LimitAmount`.')],
  [
    'temBAD_NFTOKEN_TRANSFER_FEE',
    note("The issuer's part of a sale is more than a half.", 'Use 0 to 50000 hundred-thousandths in `TransferFee`.'),
  ],
  [
    'temBAD_OFFER',
    note('The offer gives XRP for XRP, or nothing, or asks for nothing.', 'Check `TakerPays` and `TakerGets`.'),
  ],
  ['temBAD_PATH', note('A path has a step that cannot be.', 'Take the paths that `ripple_path_find` gives.')],
  ['temBAD_PATH_LOOP', note('A path passes the same place twice.', 'Take the paths that `ripple_path_find` gives.')],
  ['temBAD_QUORUM', note('The quorum of a signer list is more than all weights together.', 'Lower it.')],
  ['temBAD_REGKEY', note('The regular key is the master key.', 'Use another key.')],
  ['temBAD_SEND_XRP_LIMIT', note('A payment from XRP to XRP with `tfLimitQuality`.', 'Clear the flag.')],
  ['temBAD_SEND_XRP_MAX', note('A payment from XRP to XRP with `SendMax`.', 'Leave the field out.')],
  ['temBAD_SEND_XRP_NO_DIRECT', note('A payment from XRP to XRP with `tfNoRippleDirect`.', 'Clear the flag.')],
  ['temBAD_SEND_XRP_PARTIAL', note('A payment from XRP to XRP with `tfPartialPayment`.', 'Clear the flag.')],
  ['temBAD_SEND_XRP_PATHS', note('A payment from XRP to XRP with `Paths`.', 'Leave the field out.')],
  [
    'temBAD_SEQUENCE',
    note(
      "A transaction that only the ledger itself may make has the sender's sequence number.",
      'Nothing: it cannot be sent.',
    ),
  ],
  [
    'temBAD_SIGNATURE',
    note("The claim's signature does not fit its key, channel and amount.", 'Check all three; see `channel_verify`.'),
  ],
  ['temBAD_SIGNER', note('A signer list names an account twice, or the account itself.', 'Check the list.')],
  ['temBAD_SRC_ACCOUNT', note('`Account` is the account of zeros, or one that may not send this.', 'Check `Account`.')],
  ['temBAD_TICK_SIZE', note('`TickSize` is not 0 or 3 to 16.', 'Check the value.')],
  ['temBAD_TRANSFER_FEE', note('`TransferFee` is more than 50000, a half.', 'Check the value.')],
  ['temBAD_TRANSFER_RATE', note('`TransferRate` is not 0 or 1,000,000,000 to 2,000,000,000.', 'Check the value.')],
  ['temBAD_WEIGHT', note('A signer has the weight 0.', 'Give each signer a weight.')],
  ['temCANNOT_PREAUTH_SELF', note('An account preauthorizes itself.', 'Nothing: it needs no preauthorization.')],
  [
    'temDISABLED',
    note(
      'Weir does not have this transaction type or this feature.',
      'See the [list of types](../README.md#what-it-can-do).',
    ),
  ],
  ['temDST_IS_SRC', note('Sender and destination are the same account.', 'Check `Destination`.')],
  [
    'temDST_NEEDED',
    note(
      'There is no destination, or it is the account of zeros.',
      'Give `Destination`, or `issuer` of `LimitAmount`.',
    ),
  ],
  ['temEMPTY_DID', note('The identifier would have no content.', 'Give `DIDDocument`, `URI` or `Data`.')],
  [
    'temINVALID',
    note(
      'Fields exclude each other, such as `TicketSequence` and `AccountTxnID`; or the signature is missing or wrong.',
      'Check the fields, and sign again.',
    ),
  ],
  ['temINVALID_ACCOUNT_ID', note('An account in the transaction is the account of zeros.', 'Check the address.')],
  ['temINVALID_COUNT', note('`TicketCount` is not 1 to 250.', 'Check the value.')],
  [
    'temINVALID_FLAG',
    note('`Flags` has a flag that this type does not have, or flags that exclude each other.', 'Check `Flags`.'),
  ],
  [
    'temMALFORMED',
    note('A field is missing, superfluous, or of a wrong form.', 'Check the fields of the transaction type.'),
  ],
  ['temREDUNDANT', note('A payment to oneself that changes nothing.', 'Check `Destination`.')],
  ['temRIPPLE_EMPTY', note('`Paths` is there and empty.', 'Leave the field out.')],
  ['temSEQ_AND_TICKET', note('`TicketSequence` beside a `Sequence` that is not 0.', 'Set `Sequence` to 0.')],
  [
    'temXCHAIN_BAD_PROOF',
    note(
      "The witness's signature is wrong, or the amount is not one that the bridge moves.",
      'Check the attestation, and what was signed; see [bridges.md](bridges.md#take-what-comes).',
    ),
  ],
  [
    'temXCHAIN_BRIDGE_BAD_ISSUES',
    note(
      'The bridge cannot be for these two assets, or not between these doors.',
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

/** Classes of results, best known first, each with its results by name. */
export const RESULT_CLASSES: readonly {
  readonly prefix: string;
  readonly title: string;
  readonly text: string;
  readonly results: readonly (readonly [Ter, ResultNote])[];
}[] = [
  { prefix: 'tes', title: 'tes: success', text: 'The transaction took effect.', results: APPLIED },
  {
    prefix: 'tec',
    title: 'tec: failed, and charged',
    text: 'The transaction is in the ledger. It took the fee and used its sequence number or ticket, and did nothing else.',
    results: CLAIMED,
  },
  {
    prefix: 'ter',
    title: 'ter: not yet',
    text: 'The transaction is not in the ledger, and may get into a later one.',
    results: LATER,
  },
  {
    prefix: 'tef',
    title: 'tef: failed',
    text: 'The transaction is not in the ledger, took no fee, and cannot succeed as it is in this chain.',
    results: FAILED,
  },
  {
    prefix: 'tel',
    title: 'tel: refused by this server',
    text: 'This server did not take the transaction. It took no fee; the same transaction may succeed later.',
    results: LOCAL,
  },
  {
    prefix: 'tem',
    title: 'tem: malformed',
    text: 'The transaction can never succeed in any ledger. It took no fee.',
    results: MALFORMED,
  },
];
