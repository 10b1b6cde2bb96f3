/** A ledger fixture with short methods for tests of NFTs and NFT offers. */
import { directoryKeys } from '../../src/ledger/directory.ts';
import type { NFTokenOffer, NFTokenPage } from '../../src/protocol/entries/entries.ts';
import {
  firstNftPageIndex,
  lastNftPageKeylet,
  nftBuysKeylet,
  nftOfferById,
  nftOfferKeylet,
  nftPageById,
  nftSellsKeylet,
} from '../../src/protocol/entries/keylets.ts';
import { nftokenId } from '../../src/protocol/entries/nftoken-id.ts';
import { TransactionFlags } from '../../src/protocol/tables/flags.ts';
import type { AccountId, Amount, Hash256, StObject } from '../../src/protocol/values.ts';
import { tokensOf } from '../../src/transactions/nftokens/nftoken-pages.ts';
import { TokenLedger } from './token-ledger.ts';

const { tfTransferable } = TransactionFlags.NFTokenMint;
const { tfSellNFToken } = TransactionFlags.NFTokenCreateOffer;

export class NftokenLedger extends TokenLedger {
  /** Mints a token, transferable by default; returns the result. */
  mint(minter: AccountId, fields: StObject = {}): string {
    return this.apply({
      ...{ TransactionType: 'NFTokenMint', Account: minter, NFTokenTaxon: 0, Flags: tfTransferable },
      ...fields,
    }).result;
  }

  /** Mints a token as `mint` does; returns its id. */
  minted(minter: AccountId, fields: StObject = {}): Hash256 {
    const issuer = (fields.Issuer ?? minter) as AccountId;
    expectSuccess(this.mint(minter, fields));
    const { FirstNFTokenSequence: first = 0, MintedNFTokens: count = 0 } = this.account(issuer);
    const { Flags: flags = tfTransferable, TransferFee: transferFee = 0, NFTokenTaxon: taxon = 0 } = fields;
    const parts = { flags, transferFee, issuer, taxon, serial: first + count - 1 };
    return nftokenId(parts as Parameters<typeof nftokenId>[0]);
  }

  /** Creates an offer to sell an own token; returns the result. */
  sell(maker: AccountId, id: Hash256, amount: Amount, fields: StObject = {}): string {
    const tx = { TransactionType: 'NFTokenCreateOffer', Account: maker, NFTokenID: id, Amount: amount };
    return this.apply({ ...tx, Flags: tfSellNFToken, ...fields }).result;
  }

  /** Creates an offer to buy a token; returns the result. */
  buy(maker: AccountId, id: Hash256, owner: AccountId, amount: Amount, fields: StObject = {}): string {
    const tx = { TransactionType: 'NFTokenCreateOffer', Account: maker, NFTokenID: id, Amount: amount };
    return this.apply({ ...tx, Owner: owner, ...fields }).result;
  }

  /** Creates an offer as `sell` does; returns its key. */
  selling(maker: AccountId, id: Hash256, amount: Amount, fields: StObject = {}): Hash256 {
    const key = this.#nextOffer(maker);
    expectSuccess(this.sell(maker, id, amount, fields));
    return key;
  }

  /** Creates an offer as `buy` does; returns its key. */
  buying(maker: AccountId, id: Hash256, owner: AccountId, amount: Amount, fields: StObject = {}): Hash256 {
    const key = this.#nextOffer(maker);
    expectSuccess(this.buy(maker, id, owner, amount, fields));
    return key;
  }

  accept(account: AccountId, fields: StObject): string {
    return this.apply({ TransactionType: 'NFTokenAcceptOffer', Account: account, ...fields }).result;
  }

  offer(key: Hash256): Readonly<NFTokenOffer> | undefined {
    return this.read(nftOfferById(key));
  }

  /** The ids of an account's tokens by page. Throws if the links between its pages are wrong. */
  pagesOf(owner: AccountId): Hash256[][] {
    const pages: Readonly<NFTokenPage>[] = [];
    const { key: last } = lastNftPageKeylet(owner);
    let key: Hash256 | undefined = firstNftPageIndex(owner);
    while (key !== last) {
      key = this.view.nextKey(key, last) ?? last;
      const page = this.read(nftPageById(key));
      if (page !== undefined) pages.push(page);
    }
    for (const [at, { PreviousPageMin, NextPageMin }] of pages.entries()) {
      const isLinked = PreviousPageMin === pages[at - 1]?.index && NextPageMin === pages[at + 1]?.index;
      if (!isLinked) throw new Error(`page ${at} of ${pages.length} has a wrong link`);
    }
    return pages.map((page) => tokensOf(page).map(({ NFTokenID }) => NFTokenID));
  }

  /** The number of offers to sell and of offers to buy the token. */
  offerCounts(id: Hash256): number[] {
    return [nftSellsKeylet(id), nftBuysKeylet(id)].map((directory) => [...directoryKeys(this.view, directory)].length);
  }

  #nextOffer(maker: AccountId): Hash256 {
    return nftOfferKeylet(maker, this.account(maker).Sequence).key;
  }
}

function expectSuccess(result: string): void {
  if (result !== 'tesSUCCESS') throw new Error(result);
}
