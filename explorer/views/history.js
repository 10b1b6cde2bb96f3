/**
 * The transactions of an account, newest first, as far back as one scrolls. Only pages near to what is seen are in
 * memory and on the page; of the others stays how high they were and the marker that asks for them again. Ledgers that
 * close meanwhile are shown on demand: nothing moves under the reader's eyes.
 */
import { Address, Hash, LedgerLink, Result, Text, Time } from '../parts.js';
import { html, useEffect, useRef, useState } from '../vendor/preact-htm.js';

const PAGE = 50;
/** How far beyond the window pages are kept. */
const KEPT_MARGIN = '1500px';

export function History({ server, account, ledger }) {
  const [pages, setPages] = useState([{ marker: undefined }]);
  const [newest, setNewest] = useState(ledger);
  const [closed, setClosed] = useState(undefined);
  useEffect(() => {
    const begin = (index) => {
      setPages([{ marker: undefined }]);
      setNewest(index);
    };
    begin(ledger);
    if (ledger !== undefined) return undefined;
    server.request('ledger', { ledger_index: 'validated' }).then(
      (answer) => begin(Number(answer.ledger_index)),
      () => {},
    );
    return server.listen(({ type, ledger_index: index }) => type === 'ledgerClosed' && setClosed(index));
  }, [account, ledger]);
  const showNewer = () => {
    setPages([{ marker: undefined }]);
    setNewest(closed);
  };
  const hasNext = (at, marker) => {
    setPages((known) => (known.length === at + 1 && marker !== undefined ? [...known, { marker }] : known));
  };
  const isNewest = closed === undefined || closed === newest;
  return html`<section><h2>History</h2>
    ${ledger === undefined && html`<p><button type="button" disabled=${isNewest} onClick=${showNewer}>Show newer ones</button></p>`}
    ${
      newest !== undefined &&
      pages.map(
        ({ marker }, at) =>
          html`<${Page} key=${`${account} ${newest} ${at}`} server=${server} account=${account} newest=${newest} marker=${marker} ledger=${ledger} onMarker=${(next) => hasNext(at, next)} />`,
      )
    }</section>`;
}

function Page({ server, account, newest, marker, ledger, onMarker }) {
  const place = useRef(null);
  const height = useRef(0);
  const [isNear, setNear] = useState(false);
  const [rows, setRows] = useState(undefined);
  const [fault, setFault] = useState(undefined);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setNear(entry.isIntersecting), { rootMargin: KEPT_MARGIN });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!isNear) {
      height.current = place.current.offsetHeight;
      setRows(undefined);
      return undefined;
    }
    let isCurrent = true;
    const paging = marker === undefined ? {} : { marker };
    server.request('account_tx', { account, limit: PAGE, ledger_index_max: newest, ...paging }).then(
      (answer) => {
        if (!isCurrent) return;
        setRows(answer.transactions);
        onMarker(answer.marker);
      },
      (error) => isCurrent && setFault(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [isNear]);
  const style = { minHeight: `${rows === undefined ? Math.max(height.current, 1) : 0}px` };
  return html`<div ref=${place} style=${style} class="history-page">
    ${fault && html`<p class="bad" role="alert"><${Text} text=${fault.message} /></p>`}
    ${rows?.length === 0 && html`<p class="muted">None.</p>`}
    ${
      rows !== undefined &&
      rows.length > 0 &&
      html`<div class="scroll"><table class="stacked"><tbody>${rows.map(
        ({ hash, tx_json: tx, meta, ledger_index: index }) => html`<tr key=${hash}>
      <td><${LedgerLink} index=${index} ledger=${ledger} /></td><td><${Time} seconds=${tx.date} /></td><td><${Text} text=${tx.TransactionType} /></td>
      <td><${Address} address=${tx.Account === account ? (tx.Destination ?? tx.Account) : tx.Account} ledger=${ledger} /></td>
      <td><${Result} code=${meta.TransactionResult} /></td><td><${Hash} hash=${hash} view="tx" isShort ledger=${ledger} /></td></tr>`,
      )}</tbody></table></div>`
    }</div>`;
}
