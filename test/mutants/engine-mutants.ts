/** Bugs of the engine: what is checked, who may sign, what a transaction costs, what it leaves behind when it fails. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const ENGINE_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    'src/transactions/accounts/check-sign.ts',
    ['src/transactions/accounts/check-sign.test.ts'],
    [
      [
        "return root?.RegularKey === signing ? 'tesSUCCESS' : 'tefBAD_SIGNATURE';",
        "return root === undefined || root.RegularKey === signing ? 'tesSUCCESS' : 'tefBAD_SIGNATURE';",
      ],
      [
        "return root !== undefined && isMasterDisabled(root) ? 'tefMASTER_DISABLED' : 'tesSUCCESS'",
        "return 'tesSUCCESS'",
      ],
      ['weight < list.SignerQuorum', 'weight <= list.SignerQuorum'],
      ['weight += entry.SignerWeight', 'weight += 1 + entry.SignerWeight'],
      ["if (entry?.Account !== signer.Account) return 'tefBAD_SIGNATURE';", 'if (entry === undefined) continue;'],
      ["if (account.RegularKey === signer) return 'tesSUCCESS';\n", ''],
      ["return isMasterDisabled(account) ? 'tefMASTER_DISABLED' : 'tesSUCCESS';", "return 'tesSUCCESS';"],
      ['if (flags.dryRun && key ===', 'if (key ==='],
      ["if (account !== undefined && isPseudoAccount(account)) return 'tefBAD_AUTH';\n", ''],
    ],
  ),
  ...mutantsOf(
    'src/transactions/engine/preclaim.ts',
    ['src/transactions/engine/preclaim.test.ts', 'src/transactions/engine/engine.test.ts'],
    [
      ['payer.Balance >= feeDrops', 'payer.Balance >= 0n'],
      ['payer.Balance > 0n && !view.isOpen', '!view.isOpen'],
      ['payer.Balance > 0n && !view.isOpen', 'payer.Balance > 0n'],
      ['view.isOpen && feeDrops < baseFeeDrops', 'feeDrops < baseFeeDrops'],
      ['feeDrops < baseFeeDrops', 'feeDrops <= baseFeeDrops'],
      ['view.ledgerIndex > tx.LastLedgerSequence', 'view.ledgerIndex >= tx.LastLedgerSequence'],
      [
        "if (account.Sequence <= value) return 'terPRE_TICKET';",
        "if (account.Sequence < value) return 'terPRE_TICKET';",
      ],
      ["if (tx.TicketSequence !== undefined) return 'temSEQ_AND_TICKET';\n", ''],
      [
        '(account.AccountTxnID ?? ZERO_HASH) !== tx',
        'account.AccountTxnID !== undefined && account.AccountTxnID !== tx',
      ],
      ['[checkSequence, checkPriorAndLastLedger, checkSign]', '[checkSign, checkSequence, checkPriorAndLastLedger]'],
      [
        "return view.hasTransaction(transaction.id) ? 'tefALREADY' : 'tesSUCCESS';",
        "return 'tesSUCCESS';",
        'what is in the ledger has used up its sequence or its ticket, which is looked at before',
      ],
    ],
  ),
  ...mutantsOf(
    'src/transactions/engine/preflight.ts',
    ['src/transactions/engine/preflight.test.ts', 'src/transactions/engine/engine.test.ts'],
    [
      ["if (signature !== 'tesSUCCESS') return signature;\n", ''],
      [' || tx.Delegate !== undefined', ''],
      ["return tx.NetworkID === networkId ? 'tesSUCCESS' : 'telWRONG_NETWORK';", "return 'tesSUCCESS';"],
      ['& flagMask) !== 0', '& flagMask) < 0'],
      ["if (tx.Account === ZERO_ACCOUNT) return 'temBAD_SRC_ACCOUNT';\n", ''],
      ["if (hasInvalidAmount(tx as unknown as StObject)) return 'temBAD_AMOUNT';\n", ''],
      ["if (sequenceProxy(tx).isTicket && tx.AccountTxnID !== undefined) return 'temINVALID';\n", ''],
      [
        "return tx.Signers !== undefined && tx.SigningPubKey !== '' ? 'temINVALID' : 'tesSUCCESS'",
        "return 'tesSUCCESS'",
      ],
      ["if (own !== 'tesSUCCESS') return own;\n", ''],
    ],
  ),
  ...mutantsOf(
    'src/transactions/engine/sender.ts',
    ['src/transactions/engine/sender.test.ts', 'src/transactions/engine/preclaim.test.ts'],
    [
      ['feeDrops > account.Balance ? account.Balance : feeDrops', 'feeDrops'],
      [
        'account.Balance -= charged;\n  const consumed = consume(sandbox, account, transaction);',
        "account.Balance -= charged;\n  const consumed: Ter = 'tesSUCCESS';",
      ],
      ['if (account.AccountTxnID !== undefined) account.AccountTxnID = transaction.id;\n', ''],
      [
        'const balanceDrops = account.Balance;',
        'const balanceDrops = account.Balance - (transaction.fields.Fee as bigint);',
      ],
    ],
  ),
  ...mutantsOf(
    'src/transactions/engine/engine.ts',
    [
      'src/transactions/engine/preclaim.test.ts',
      'src/node/close/close-ledger.test.ts',
      'src/transactions/engine/engine.test.ts',
      'src/node/node.test.ts',
    ],
    [
      [' && !this.#claimsFee(claim)) return', ') return'],
      ['return isTec(result) && this.#flags.retry !== true;', 'return isTec(result);'],
      ['CLAIMED_AT_ONCE.has(result) || this', 'this'],
      ['if (isTec(result) && this.#flags.failHard) return notApplied(result);\n', ''],
      ['    this.#sandbox.discard();\n', ''],
      [
        "if (checked !== 'tecINVARIANT_FAILED') return this.#commit(checked, feeDrops, changes);",
        'if (checked) return this.#commit(result, feeDrops, changes);',
      ],
      ['if (!this.#view.isOpen && feeDrops !== 0n)', 'if (this.#view.isOpen)'],
      ['    if (isDryRun) return { result, applied: false, metadata };\n', ''],
      ['return isTef(result) || isTem(result)', 'return isTem(result)'],
      ['return isTef(result) || isTem(result) || isTel(result)', 'return isTef(result) || isTem(result)'],
      ['deliveredAmount: this.#delivered,', 'deliveredAmount: undefined,'],
    ],
  ),
  ...mutantsOf(
    'src/transactions/engine/engine.ts',
    ['test/simulation/simulation.test.ts'],
    [['position: this.#view.transactionCount', 'position: this.#view.transactionCount + 1']],
  ),
  ...mutantsOf(
    'src/transactions/engine/base-fee.ts',
    ['src/transactions/engine/sender.test.ts'],
    [['return special ?? defaultBaseFee', 'return special || defaultBaseFee']],
  ),
  ...mutantsOf(
    'src/protocol/transaction/transaction.ts',
    ['src/transactions/engine/preflight.test.ts'],
    [['networkId > MAX_LEGACY_NETWORK_ID', 'networkId >= MAX_LEGACY_NETWORK_ID']],
  ),
  ...mutantsOf(
    'src/transactions/transaction-type.ts',
    ['src/transactions/engine/sender.test.ts'],
    [['1 + (tx.Signers?.length ?? 0)', 'tx.Signers?.length ?? 1']],
  ),
];
