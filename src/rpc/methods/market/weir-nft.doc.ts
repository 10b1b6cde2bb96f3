/** What the documents and the command line say of `weir_nft`. */
import { hidden, type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';

export const weirNftDoc: MethodDoc = {
  summary: 'Shows a non-fungible token: what it is, who owns it, and through whose hands it went.',
  examples: ({ nftokenId }) => [hidden({ nft_id: nftokenId }), shown({ nft_id: nftokenId, ...VALIDATED })],
  answer: {
    ledger_index: 'Index of the closed ledger that was read.',
    nft_id: 'Id of the token.',
    is_burned: 'True if it is there no more.',
    owner: 'Who has it; absent if it was burned.',
    uri: 'What it stands for, in hex.',
    issuer: 'Address of the account that it was minted for.',
    flags: 'What may be done with it: 1 burnable, 2 only for XRP, 8 transferable, 16 mutable.',
    transfer_fee: 'What its issuer gets of each sale, in hundred-thousandths.',
    nft_taxon: 'The number by which its issuer tells kinds of tokens apart.',
    nft_serial: "Its number among the issuer's tokens.",
    owners: 'Through whose hands it went; first who minted it. Who gave it away and had it back may stand there once.',
    'owners[]': 'One of its owners.',
    'owners[].owner': 'Address of the account.',
    'owners[].ledger_index': 'Index of the ledger in which it came to them.',
    'owners[].close_time_iso': 'Close time of that ledger.',
    'owners[].hash': 'Hash of the transaction that brought it.',
  },
  difference: 'Weir only: a non-fungible token by its id',
};
