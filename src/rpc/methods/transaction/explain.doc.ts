/** The documentation of `explain`. */
import { hidden, type MethodDoc, shown } from '../../method-doc/method-doc.ts';

/** What a success did not do. */
export const SHORTFALL_TEXTS = {
  shortfalls:
    'What the transaction did not do although it succeeded; see [results](../results.md#successes-that-did-less).',
  'shortfalls[]': 'One case.',
  'shortfalls[].code': 'Its name: `partial_payment`, for example.',
  'shortfalls[].text': 'The case in words, with its values.',
};

/** Why a transaction gets its result, below `explanation`. */
export const EXPLANATION_TEXTS = {
  explanation: 'Why the transaction gets this result; see [explain](../explain.md).',
  'explanation.reason': 'Why, in one line.',
  'explanation.advice': 'What to do, by the result and by where the transaction is.',
  'explanation.decided_by': 'The stage that decided: `preflight`, `preclaim`, `apply`, `invariants` or `queue`.',
  'explanation.checked': 'The checks in order, up to the deciding one.',
  'explanation.checked[]': 'One step.',
  'explanation.checked[].stage': 'The stage of the check.',
  'explanation.checked[].text': 'The step in words.',
  'explanation.checked[].fields':
    'The fields of the entry, or else of the transaction, that were read; null if absent.',
  'explanation.checked[].engine_result': 'The result of the stage, in its last element.',
  'explanation.checked[].entry_type': 'Type of the ledger entry.',
  'explanation.checked[].index': 'Its key.',
  'explanation.checked[].exists': 'True if it exists.',
  'explanation.strands': 'The paths of a payment, or of an offer that takes others.',
  'explanation.strands[]': 'One path, for each attempt.',
  'explanation.strands[].path': '0 for the default path, 1 for the first of `Paths`.',
  'explanation.strands[].outcome': '`used`, `dry`, `too dear` or `refused`.',
  'explanation.strands[].steps': 'Its steps, as far as it got.',
  'explanation.strands[].steps[]': 'One step.',
  'explanation.strands[].steps[].place': 'The two accounts, or the order book.',
  'explanation.strands[].steps[].in': 'What went in.',
  'explanation.strands[].steps[].out': 'What came out.',
  'explanation.flows': 'The total of all paths.',
  'explanation.flows[]': 'One element for each flow of value.',
  'explanation.flows[].engine_result': 'The result code; see [results](../results.md).',
  'explanation.flows[].wanted': 'Amount that was to be delivered.',
  'explanation.flows[].delivered': 'What can.',
  'explanation.flows[].spent': 'Its cost.',
  'explanation.flows[].send_max': 'Maximum cost.',
  'explanation.shortfalls': 'What the transaction did not do although it succeeded.',
  'explanation.shortfalls[]': 'One case.',
  'explanation.shortfalls[].code': 'Its name.',
  'explanation.shortfalls[].text': 'The case in words, with its values.',
  'explanation.inner': 'The transactions inside a batch, up to the last one that its mode reaches.',
  'explanation.inner[]': 'One of them, applied after those before it.',
  'explanation.inner[].transaction_type': 'Its type.',
  'explanation.inner[].hash': 'Its hash.',
  'explanation.inner[].engine_result': 'Its result; see [results](../results.md).',
  'explanation.inner[].applied': 'True if it is in the ledger, or would be.',
  'explanation.inner[].reason': 'Why, in one line.',
  'explanation.strands[].because': 'Why it was not used.',
};

export const explainDoc: MethodDoc = {
  summary: 'Explains why a transaction gets its result: the checks in order, and what decided.',
  examples: ({ holder, payee, paymentHash }) => [
    hidden({ transaction: paymentHash }),
    shown({
      tx_json: {
        TransactionType: 'Payment',
        Destination: payee.address,
        Amount: '1000000',
        Account: holder.address,
        Fee: '10',
        Sequence: 1,
      },
    }),
  ],
  answer: {
    validated: 'True if it is in a validated ledger.',
    ledger_index: 'Index of that ledger.',
    replay: 'How a transaction of a validated ledger was applied again.',
    'replay.position': 'Its position in the ledger: the number of transactions before it.',
    'replay.metadata_agrees': 'True if the metadata equal the stored ones byte by byte.',
    ledger_current_index: 'Index of the open ledger to which it was applied.',
    ...EXPLANATION_TEXTS,
  },
  difference: 'Weir only: explains why a transaction gets its result ([explain.md](explain.md))',
  paramDifferences: {
    transaction: 'Weir only: by its hash',
    tx_blob: 'Weir only: by its bytes',
    tx_json: 'Weir only: by its fields',
  },
};
