/** Bugs of transaction types: payments of drops, channels, tickets, keys, signer lists, settings, deletion. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const TYPE_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    'src/transactions/types/accounts/account-delete.ts',
    ['src/transactions/types/accounts/account-delete.test.ts', 'src/transactions/engine/engine.test.ts'],
    [
      [
        "removeEntry(sandbox, entry, owner) : 'tecHAS_OBLIGATIONS'",
        "removeEntry(sandbox, entry, owner) : 'tesSUCCESS'",
        'what stays keeps the directory from going, with the same result',
      ],
      ['>>> 0 > view.ledgerIndex', '>>> 0 >= view.ledgerIndex'],
      ['if (count > MAX_OWNED_ENTRIES)', 'if (count >= MAX_OWNED_ENTRIES)'],
      ['    account.Balance = 0n;\n', ''],
      ["disposal === 'removed' || disposal === 'hasRemover'", "disposal === 'hasRemover'"],
      ["disposal === 'removed' || disposal === 'hasRemover'", "disposal !== 'blocks'"],
      ["if (!goesWithOwner(entry)) return 'tecHAS_OBLIGATIONS';\n", ''],
      ['if (!(type in REMOVERS)) return', 'if (type !== undefined) return'],
      ['    destination.Balance += remainingDrops;\n', ''],
      ['    sandbox.erase(account);\n', ''],
      ['if (remainingDrops > 0n) clearPasswordSpent(destination);\n', ''],
      ['hasFlag(destination, Bits.lsfRequireDestTag) && tx.DestinationTag', 'tx.DestinationTag'],
    ],
  ),
  ...mutantsOf(
    'src/transactions/types/payments/payment.ts',
    ['src/transactions/types/payments/payment.test.ts', 'src/transactions/types/payments/pay-tokens.test.ts'],
    [
      ['account.Sequence = sandbox.ledgerIndex;', 'account.Sequence = 1;'],
      ['leftDrops < reserveDrops', 'leftDrops <= reserveDrops'],
      [' || leftDrops < feeDrops', ''],
      ['amountDrops > fees.reserveDrops || destination.Balance > fees.reserveDrops', 'amountDrops > fees.reserveDrops'],
      ["return tx.Amount < fees.reserveDrops ? 'tecNO_DST_INSUF_XRP' : 'tesSUCCESS';", "return 'tesSUCCESS';"],
      ["if (isPseudoAccount(destination)) return 'tecNO_PERMISSION';\n", ''],
      ['  clearPasswordSpent(destination);\n', ''],
      ['if (view.isOpen && tx.Paths', 'if (tx.Paths'],
      ["return permitted === 'tesSUCCESS' ? payTokens(context) : permitted;", 'return payTokens(context);'],
    ],
  ),
  ...mutantsOf(
    'src/transactions/types/payments/payment-form.ts',
    ['src/transactions/types/payments/payment.test.ts', 'src/transactions/types/payments/pay-tokens.test.ts'],
    [
      [
        "return isToSelf && tx.Paths === undefined ? 'temREDUNDANT' : 'tesSUCCESS';",
        "return isToSelf ? 'temREDUNDANT' : 'tesSUCCESS';",
      ],
      ['signOfAmount(source) <= 0 || signOfAmount(tx.Amount) <= 0', 'signOfAmount(source) <= 0'],
      [
        "compareAmounts(least, tx.Amount) > 0 ? 'temBAD_AMOUNT'",
        "compareAmounts(least, tx.Amount) < 0 ? 'temBAD_AMOUNT'",
      ],
      ['isIssued(tx.Amount) ? { ...tx.Amount, issuer: tx.Account } : tx.Amount', 'tx.Amount'],
    ],
  ),
  ...mutantsOf(
    'src/transactions/channels/payment-channel.ts',
    ['src/transactions/types/channels/payment-channel.test.ts'],
    [
      ['now > CancelAfter)', 'now >= CancelAfter)'],
      ['now > Expiration)', 'now >= Expiration)'],
      ['account.Balance += channel.Amount - channel.Balance;', 'account.Balance += channel.Amount;'],
      [
        'Math.min(view.parentCloseTimeSeconds + SettleDelay, MAX_TIME_SECONDS)',
        'view.parentCloseTimeSeconds + SettleDelay',
      ],
    ],
  ),
  ...mutantsOf(
    'src/transactions/types/channels/payment-channel-claim.ts',
    ['src/transactions/types/channels/payment-channel.test.ts'],
    [
      ['balanceDrops > channel.Amount || balanceDrops <= channel.Balance', 'balanceDrops <= channel.Balance'],
      [
        'balanceDrops > channel.Amount || balanceDrops <= channel.Balance',
        'balanceDrops > channel.Amount || balanceDrops < channel.Balance',
      ],
      [
        "if (tx.Balance !== undefined && tx.Amount !== undefined && tx.Balance > tx.Amount) return 'temBAD_AMOUNT';\n",
        '',
      ],
      ['destination.Balance += balanceDrops - channel.Balance;', 'destination.Balance += balanceDrops;'],
      ["if (tx.Account !== channel.Account) return 'tecNO_PERMISSION';\n  delete", 'delete'],
      ['tx.Account === channel.Destination || isDry', 'isDry'],
      ['tx.Account === channel.Destination || isDry', 'tx.Account === channel.Destination'],
      [
        'channel.Expiration === undefined || channel.Expiration > settles',
        'channel.Expiration === undefined || channel.Expiration < settles',
      ],
      ['tx.Account !== channel.Account && tx.Account !== channel.Destination', 'tx.Account === undefined'],
      ['if (isChannelExpired(sandbox, channel)) return closeChannel(sandbox, channel);\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/transactions/types/channels/payment-channel-create.ts',
    ['src/transactions/types/channels/payment-channel.test.ts'],
    [
      ['accountReserve(fees, account.OwnerCount + 1)', 'accountReserve(fees, account.OwnerCount)'],
      ['    account.Balance -= channel.Amount;\n', ''],
      ['sandbox.parentCloseTimeSeconds > tx.CancelAfter', 'sandbox.parentCloseTimeSeconds >= tx.CancelAfter'],
      ["if (hasFlag(destination, Bits.lsfDisallowIncomingPayChan)) return 'tecNO_PERMISSION';\n", ''],
      ['  if (tx.CancelAfter !== undefined) channel.CancelAfter = tx.CancelAfter;\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/transactions/types/channels/payment-channel-fund.ts',
    ['src/transactions/types/channels/payment-channel.test.ts'],
    [
      ['tx.Expiration < earliestExpiration', 'tx.Expiration <= earliestExpiration'],
      ['channel.Expiration ?? Number.POSITIVE_INFINITY', 'Number.POSITIVE_INFINITY'],
      ["if (channel.Account !== tx.Account) return 'tecNO_PERMISSION';\n", ''],
      ["if (account.Balance < reserveDrops + amountDrops) return 'tecUNFUNDED';\n", ''],
    ],
  ),
  ...mutantsOf(
    'src/transactions/types/accounts/ticket-create.ts',
    ['src/transactions/types/accounts/ticket-create.test.ts'],
    [
      ['account.Sequence = first + tx.TicketCount;', 'account.Sequence = first + tx.TicketCount - 1;'],
      ['total > MAX_TICKETS', 'total >= MAX_TICKETS'],
      ['sequenceProxy(tx).isTicket ? 1 : 0', '0'],
      ['account.TicketCount = (account.TicketCount ?? 0) + tx.TicketCount;', 'account.TicketCount = tx.TicketCount;'],
      ['balanceBeforeFeeDrops, tx.TicketCount)', 'balanceBeforeFeeDrops, 1)'],
    ],
  ),
  ...mutantsOf(
    'src/transactions/types/accounts/set-regular-key.ts',
    ['src/transactions/types/accounts/set-regular-key.test.ts'],
    [
      [
        "if (isMasterDisabled && sandbox.read(signersKeylet(tx.Account)) === undefined) return 'tecNO_ALTERNATIVE_KEY';\n",
        '',
      ],
      ['if (!isSignedWithMasterKey(tx)) return undefined;\n', ''],
      ['if (baseFeeDrops === 0n) account.Flags = (account.Flags | Bits.lsfPasswordSpent) >>> 0;\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/transactions/types/accounts/signer-list-set.ts',
    ['src/transactions/types/accounts/signer-list-set.test.ts'],
    [
      ['weight < tx.SignerQuorum', 'weight <= tx.SignerQuorum'],
      ["if (signer.Account === tx.Account) return 'temBAD_SIGNER';\n", ''],
      ['entries.length > MAX_SIGNERS', 'entries.length >= MAX_SIGNERS'],
      ["if (isMasterDisabled && account.RegularKey === undefined) return 'tecNO_ALTERNATIVE_KEY';\n", ''],
      ['signers.sort((a, b) => (a.Account < b.Account ? -1 : 1))', 'signers'],
    ],
  ),
  ...mutantsOf(
    'src/transactions/types/accounts/account-set-flags.ts',
    ['src/transactions/types/accounts/account-set.test.ts'],
    [
      [' && (flags & Bits.lsfNoFreeze) === 0', ''],
      ['if (clears(tx, flag)) flags &= ~flag.bit;', 'if (clears(tx, flag)) flags &= flag.bit;'],
      ['tx.SetFlag === tx.ClearFlag) return true;', 'tx.SetFlag === tx.ClearFlag) return false;'],
    ],
  ),
  ...mutantsOf(
    'src/transactions/types/tokens/clawback.ts',
    ['src/transactions/types/tokens/clawback.test.ts'],
    [
      ['compareIssued(wanted, held) < 0 ? wanted : held', 'wanted'],
      [' || hasFlag(issuer, Bits.lsfNoFreeze)', ''],
      ["if (signOfIssued(balanceAt(line, sideOf(tx.Account, holder))) > 0) return 'tecNO_PERMISSION';\n", ''],
    ],
  ),
  ...mutantsOf(
    'src/transactions/credentials/deposit-auth.ts',
    ['src/transactions/types/accounts/deposit-preauth.test.ts'],
    [
      ['depositPreauthKeylet(destination.Account, source)', 'depositPreauthKeylet(source, destination.Account)'],
      [' || source === destination.Account', ''],
    ],
  ),
  ...mutantsOf(
    'src/transactions/accounts/owned-entries.ts',
    ['src/transactions/accounts/owned-entries.test.ts', 'src/transactions/types/accounts/signer-list-set.test.ts'],
    [
      ['if (account.TicketCount === 1) delete account.TicketCount;\n  else account', 'account'],
      ['isCountedOnce ? 1 : 2 + list.SignerEntries.length', '1'],
      ['list, { owner, ownerCount:', 'list, { ownerCount:'],
      ['of [offer, ...additional]', 'of [offer]'],
      ['isSell ? nftSellsKeylet(offer.NFTokenID) : ', ''],
      ['if (ownerCount !== 0) adjustOwnerCount(sandbox, owner, ownerCount);\n', ''],
      ['if (ownerCount !== 0) adjustOwnerCount(sandbox, account, -ownerCount);\n', ''],
      ['account === undefined || listers.has(account)', 'account === undefined'],
      ["if (page === undefined) return 'tecDIR_FULL';\n", ''],
      ['RECORDS[type]?.keepsEmptyDirectory === true', 'false'],
      ['list.length > ownerCount.longerThan', 'list.length >= ownerCount.longerThan'],
      ['    fields[place.page] = page;\n', ''],
      ['isPassedOn ? paid.by : ', ''],
    ],
  ),
  ...mutantsOf(
    'src/protocol/tables/entry-types.ts',
    [
      'src/transactions/engine/sender.test.ts',
      'src/transactions/types/channels/payment-channel.test.ts',
      'src/transactions/accounts/owned-entries.test.ts',
    ],
    [
      [
        "fields: 'Account OwnerNode TicketSequence PreviousTxnID PreviousTxnLgrSeq',\n    listedBy: BY_ACCOUNT,\n    keepsEmptyDirectory: true,",
        "fields: 'Account OwnerNode TicketSequence PreviousTxnID PreviousTxnLgrSeq',\n    listedBy: BY_ACCOUNT,",
      ],
      [
        "keepsEmptyDirectory: true,\n    atOwnersDeletion: 'blocks',\n    holdsDrops: { putIn: 'Amount', paidOut: 'Balance' },",
        "atOwnersDeletion: 'blocks',\n    holdsDrops: { putIn: 'Amount', paidOut: 'Balance' },",
      ],
    ],
  ),
];
