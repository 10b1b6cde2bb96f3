/** The documentation of `vault_info`. */
import { type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';
import { LEDGER_WORD } from '../../method-doc/positional-form.ts';
import { optionalLedger } from '../../method-doc/positional-words.ts';

export const vaultInfoDoc: MethodDoc = {
  summary: 'Describes a vault and its shares.',
  commandLine: {
    usage: '<vault_id> [<ledger>]',
    min: 1,
    max: 2,
    words: [{ name: 'vault_id' }, LEDGER_WORD],
    parse: ([vault, ledgerWord]) => ({ vault_id: vault!, ...optionalLedger(ledgerWord) }),
  },
  examples: ({ vaultId }) => [shown({ vault_id: vaultId, ...VALIDATED })],
  answer: {
    vault: 'The entry of the vault; what is 0 by default is absent while it is.',
    'vault.PreviousTxnID': 'Hash of the transaction that changed it last.',
    'vault.PreviousTxnLgrSeq': "Index of that transaction's ledger.",
    'vault.Sequence': 'Sequence number of the transaction that created it.',
    'vault.OwnerNode': "Number of the page that lists it in its owner's directory.",
    'vault.Owner': 'Address of its owner.',
    'vault.Account': 'Address of its account, which holds the assets and issues the shares.',
    'vault.Asset': 'What it holds.',
    'vault.ShareMPTID': 'Id of the multi-purpose token of its shares.',
    'vault.WithdrawalPolicy': '1: first come, first served.',
    'vault.LedgerEntryType': '`Vault`.',
    'vault.index': 'Key of the entry; what `VaultID` of transactions names.',
    'vault.AssetsMaximum': "Maximum of the vault's assets; absent if there is no limit.",
    'vault.Data': 'Data that its owner set, in hex.',
    'vault.AssetsTotal': 'Total assets of the vault, including loans.',
    'vault.AssetsAvailable': 'Assets that are available.',
    'vault.shares': 'The entry of the issuance of its shares.',
  },
  whole: ['vault.shares'],
};
