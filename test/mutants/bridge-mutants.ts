/** Bugs of bridges: who may attest what, when enough of them have, and who is paid then. */
import { type Mutant, mutantsOf } from './mutant.ts';

const BRIDGE_TESTS = [
  'src/transactions/types/bridges/bridges.test.ts',
  'src/transactions/types/bridges/bridge-transfers.test.ts',
  'src/transactions/types/bridges/bridge-accounts.test.ts',
];
const TRANSFER_TESTS = ['src/transactions/bridges/transfer.test.ts', ...BRIDGE_TESTS];
const CLAIM_TESTS = ['src/transactions/bridges/finalize-claim.test.ts', ...BRIDGE_TESTS.slice(1)];

export const BRIDGE_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('src/transactions/bridges/witnesses.ts', BRIDGE_TESTS, [
    ["if (!weights.has(witness)) return 'tecNO_PERMISSION';\n", ''],
    ['!hasFlag(account, EntryFlags.AccountRoot.lsfDisableMaster)', 'true'],
    ['account.RegularKey === signing', 'true'],
    [
      "if (account === undefined) return isMasterKey ? 'tesSUCCESS' : 'tecXCHAIN_BAD_PUBLIC_KEY_ACCOUNT_PAIR';",
      "if (account === undefined) return 'tesSUCCESS';",
    ],
  ]),
  ...mutantsOf(
    'src/transactions/bridges/proofs.ts',
    ['src/transactions/bridges/proofs.test.ts', ...BRIDGE_TESTS],
    [
      ['weight >= quorum', 'weight > quorum'],
      ['at === -1 ? [...proofs, proof] : proofs.with(at, proof)', '[...proofs, proof]'],
      ["destination === 'ignored' || proof.Destination === event.Destination", 'true'],
      ['one.WasLockingChainSend !== other.WasLockingChainSend || ', ''],
      ['compareAmounts(one.Amount, other.Amount) !== 0', 'compareAmounts(one.Amount, other.Amount) < 0'],
      ["checkWitness(view, witnesses, witness, key) === 'tesSUCCESS'", 'true'],
      ['return areComparable(reward, otherReward) && compareAmounts(reward, otherReward) === 0;', 'return true;'],
    ],
  ),
  ...mutantsOf('src/transactions/bridges/attestation.ts', BRIDGE_TESTS, [
    ['!isGood || signOfAmount(tx.Amount) <= 0', 'signOfAmount(tx.Amount) <= 0'],
    ['!isGood || signOfAmount(tx.Amount) <= 0', '!isGood'],
    ["tx.WasLockingChainSend === 0 ? 'Issuing' : 'Locking'", "tx.WasLockingChainSend === 0 ? 'Locking' : 'Issuing'"],
    ["isAmountOn(tx.XChainBridge, sendingChain(tx), tx.Amount) ? 'tesSUCCESS' : 'temXCHAIN_BAD_PROOF'", "'tesSUCCESS'"],
    ['    AttestationRewardAccount,\n    XChainBridge,', '    XChainBridge,'],
  ]),
  ...mutantsOf('src/transactions/bridges/bridge.ts', BRIDGE_TESTS, [
    [
      'if (entry !== undefined && isSameBridge(entry.XChainBridge, bridge)) return entry;',
      'if (entry !== undefined) return entry;',
    ],
    [
      "door === bridge.LockingChainDoor ? 'Locking' : 'Issuing'",
      "door === bridge.LockingChainDoor ? 'Issuing' : 'Locking'",
    ],
  ]),
  ...mutantsOf('src/transactions/bridges/bridge-terms.ts', BRIDGE_TESTS, [
    ['isNative(least) && least > 0n && isForDrops', 'isNative(least) && least > 0n'],
    ['isNative(least) && least > 0n', 'isNative(least) && least >= 0n'],
    ['amount >= 0n', 'amount > 0n'],
  ]),
  ...mutantsOf('src/transactions/bridges/finalize-claim.ts', CLAIM_TESTS, [
    ["if (paid !== 'tesSUCCESS' && staysOnFailure) return paid;\n", ''],
    ["if (paid !== 'tesSUCCESS' || rewarded === 'tesSUCCESS') inner.applyTo(outer);", 'inner.applyTo(outer);'],
    ["asset, 'downward')", "asset, 'upward')"],
    ["if (result === 'tecUNFUNDED_PAYMENT' || result === 'tecINTERNAL') return result;\n", ''],
    ["entry === undefined ? 'tesSUCCESS' : removeOwnedEntry(sandbox, entry)", "'tesSUCCESS'"],
    ['mayCreate: true, isAskedFor', 'mayCreate: false, isAskedFor'],
    ['BigInt(rewardAccounts.length)', '1n'],
    [
      "results.find(isFault) ?? results.find((result) => result !== 'tesSUCCESS')",
      "results.find((result) => result !== 'tesSUCCESS')",
    ],
  ]),
  ...mutantsOf('src/transactions/bridges/transfer.ts', TRANSFER_TESTS, [
    ["if (source === destination) return 'tesSUCCESS';\n", ''],
    ["if (needsTag) return 'tecDST_TAG_NEEDED';\n", ''],
    ["isAskedFor ? 'tesSUCCESS' : checkDepositAuth(sandbox, source, account)", "'tesSUCCESS'"],
    ['amountDrops + accountReserve(fees, source.OwnerCount)', 'amountDrops'],
    ["if (existing === undefined && amountDrops < fees.reserveDrops) return 'tecNO_DST_INSUF_XRP';\n", ''],
    ['    account.Sequence = sandbox.ledgerIndex;\n', ''],
    ['  source.Balance -= amountDrops;\n', ''],
    ["isNative(amount) && mayCreate ? 'tesSUCCESS' : 'tecNO_DST'", "isNative(amount) ? 'tesSUCCESS' : 'tecNO_DST'"],
    ['isPartial: false', 'isPartial: true'],
    ["if (result === 'tesSUCCESS') payments.applyTo(sandbox);", 'payments.applyTo(sandbox);'],
    ["isTec(delivered) || isTer(delivered) ? delivered : 'tecXCHAIN_PAYMENT_FAILED'", 'delivered'],
  ]),
  ...mutantsOf('src/transactions/types/bridges/xchain-account-create-commit.ts', BRIDGE_TESTS, [
    ["if (tx.SignatureReward !== bridge.SignatureReward) return 'tecXCHAIN_REWARD_MISMATCH';\n", ''],
    ['(tx.Amount as bigint) < leastDrops', '(tx.Amount as bigint) <= leastDrops'],
    ["if (bridge.Account === tx.Account) return 'tecXCHAIN_SELF_COMMIT';\n", ''],
    ['(tx.Amount as bigint) + (tx.SignatureReward as bigint)', '(tx.Amount as bigint)'],
    ['      bridge.XChainAccountCreateCount += 1n;\n', ''],
  ]),
  ...mutantsOf('src/transactions/types/bridges/xchain-add-account-create-attestation.ts', BRIDGE_TESTS, [
    ['count <= made', 'count < made'],
    ['count >= made + MAX_WAITING', 'count > made + MAX_WAITING'],
    ['tx.XChainAccountCreateCount === bridge.XChainAccountClaimCount + 1n', 'true'],
    ["if (claim === undefined && !canKeep(context, sandbox, bridge)) return 'tecINSUFFICIENT_RESERVE';\n", ''],
    ['  bridge.XChainAccountClaimCount = tx.XChainAccountCreateCount;\n', ''],
    ['staysOnFailure: false', 'staysOnFailure: true'],
  ]),
  ...mutantsOf('src/transactions/types/bridges/xchain-add-claim-attestation.ts', BRIDGE_TESTS, [
    ["if (tx.OtherChainSource !== claim.OtherChainSource) return 'tecXCHAIN_SENDING_ACCOUNT_MISMATCH';\n", ''],
    ["if (receivingChain(tx) !== chain) return 'tecXCHAIN_WRONG_CHAIN';\n", ''],
    ['rewardAccounts === undefined || tx.Destination === undefined', 'rewardAccounts === undefined'],
    ['  sandbox.update(claim);\n', ''],
    ['staysOnFailure: true', 'staysOnFailure: false'],
  ]),
  ...mutantsOf('src/transactions/types/bridges/xchain-claim.ts', BRIDGE_TESTS, [
    ["return claim.Account === tx.Account ? 'tesSUCCESS' : 'tecXCHAIN_BAD_CLAIM_ID';", "return 'tesSUCCESS';"],
    ["if (!isMovedHere) return 'tecXCHAIN_BAD_TRANSFER_ISSUE';\n", ''],
    ['isAskedFor: tx.Destination === tx.Account', 'isAskedFor: false'],
    ["sendingChain === 'Locking' ? 1 : 0", "sendingChain === 'Locking' ? 0 : 1"],
    ["?? 'tecXCHAIN_CLAIM_NO_QUORUM'", '?? []'],
  ]),
  ...mutantsOf('src/transactions/types/bridges/xchain-commit.ts', BRIDGE_TESTS, [
    ["if (bridge.Account === tx.Account) return 'tecXCHAIN_SELF_COMMIT';\n", ''],
    ["isMovedHere ? 'tesSUCCESS' : 'tecXCHAIN_BAD_TRANSFER_ISSUE'", "'tesSUCCESS'"],
    ['amount: tx.Amount, balanceBeforeFeeDrops }', 'amount: tx.Amount }'],
  ]),
  ...mutantsOf('src/transactions/types/bridges/xchain-create-bridge.ts', BRIDGE_TESTS, [
    ["if (isTaken) return 'tecDUPLICATE';\n", ''],
    ["if (!isDoor(bridge, tx.Account)) return 'temXCHAIN_BRIDGE_NONDOOR_OWNER';\n", ''],
    ["if (hasFlag(issuer, EntryFlags.AccountRoot.lsfAllowTrustLineClawback)) return 'tecNO_PERMISSION';\n", ''],
    ["if (IssuingChainDoor !== source) return 'temXCHAIN_BRIDGE_BAD_ISSUES';\n", ''],
    ["LockingChainDoor === issuerOf(LockingChainIssue) ? 'temXCHAIN_BRIDGE_BAD_ISSUES' : 'tesSUCCESS'", "'tesSUCCESS'"],
    ["if (isNative !== isNativeIssue(bridge.IssuingChainIssue)) return 'temXCHAIN_BRIDGE_BAD_ISSUES';\n", ''],
    ['coversReserve(fees, account, account.Balance, 1)', 'coversReserve(fees, account, account.Balance)'],
  ]),
  ...mutantsOf('src/transactions/types/bridges/xchain-create-claim-id.ts', BRIDGE_TESTS, [
    ["if (tx.SignatureReward !== bridge.SignatureReward) return 'tecXCHAIN_REWARD_MISMATCH';\n", ''],
    ['    bridge.XChainClaimID = claimId;\n', ''],
    ['coversReserve(fees, account, account.Balance, 1)', 'coversReserve(fees, account, account.Balance)'],
    ["if (claimId === 0n) return 'tecINTERNAL';\n", ''],
  ]),
  ...mutantsOf('src/transactions/types/bridges/xchain-modify-bridge.ts', BRIDGE_TESTS, [
    ['if (hasFlag(tx, tfClearAccountCreateAmount)) delete bridge.MinAccountCreateAmount;\n', ''],
    ["if (least !== undefined && isCleared) return 'temMALFORMED';\n", ''],
    ["if (!isDoor(bridge, tx.Account)) return 'temXCHAIN_BRIDGE_NONDOOR_OWNER';\n", ''],
  ]),
];
