/** Ledgers by time: the close time of a ledger, and the last ledger that closed at or before a time. */
import { ledgerDate } from '../numbers.js';

/** In seconds since 2000. Without a ledger that of the newest one. */
export async function readCloseTime(server, ledger) {
  const { ledgers } = await server.request('weir_ledgers', {
    limit: 1,
    ...(ledger !== undefined && { ledger_index: ledger }),
  });
  return ledgers[0]?.close_time;
}

/** Bisects the stored ledgers, so it takes some twenty requests for a million of them. */
export async function ledgerAt(server, ms) {
  const { info } = await server.request('server_info');
  let [low, high = low] = info.complete_ledgers.split('-').map(Number);
  const timeOf = async (index) => ledgerDate(await readCloseTime(server, index)).getTime();
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((await timeOf(middle)) <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}
