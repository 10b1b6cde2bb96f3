/**
 * What values need from the server to be shown well: the types of fields and the names of flags, and the names and scales
 * of multi-purpose tokens and of pools' tokens. Each is read once, when it is first shown, and again for another chain.
 */

import { readDefinitionsJson } from '../definitions.js';
import { useEffect, useState } from '../vendor/preact-htm.js';
import { assetKey, assetOf, currencyText, isPoolShare, isXrp } from './assets.js';
import { textOfHex } from './hex-text.js';

/** XLS-89 has long and short names of the same fields. */
const TICKERS = ['ticker', 't'];
const NAMES = ['name', 'n'];
const MAX_TICKER_LENGTH = 12;

class Knowledge {
  #server;
  #definitions;
  #listeners = new Set();
  /** Grows with each thing that is learned. */
  version = 0;

  connect(server) {
    this.#server = server;
  }

  /** `{ types, entryFlags, transactionFlags }` by name; empty until they are read. */
  get definitions() {
    if (this.#definitions === undefined) this.#readDefinitions();
    return this.#definitions ?? {};
  }

  /** `{ text, scale, title }` of an asset that has a name; undefined for others, and until it is read. */
  asset(asset) {
    if (asset.mpt_issuance_id === undefined && !isPoolShare(asset)) return undefined;
    if (this.#server === undefined) return undefined;
    return this.#remember(`asset ${assetKey(asset)}`, () => this.#readAsset(asset));
  }

  /**
   * The asset of a vault, a loan broker or a loan, which has no field for it: that of the vault that the fields name.
   * Undefined for other fields, and until it is read.
   */
  assetOfLoan({ Asset: asset, VaultID: vault, LoanBrokerID: broker, LoanID: loan }) {
    const id = loan ?? broker ?? vault;
    if (asset !== undefined || id === undefined || this.#server === undefined) return asset;
    return this.#remember(`loan asset ${id}`, () => this.#readLoanAsset(id));
  }

  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What a name stands for on this chain; undefined until it is read. */
  #remember(name, read) {
    const { cache } = this.#server;
    if (!cache.has(name)) {
      cache.set(name, undefined);
      void read().then(
        (value) => {
          cache.set(name, value);
          this.#announce();
        },
        // The next page that needs it tries again.
        () => cache.delete(name),
      );
    }
    return cache.get(name);
  }

  #announce() {
    this.version += 1;
    for (const listener of this.#listeners) listener();
  }

  #readDefinitions() {
    if (this.#server === undefined) return;
    this.#definitions = {};
    readDefinitionsJson(this.#server).then(
      ({ FIELDS: fields, LEDGER_ENTRY_FLAGS: entryFlags, TRANSACTION_FLAGS: transactionFlags }) => {
        const types = Object.fromEntries(fields.map(([name, { type }]) => [name, type]));
        this.#definitions = { types, entryFlags, transactionFlags };
        this.#announce();
      },
      () => {
        this.#definitions = undefined;
      },
    );
  }

  /** From a loan to its broker, and from the broker to its vault. */
  async #readLoanAsset(index) {
    const { node } = await this.#server.request('ledger_entry', { index, ledger_index: 'validated' });
    const next = node.LoanBrokerID ?? node.VaultID;
    return node.Asset ?? (next === undefined ? undefined : this.#readLoanAsset(next));
  }

  async #readAsset(asset) {
    return asset.mpt_issuance_id === undefined ? this.#readPoolShare(asset) : this.#readIssuance(asset.mpt_issuance_id);
  }

  async #readPoolShare({ issuer }) {
    const { amm } = await this.#server.request('amm_info', { amm_account: issuer, ledger_index: 'validated' });
    const names = [amm.amount, amm.amount2].map(assetOf).map((one) => (isXrp(one) ? 'XRP' : this.#shortName(one)));
    return { text: `LP ${names.join('/')}`, title: `Token of the pool ${names.join('/')}` };
  }

  #shortName(asset) {
    return asset.mpt_issuance_id === undefined ? currencyText(asset.currency) : 'MPT';
  }

  async #readIssuance(id) {
    const { node } = await this.#server.request('ledger_entry', { mpt_issuance: id, ledger_index: 'validated' });
    const { AssetScale: scale = 0, MPTokenMetadata: metadata, Issuer: issuer } = node;
    const { ticker, title } = metadataNames(metadata);
    if (ticker !== undefined) return { text: ticker, scale, title };
    const { account_data: account } = await this.#server.request('account_info', {
      account: issuer,
      ledger_index: 'validated',
    });
    if (account.VaultID !== undefined) return { text: 'shares', scale, title: `Shares of vault ${account.VaultID}` };
    return { scale, title };
  }
}

/** Ticker and name in the metadata of an issuance, if it is JSON with them. */
function metadataNames(hex) {
  try {
    const fields = JSON.parse(textOfHex(hex ?? '') ?? '{}');
    const first = (names) =>
      names.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
    const ticker = first(TICKERS);
    return { ticker: ticker?.length <= MAX_TICKER_LENGTH ? ticker : undefined, title: first(NAMES) };
  } catch {
    return {};
  }
}

export const knowledge = new Knowledge();

/** Draws the component again when more is known. */
export function useKnowledge() {
  const [, draw] = useState(0);
  const { version } = knowledge;
  useEffect(() => {
    const update = () => draw(knowledge.version);
    // Something may have been learned since the component was drawn.
    if (knowledge.version !== version) update();
    return knowledge.listen(update);
  }, []);
  return knowledge;
}
