/** The documentation of `weir_nft`. */
import { hidden, type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';

export const weirNftDoc: MethodDoc = {
  summary: 'Shows a non-fungible token, its owner and its former owners.',
  examples: ({ nftokenId }) => [hidden({ nft_id: nftokenId }), shown({ nft_id: nftokenId, ...VALIDATED })],
  answer: {
    ledger_index: 'Index of the closed ledger that was read.',
    nft_id: 'Id of the token.',
    is_burned: 'True if it was burned.',
    owner: 'Address of its owner; absent if it was burned.',
    uri: 'Its URI, in hex.',
    issuer: 'Address of the account that it was minted for.',
    flags: 'Flags: 1 burnable, 2 sold only for XRP, 8 transferable, 16 mutable.',
    transfer_fee: "The issuer's share of each sale, in hundred-thousandths.",
    nft_taxon: 'The taxon that its issuer chose.',
    nft_serial: "Its number among the issuer's tokens.",
    owners: 'Its owners, the first is the account that minted it. An account that owned it twice may be listed once.',
    'owners[]': 'One of its owners.',
    'owners[].owner': 'Address of the account.',
    'owners[].ledger_index': 'Index of the ledger in which this account received it.',
    'owners[].close_time_iso': 'Close time of that ledger.',
    'owners[].hash': 'Hash of the transaction that transferred it.',
  },
  difference: 'Weir only: a non-fungible token by its id',
};
