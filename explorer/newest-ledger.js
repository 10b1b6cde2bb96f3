/** The newest ledger and its age, and the time of the ledger, which on a test bench is not that of this machine. */
import { useEffect, useRef, useState } from './vendor/preact-htm.js';

const TICK_MS = 1_000;

/**
 * `{ index, seconds, atMs }` and `first`, the oldest ledger of the server. `atMs` is when it closed, by `performance.now`.
 * `isAdmin` is true if the page has admin rights, `isBench` if the server is a test bench too. `fork`: where the chain begins, if it
 * is a fork.
 */
export function useNewestLedger(server) {
  const [newest, setNewest] = useState({});
  useEffect(() => {
    const read = async () => {
      const { info, weir } = await server.request('server_info');
      const { seq: index, age = 0 } = info.validated_ledger ?? {};
      const { ledgers } = await server.request('weir_ledgers', { limit: 1 });
      const seconds = ledgers.find((one) => one.ledger_index === index)?.close_time;
      const [first] = info.complete_ledgers.split('-').map(Number);
      // Only admins get this field.
      const isAdmin = info.validator_list !== undefined;
      const rights = { isAdmin, isBench: isAdmin && weir?.test_bench === true, fork: weir?.fork };
      setNewest((known) =>
        known.index >= index
          ? { ...known, ...rights, first }
          : { index, ...rights, first, seconds, atMs: performance.now() - age * 1_000 },
      );
    };
    read().catch(() => {});
    return server.listen((message) => {
      if (message.type === 'connection' && server.isOpen) read().catch(() => {});
      if (message.type === 'chainChanged') setNewest({});
      if (message.type === 'ledgerClosed' || message.type === 'ledgerReverted')
        setNewest(({ first = message.ledger_index, ...known }) => ({
          ...known,
          index: message.ledger_index,
          first: Math.min(first, message.ledger_index),
          seconds: message.ledger_time,
          atMs: performance.now(),
        }));
    });
  }, [server]);
  return newest;
}

/** All components that show an age share one timer. */
const ticking = new Set();
setInterval(() => {
  if (document.hidden) return;
  for (const update of ticking) update();
}, TICK_MS);

/** A text that is computed every second while the page is visible. The component is drawn again only if it differs. */
export function useTickingText(textOf) {
  const [, draw] = useState(0);
  const shown = useRef(undefined);
  const latest = useRef(textOf);
  latest.current = textOf;
  shown.current = textOf();
  useEffect(() => {
    const update = () => latest.current() !== shown.current && draw((count) => count + 1);
    ticking.add(update);
    return () => ticking.delete(update);
  }, []);
  return shown.current;
}

/** Seconds since a ledger closed, from its close time. Without one, since the newest ledger closed. */
export function secondsSince({ atMs = performance.now(), seconds: newest }, seconds = newest) {
  const passed = Math.floor((performance.now() - atMs) / 1_000);
  return Math.max(0, passed + (newest === undefined || seconds === undefined ? 0 : newest - seconds));
}
