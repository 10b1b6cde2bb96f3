/** The XRP balance of an account over time, from the metadata of its transactions: a step for each. */

import { useWidth } from '../../charts/chart.js';
import { dropsToXrp } from '../../decimals.js';
import { localeNumber, localeTime } from '../../numbers.js';
import { useRequest } from '../../use-request.js';
import { html } from '../../vendor/preact-htm.js';

/** The maximum page size of the server. */
const TRANSACTIONS = 200;
const HEIGHT = 56;
const EDGE = 3;

/** The line is read once; `balance`, the current one, ends it. */
export function BalanceLine({ server, account, balance, ledger }) {
  const request = useRequest(server, async () => {
    const question = { account, ledger_index_max: ledger ?? -1, limit: TRANSACTIONS };
    const { transactions, marker } = await server.request('account_tx', question);
    return { steps: balanceSteps(transactions, account), isWhole: marker === undefined };
  }, [account, ledger]);
  const { steps: read = [], isWhole } = request.result ?? {};
  const last = read.at(-1);
  const steps = last === undefined || last.drops === balance ? read : [...read, { ...last, drops: balance }];
  if (steps.length < 2) return null;
  const words = isWhole ? 'since it was funded' : `in its last ${localeNumber(TRANSACTIONS)} transactions`;
  return html`<div class="card"><div class="name">Balance over time</div><${Line} steps=${steps} /><div class="note">${words}</div></div>`;
}

/** Oldest first: `{ seconds, drops }` after each transaction that changed the balance, and before the first one if there was one. */
export function balanceSteps(transactions, account) {
  const steps = [];
  for (const { tx_json: tx, meta } of transactions.toReversed()) {
    for (const node of meta.AffectedNodes) {
      const [change, { LedgerEntryType: type, NewFields, FinalFields, PreviousFields }] = Object.entries(node)[0];
      const fields = NewFields ?? FinalFields;
      if (type !== 'AccountRoot' || fields?.Account !== account) continue;
      const isCreated = change === 'CreatedNode';
      if (!isCreated && PreviousFields?.Balance === undefined) continue;
      if (steps.length === 0 && !isCreated) steps.push({ seconds: tx.date, drops: PreviousFields.Balance });
      // New entries omit fields with default values: the account of a pool may begin with nothing.
      steps.push({ seconds: tx.date, drops: change === 'DeletedNode' ? '0' : (fields.Balance ?? '0') });
    }
  }
  return steps;
}

function Line({ steps }) {
  const { place, width } = useWidth();
  const [first, last] = [steps[0].seconds, steps.at(-1).seconds];
  const drops = steps.map((step) => Number(step.drops));
  const [least, most] = [Math.min(...drops), Math.max(...drops)];
  const span = last - first || 1;
  const x = (seconds) => ((seconds - first) / span) * (width - 2 * EDGE) + EDGE;
  const y = (value) => HEIGHT - EDGE - ((value - least) / (most - least || 1)) * (HEIGHT - 2 * EDGE);
  const path = steps
    .map(({ seconds, drops: value }, at) =>
      at === 0 ? `M${x(seconds)} ${y(Number(value))}` : `H${x(seconds)}V${y(Number(value))}`,
    )
    .join('');
  const xrp = (value) => `${localeNumber(dropsToXrp(String(value)))} XRP`;
  const label = `From ${xrp(steps[0].drops)} on ${localeTime(first)} to ${xrp(steps.at(-1).drops)} on ${localeTime(last)}; lowest ${xrp(least)}, highest ${xrp(most)}`;
  return html`<div ref=${place} class="balance-line"><svg role="img" aria-label=${label} width=${width} height=${HEIGHT} viewBox=${`0 0 ${width} ${HEIGHT}`}>
    <path class="area" d=${`${path}V${HEIGHT}H${x(first)}Z`} /><path class="line" d=${path} /></svg></div>`;
}
