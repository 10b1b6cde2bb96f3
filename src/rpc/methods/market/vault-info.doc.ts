/** What the documents and the command line say of `vault_info`. */
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
    'vault.PreviousTxnLgrSeq': 'Index of the ledger that holds that transaction.',
    'vault.Sequence': 'Sequence number of the transaction that created it.',
    'vault.OwnerNode': "Number of the page that lists it in its owner's directory.",
    'vault.Owner': 'Address of its owner.',
    'vault.Account': 'Address of its account, which holds the assets and issues the shares.',
    'vault.Asset': 'What it holds.',
    'vault.ShareMPTID': 'Id of the multi-purpose token that its shares are.',
    'vault.WithdrawalPolicy': '1: whoever asks first is paid first.',
    'vault.LedgerEntryType': '`Vault`.',
    'vault.index': 'Key of the entry; what `VaultID` of transactions names.',
    'vault.AssetsMaximum': 'How much of it may belong to the vault; absent for no limit.',
    'vault.Data': 'What its owner says of it, in hex.',
    'vault.AssetsTotal': 'How much of it belongs to the vault, with what was lent.',
    'vault.AssetsAvailable': 'How much of it is there.',
    'vault.shares': 'The entry of the issuance of its shares.',
  },
  whole: ['vault.shares'],
};
