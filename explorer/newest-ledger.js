/** The newest ledger and its age, and the time of the ledger, which on a test bench is not that of this machine. */
import { useEffect, useState } from './vendor/preact-htm.js';

const TICK_MS = 1_000;

/** `{ index, seconds, atMs }` and `first`, the oldest ledger of the server. `atMs` is when it closed, by `performance.now`. */
export function useNewestLedger(server) {
  const [newest, setNewest] = useState({});
  useEffect(() => {
    const read = async () => {
      const { info } = await server.request('server_info');
      const { seq: index, age = 0 } = info.validated_ledger ?? {};
      const [first] = info.complete_ledgers.split('-').map(Number);
      setNewest((known) =>
        known.index >= index ? { ...known, first } : { index, first, atMs: performance.now() - age * 1_000 },
      );
    };
    read().catch(() => {});
    return server.listen((message) => {
      if (message.type === 'connection' && server.isOpen) read().catch(() => {});
      if (message.type === 'chainChanged') setNewest({});
      if (message.type === 'ledgerClosed' || message.type === 'ledgerReverted')
        setNewest(({ first = message.ledger_index }) => ({
          index: message.ledger_index,
          first: Math.min(first, message.ledger_index),
          seconds: message.ledger_time,
          atMs: performance.now(),
        }));
    });
  }, [server]);
  return newest;
}

/** Draws the component every second while the page is visible. */
export function useTick() {
  const [, draw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) draw((count) => count + 1);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, []);
}
