/** What the documents and the command line say of `explain`. */
import { hidden, type MethodDoc, shown } from '../../method-doc/method-doc.ts';
/** Why a transaction gets its result, below `explanation`. */
export const EXPLANATION_TEXTS = {
  explanation: 'Why the transaction gets this result; see [explain](../explain.md).',
  'explanation.reason': 'Why, in one line.',
  'explanation.advice': 'What to do about it.',
  'explanation.decided_by': 'The stage that decided: `preflight`, `preclaim`, `apply`, `invariants` or `queue`.',
  'explanation.checked': 'What was looked at, in order, until the decision.',
  'explanation.checked[]': 'One step.',
  'explanation.checked[].stage': 'The stage that it belongs to.',
  'explanation.checked[].text': 'The step in words.',
  'explanation.checked[].fields': 'What was looked at of it, or else of the transaction; null for what is absent.',
  'explanation.checked[].engine_result': 'What the stage decided, at its end.',
  'explanation.checked[].entry_type': 'Type of the ledger entry that was looked for.',
  'explanation.checked[].index': 'Its key.',
  'explanation.checked[].exists': 'True if it is there.',
  'explanation.strands': 'The ways of a payment, or of an offer that crosses others.',
  'explanation.strands[]': 'One way, each time that it was refused or tried.',
  'explanation.strands[].path': '0 for the default path, 1 for the first of `Paths`.',
  'explanation.strands[].outcome': '`used`, `dry`, `too dear` or `refused`.',
  'explanation.strands[].steps': 'Its steps, as far as it got.',
  'explanation.strands[].steps[]': 'One step.',
  'explanation.strands[].steps[].place': 'Between whom, or which order book.',
  'explanation.strands[].steps[].in': 'What went in.',
  'explanation.strands[].steps[].out': 'What came out.',
  'explanation.flows': 'What the ways did altogether.',
  'explanation.flows[]': 'Once for each time that value was to flow.',
  'explanation.flows[].engine_result': 'The result code; see [results](../results.md).',
  'explanation.flows[].wanted': 'What was to arrive.',
  'explanation.flows[].delivered': 'What can.',
  'explanation.flows[].spent': 'What that costs.',
  'explanation.flows[].send_max': 'What it may cost at most.',
  'explanation.strands[].because': 'Why it was not used.',
};

export const explainDoc: MethodDoc = {
  summary: 'Says why a transaction gets its result: what was checked, in order, and what decided.',
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
    replay: 'How a transaction of a validated ledger was applied once more.',
    'replay.position': 'Its place in the ledger: so many transactions were applied before.',
    'replay.metadata_agrees': 'True if its metadata came out the same, to the last byte.',
    ledger_current_index: 'Index of the open ledger that it was tried on.',
    ...EXPLANATION_TEXTS,
  },
  difference: 'Weir only: why a transaction gets its result ([explain.md](explain.md))',
  paramDifferences: {
    transaction: 'Weir only: by its hash',
    tx_blob: 'Weir only: by its bytes',
    tx_json: 'Weir only: by its fields',
  },
};
