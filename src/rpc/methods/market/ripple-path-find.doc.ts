/** The documentation of `ripple_path_find`. */

import type { JsonObject } from '../../../protocol/values.ts';
import { type ExampleChain, type MethodDoc, shown } from '../../method-doc/method-doc.ts';
import { LEDGER_WORD } from '../../method-doc/positional-form.ts';
import { optionalLedger, parseJsonObject } from '../../method-doc/positional-words.ts';

export const ripplePathFindDoc: MethodDoc = {
  summary: 'Finds paths and costs of a payment from one account to another.',
  commandLine: {
    usage: "'<question>' [<ledger>]",
    min: 1,
    max: 2,
    words: [{ name: 'question', text: 'The parameters, in JSON.' }, LEDGER_WORD],
    parse: ([text, ledgerWord]) => ({ ...parseJsonObject(text!, 'the question'), ...optionalLedger(ledgerWord) }),
  },
  examples: (chain) => [shown(examplePath(chain))],
  answer: {
    alternatives: 'The paths found.',
    'alternatives[]': 'One alternative.',
    'alternatives[].source_amount': 'The cost: drops as a string, or a token amount.',
    'alternatives[].paths_computed': 'The paths, as `Paths` of a Payment takes them.',
    'alternatives[].paths_canonical': 'Always empty, as in the reference.',
    destination_currencies: 'Currencies that the destination can receive.',
    destination_amount: 'Amount to deliver.',
    full_reply: 'Always true: each answer is a complete search.',
  },
  difference: 'longer paths, and bounds ([compatibility.md](compatibility.md#path-finding))',
};

/** A question for paths on the chain of the examples. */
export function examplePath({ issuer, holder, buyer }: ExampleChain): JsonObject {
  return {
    source_account: holder.address,
    destination_account: buyer.address,
    destination_amount: { currency: 'USD', issuer: issuer.address, value: '5' },
  };
}
