/** The documentation of `submit`. */
import type { MethodDoc } from '../../method-doc/method-doc.ts';
import { SHORTFALL_TEXTS } from './explain.doc.ts';
import { SIGNING_USAGE, SIGNING_WORDS, signing } from './sign.doc.ts';

export const submitDoc: MethodDoc = {
  summary: 'Submits a transaction; its result is provisional until its ledger is validated.',
  commandLine: {
    usage: `<tx_blob> | ${SIGNING_USAGE}`,
    min: 1,
    max: 4,
    words: [{ name: 'tx_blob' }, ...SIGNING_WORDS],
    parse: signing,
  },
  answer: {
    accepted: 'True if the transaction was applied, queued or kept, or was sent on.',
    applied: 'True if it is in the open ledger.',
    broadcast: 'True if it would have been sent to other servers.',
    queued: 'True if it is in the queue.',
    kept: 'True if it is kept for the next ledgers.',
    account_sequence_next: "The account's next sequence number.",
    account_sequence_available: 'The same, counting transactions in the queue too.',
    open_ledger_cost: 'Drops that such a transaction must pay for the open ledger now.',
    validated_ledger_index: 'Index of the last validated ledger.',
    engine_result_reason: 'Why it failed, or what it did not do, in one line; see [explain](../explain.md).',
    ...SHORTFALL_TEXTS,
    final: 'With `wait`: true if nothing can change any more.',
    validated: 'With `wait`: true if the transaction is in a validated ledger.',
    ledger_index: 'With `wait`: index of its ledger.',
    ledger_hash: 'With `wait`: hash of that ledger.',
    close_time_iso: 'With `wait`: close time of that ledger.',
    meta: 'With `wait`: the metadata.',
    explanation: 'With `wait`: why it did not succeed.',
    channel_id: 'Id of the payment channel that the transaction opens.',
  },
  paramDifferences: {
    wait: 'Weir only: the answer comes when the result is final',
    timeout_ms: 'Weir only: with `wait`',
  },
};
