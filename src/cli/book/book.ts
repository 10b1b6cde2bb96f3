/** `weir book`: an order book of a running server, both sides of it, as a table. */
import { createRpcClient, successOf } from '../request/rpc-client.ts';
import { BOOK_HELP, parseBookOptions } from './book-options.ts';
import { bookText } from './book-text.ts';

/** Runs the command; gives its exit code. */
export async function book(args: readonly string[], print: (text: string) => void): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    print(BOOK_HELP);
    return 0;
  }
  const { base, counter, ledger, params, url } = parseBookOptions(args);
  const call = createRpcClient(url);
  const asks = await successOf(call, 'book_offers', { ...params, ...ledger, taker_gets: base, taker_pays: counter });
  // The other side is of the same ledger, whatever was validated meanwhile.
  const { ledger_hash } = asks;
  const same = ledger_hash === undefined ? ledger : { ledger_hash };
  const bids = await successOf(call, 'book_offers', { ...params, ...same, taker_gets: counter, taker_pays: base });
  print(bookText({ base, counter, asks, bids }));
  return 0;
}
