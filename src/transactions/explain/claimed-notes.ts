/** Explanations of the `tec` results: what each means and what to do. */
import { BUG, type NotedResults, note } from './result-note.ts';

export const CLAIMED_NOTES: NotedResults = [
  [
    'tecAMM_BALANCE',
    note(
      'The withdrawal or clawback exceeds the balance of the pool or the account, or takes all of only one asset.',
      'Withdraw less, or both assets.',
    ),
  ],
  ['tecAMM_EMPTY', note('The AMM is empty.', 'Deposit with `tfTwoAssetIfEmpty`, or delete it.')],
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
      'The LP tokens are zero, round to zero or exceed the balance; or an asset of the new pool is an LP token.',
      'Check how many LP tokens the account has.',
    ),
  ],
  [
    'tecAMM_NOT_EMPTY',
    note(
      'Only an empty AMM can be deleted, or accept a deposit with `tfTwoAssetIfEmpty`.',
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
    note('The offer belongs to the sender, or both offers belong to one account.', 'Cancel it instead.'),
  ],
  [
    'tecCRYPTOCONDITION_ERROR',
    note(
      'The condition is not that of the escrow, or the fulfillment does not match it.',
      "Repeat the escrow's `Condition` and give its `Fulfillment`; see [escrow.md](escrow.md).",
    ),
  ],
  [
    'tecDIR_FULL',
    note(
      'The owner directory is full, or the account would have more than 250 tickets.',
      'Use up or delete objects first.',
    ),
  ],
  ['tecDST_TAG_NEEDED', note('The destination requires a destination tag.', 'Add `DestinationTag`.')],
  ['tecDUPLICATE', note('The preauthorization, credential or holding exists already.', 'Nothing: it is in force.')],
  ['tecEMPTY_DID', note('The identifier would have no content.', 'Give it a field, or delete it.')],
  [
    'tecEXPIRED',
    note(
      'The expiration of the transaction or check has passed, or a credential has expired and was removed.',
      'Use a later time; get a new credential.',
    ),
  ],
  [
    'tecFAILED_PROCESSING',
    note(
      'The sender has less XRP than the transaction moves, or there was nothing to repair (`LedgerStateFix`).',
      'Send less, or fund the account.',
    ),
  ],
  ['tecFROZEN', note('The tokens are frozen, globally or for one of the accounts.', 'Ask the issuer.')],
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
      'The AMM has more trust lines than one transaction may remove; some were removed.',
      'Send it again until it succeeds.',
    ),
  ],
  ['tecINSUFFICIENT_FUNDS', note('The account has none of the tokens, or too few.', 'Check the balance.')],
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
      'The rest of the offer would be placed in the book, and the account has too little XRP for its reserve.',
      'Fund the account, or send the offer with `tfImmediateOrCancel`.',
    ),
  ],
  [
    'tecINTERNAL',
    note('The amounts of the payment are out of range.', 'Use smaller amounts; if they are small, report it.'),
  ],
  [
    'tecINVALID_UPDATE_TIME',
    note(
      "The time of the prices is more than five minutes from the ledger's, or not after that of the last update.",
      'Take the present time, in seconds since 1970.',
    ),
  ],
  ['tecINVARIANT_FAILED', note('The transaction would have violated an invariant of the ledger.', BUG)],
  [
    'tecKILLED',
    note(
      'The offer with `tfFillOrKill` or `tfImmediateOrCancel` could not be filled completely, or not at all; or the terms of the loan do not allow it.',
      'Ask for less, or at another price; see `book_offers`.',
    ),
  ],
  [
    'tecLIMIT_EXCEEDED',
    note(
      'The amount exceeds the limit of the receiver, or a maximum of the vault or broker.',
      'Let the receiver raise its limit or send the transaction itself, or use a smaller amount.',
    ),
  ],
  ['tecLOCKED', note('The multi-purpose tokens are locked, globally or for one of the accounts.', 'Ask the issuer.')],
  [
    'tecMAX_SEQUENCE_REACHED',
    note('The issuer has no serial number left for another token.', 'Mint for another account.'),
  ],
  ['tecNEED_MASTER_KEY', note('Only the master key may do this.', 'Sign with the master key.')],
  [
    'tecNFTOKEN_BUY_SELL_MISMATCH',
    note(
      'The two offers are not for the same token, or the offers and the fee are not in the same asset.',
      'Use matching offers.',
    ),
  ],
  [
    'tecNFTOKEN_OFFER_TYPE_MISMATCH',
    note('A sell offer is in the field for buy offers, or the reverse.', 'Use the other field.'),
  ],
  [
    'tecNO_ALTERNATIVE_KEY',
    note('The account would have no key left to sign with.', 'Set a regular key or a signer list first.'),
  ],
  [
    'tecNO_AUTH',
    note(
      'The issuer has not authorized the trust line, or one of the accounts may not hold the multi-purpose token, or the token cannot be transferred.',
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
      'The entry to change or remove does not exist: a channel, check, permission, credential or similar.',
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
      'The destination does not accept such deposits or channels, or the sender lacks permission.',
      'See the rules of the transaction type, and [channels.md](channels.md#what-is-refused).',
    ),
  ],
  [
    'tecNO_SUITABLE_NFTOKEN_PAGE',
    note(
      'The page for the token is full of tokens that must stay on one page with it.',
      'Transfer some of them first.',
    ),
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
      'No part of the amount can be delivered: no path, no authorization, no funds, or frozen lines.',
      'Check trust lines, their limits and authorization; try `ripple_path_find`.',
    ),
  ],
  [
    'tecPATH_PARTIAL',
    note('Only a part of the amount can be delivered.', 'Send less, raise `SendMax`, or allow a partial payment.'),
  ],
  ['tecPRECISION_LOSS', note('The amount is too small for the precision of the balance.', 'Use a larger amount.')],
  [
    'tecPSEUDO_ACCOUNT',
    note('The account is the pseudo-account of an AMM, a vault or a loan broker.', 'Use another account.'),
  ],
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
    note('The sender has too little XRP above its reserve.', 'Fund the account, or use a smaller amount.'),
  ],
  ['tecUNFUNDED_AMM', note('The account has too little of an asset for the pool.', 'Check its balances.')],
  ['tecUNFUNDED_OFFER', note('The account has nothing of the asset that the offer gives.', 'Get some first.')],
  [
    'tecUNFUNDED_PAYMENT',
    note(
      'The sender, or the writer of the check, has too little XRP above its reserve; or a claim exceeds its channel, or is not above what was already paid.',
      'Send less, or fund the account.',
    ),
  ],
  ['tecWRONG_ASSET', note("The amount is not in the vault's asset.", "Read the vault's `Asset` with `vault_info`.")],
  [
    'tecXCHAIN_ACCOUNT_CREATE_PAST',
    note('The account creation with this number is already done.', 'Nothing: the attestation is not needed any more.'),
  ],
  [
    'tecXCHAIN_ACCOUNT_CREATE_TOO_MANY',
    note(
      'The number is more than 127 ahead of the last account creation of the bridge.',
      'Submit the attestations for earlier ones first.',
    ),
  ],
  [
    'tecXCHAIN_BAD_CLAIM_ID',
    note('The claim id belongs to another account.', 'Claim with the account that created the claim id.'),
  ],
  [
    'tecXCHAIN_BAD_PUBLIC_KEY_ACCOUNT_PAIR',
    note(
      'The key that signed the attestation is not valid for that witness.',
      "Sign with the witness's master key, unless it is disabled, or its regular key.",
    ),
  ],
  [
    'tecXCHAIN_BAD_TRANSFER_ISSUE',
    note('The amount is in the asset of the other ledger of the bridge.', 'Use the asset of this ledger.'),
  ],
  [
    'tecXCHAIN_CLAIM_NO_QUORUM',
    note(
      'Too few witnesses attested to the transfer of this amount.',
      'Wait for their attestations, or check the amount; see [bridges.md](bridges.md#receive).',
    ),
  ],
  [
    'tecXCHAIN_CREATE_ACCOUNT_DISABLED',
    note(
      'The bridge creates no accounts: it has no `MinAccountCreateAmount`.',
      'Send to an account that exists, with a claim id.',
    ),
  ],
  [
    'tecXCHAIN_CREATE_ACCOUNT_NONXRP_ISSUE',
    note('The bridge creates no accounts: it is not for XRP.', 'Use a bridge for XRP.'),
  ],
  [
    'tecXCHAIN_INSUFF_CREATE_AMOUNT',
    note("The amount is below the bridge's `MinAccountCreateAmount`.", 'Send at least that.'),
  ],
  [
    'tecXCHAIN_NO_CLAIM_ID',
    note(
      'The claim id does not exist, or was used.',
      'Check its number; create another one with `XChainCreateClaimID`; see [bridges.md](bridges.md#receive).',
    ),
  ],
  [
    'tecXCHAIN_NO_SIGNERS_LIST',
    note('The door account of the bridge has no signer list, and so no witnesses.', 'Set one with `SignerListSet`.'),
  ],
  [
    'tecXCHAIN_PAYMENT_FAILED',
    note('The tokens cannot be moved between the door and the other account.', 'Check the trust lines of both.'),
  ],
  [
    'tecXCHAIN_REWARD_MISMATCH',
    note('`SignatureReward` differs from that of the bridge.', "Use the bridge's `SignatureReward`."),
  ],
  ['tecXCHAIN_SELF_COMMIT', note('A door account cannot send over its own bridge.', 'Send from another account.')],
  [
    'tecXCHAIN_SENDING_ACCOUNT_MISMATCH',
    note('The claim id is for funds from another account.', 'Create a claim id with the right `OtherChainSource`.'),
  ],
  [
    'tecXCHAIN_WRONG_CHAIN',
    note('The attestation is for a transfer from this ledger.', 'Submit it to the other ledger of the bridge.'),
  ],
];
