/** `weir book`: both sides of an order book of a running server, as tables. */

import type { JsonObject } from '../../protocol/values.ts';
import { assetParam } from '../../rpc/method-doc/asset-word.ts';
import { ledgerParams } from '../../rpc/method-doc/positional-words.ts';
import { usageError } from '../../util/command-error.ts';
import type { CommandShape } from '../options/command.ts';
import { optionLines, parseWords, textOption } from '../options/option-table.ts';
import { serverUrl, URL_DEFAULT_TEXT } from '../options/server-url.ts';
import { createRpcClient, successOf } from '../request/rpc-client.ts';
import { bookText } from './book-text.ts';

export interface BookOptions {
  /** The traded asset and the asset of the prices, as methods accept them. */
  readonly base: JsonObject;
  readonly counter: JsonObject;
  /** Which ledger. */
  readonly ledger: JsonObject;
  /** Further parameters for both directions. */
  readonly params: JsonObject;
  readonly url: string;
}

/** The options of the command. */
const BOOK_OPTIONS = {
  limit: textOption('N', 'offers of each side, the best first (20)', { default: '20' }),
  ledger: textOption('LEDGER', 'validated, current, an index or a hash (validated)', {
    values: ['validated', 'current'],
    default: 'validated',
  }),
  taker: textOption('ACCOUNT', 'account that takes the offers: issuers pay no transfer fee for their own tokens'),
  domain: textOption('ID', 'the order book of this permissioned domain'),
  url: textOption('URL', `the server (${URL_DEFAULT_TEXT})`),
} as const;

const BOOK_HELP = `weir book BASE COUNTER [options]: shows an order book, for example: weir book XRP USD/rIssuer…

An asset is XRP, or a currency and its issuer: USD/r…. Prices are in COUNTER for one BASE. The column "funded" shows how much
of an offer its owner can deliver.

${optionLines(BOOK_OPTIONS)}

Exit code 0: success; 1: failure; 2: the command is malformed.`;

export const BOOK_SHAPE: CommandShape = { help: BOOK_HELP, options: BOOK_OPTIONS };

/** Reads the words after `weir book`. Throws a usage error. */
export function parseBookOptions(args: readonly string[]): BookOptions {
  const { values, positionals } = parseWords(args, BOOK_OPTIONS, 'weir book', true);
  const [base, counter, ...rest] = positionals;
  if (base === undefined || counter === undefined || rest.length > 0) {
    throw usageError('book takes two assets (see weir book --help)');
  }
  const { limit, ledger, taker, domain } = values;
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw usageError(`--limit must be a whole number above 0, not '${limit}'`);
  return {
    base: assetParam(base),
    counter: assetParam(counter),
    ledger: ledgerParams(ledger),
    params: {
      limit: Number(limit),
      ...(taker === undefined ? {} : { taker }),
      ...(domain === undefined ? {} : { domain }),
    },
    url: serverUrl(values.url),
  };
}

/** Runs the command; gives its exit code. */
export async function book(args: readonly string[], print: (text: string) => void): Promise<number> {
  const { base, counter, ledger, params, url } = parseBookOptions(args);
  const call = createRpcClient(url);
  const asks = await successOf(call, 'book_offers', { ...params, ...ledger, taker_gets: base, taker_pays: counter });
  // The other side is read from the same ledger, even if another one was validated since.
  const { ledger_hash } = asks;
  const same = ledger_hash === undefined ? ledger : { ledger_hash };
  const bids = await successOf(call, 'book_offers', { ...params, ...same, taker_gets: counter, taker_pays: base });
  print(bookText({ base, counter, asks, bids }));
  return 0;
}
