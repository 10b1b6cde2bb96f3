/** The documentation of `account_nfts`. */
import { type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';
import { ACCOUNT_AND_LEDGER } from '../../method-doc/positional-form.ts';

export const accountNftsDoc: MethodDoc = {
  summary: "Lists an account's non-fungible tokens.",
  commandLine: ACCOUNT_AND_LEDGER,
  examples: ({ holder }) => [shown({ account: holder.address, ...VALIDATED })],
  answer: {
    account_nfts: 'The tokens of this page.',
    'account_nfts[]': 'A non-fungible token.',
    'account_nfts[].NFTokenID': 'Its id; the following but `URI` are read from it.',
    'account_nfts[].URI': 'Its URI, in hex.',
    'account_nfts[].Flags':
      '1: its issuer may burn it; 2: sold for XRP only; 8: transferable; 16: its URI can be changed.',
    'account_nfts[].Issuer': 'Address of the account that it was minted for.',
    'account_nfts[].NFTokenTaxon': 'The taxon that its issuer chose.',
    'account_nfts[].nft_serial': "Its number among the issuer's tokens.",
    'account_nfts[].TransferFee':
      "The issuer's part of each sale between others, in hundred-thousandths; absent for none.",
  },
};
