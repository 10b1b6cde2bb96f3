/** The last ledgers with trades of a pair: volumes and prices of each. */

import { LedgerLink, Time } from '../../components.js';
import { dropsToXrp, ratio } from '../../decimals.js';
import { localeNumber } from '../../numbers.js';
import { Panel } from '../../panel.js';
import { requestWithRetry } from '../../use-request.js';
import { roundedText } from '../../values/rounded.js';
import { html, useEffect, useState } from '../../vendor/preact-htm.js';

/** Ledgers that are searched at first, and rows that are shown. */
const SEARCHED = 200;
const READ = 40;
const SHOWN = 12;

/** `pair` is base and quote, `at` the newest ledger. */
export function useTrades(server, pair, at) {
  const [trades, setTrades] = useState([]);
  useEffect(() => {
    const stop = new AbortController();
    const read = async () => {
      const { ledgers } = await server.request('weir_ledgers', { ledger_index: at, limit: SEARCHED });
      const busy = ledgers.filter(({ txn_count: count }) => count > 0).slice(0, READ);
      const found = [];
      for (const { ledger_index: index } of busy) {
        if (stop.signal.aborted || found.length === SHOWN) break;
        const trade = await tradeOf(server, pair, index, stop.signal);
        if (trade !== undefined) found.push(trade);
      }
      if (!stop.signal.aborted) setTrades(found);
    };
    read().catch(() => {});
    return () => stop.abort();
  }, [JSON.stringify(pair), at]);
  return trades;
}

/** A closed ledger never changes, so its trades are read once. */
async function tradeOf(server, pair, index, signal) {
  const { cache } = server;
  const key = `trades ${index}`;
  if (!cache.has(key))
    cache.set(key, await requestWithRetry(() => server.request('book_changes', { ledger_index: index }), signal));
  const { changes = [], ledger_time: seconds } = cache.get(key) ?? {};
  const names = pair.map(({ currency, issuer }) => (issuer === undefined ? 'XRP_drops' : `${issuer}/${currency}`));
  const row = changes.find(({ currency_a: a, currency_b: b }) => names.includes(a) && names.includes(b));
  if (row === undefined) return undefined;
  const [a, b] = [shown(row.currency_a, row.volume_a), shown(row.currency_b, row.volume_b)];
  const [base, quote] = row.currency_a === names[0] ? [a, b] : [b, a];
  return { index, seconds, base, quote, price: ratio(quote, base) ?? '0' };
}

function shown(name, volume) {
  return name === 'XRP_drops' ? dropsToXrp(volume) : volume;
}

export function Trades({ trades, names, ledger }) {
  if (trades.length === 0) return null;
  return html`<${Panel} title="Last trades" remark="by ledger"><div class="scroll"><table><thead><tr><th scope="col">Ledger</th><th scope="col" class="number">Price</th><th scope="col" class="number">${names.base}</th><th scope="col" class="number">${names.quote}</th><th scope="col" class="number">Time</th></tr></thead><tbody>${trades.map(
    ({
      index,
      seconds,
      base,
      quote,
      price,
    }) => html`<tr key=${index}><td><${LedgerLink} index=${index} ledger=${ledger} /></td><td class="number strong">${localeNumber(roundedText(price))}</td><td class="number">${localeNumber(roundedText(base))}</td>
      <td class="number">${localeNumber(roundedText(quote))}</td><td class="when"><${Time} seconds=${seconds} /></td></tr>`,
  )}</tbody></table></div></${Panel}>`;
}
