/** `fee`: what a transaction costs now (reference: Fee.cpp, TxQ::doRPC). */
import { defineMethod } from '../define-method.ts';
import { EXPECTED_LEDGER_SIZE, levelToDrops, MAX_QUEUE_SIZE, MEDIAN_LEVEL, REFERENCE_LEVEL } from '../fee-levels.ts';

export const fee = defineMethod({
  name: 'fee',
  summary: 'Says what a transaction costs in the open ledger.',
  role: 'user',
  needs: 'current',
  run({ node }) {
    const { baseDrops } = node.fees;
    return {
      ledger_current_index: node.openView.ledgerIndex,
      expected_ledger_size: String(EXPECTED_LEDGER_SIZE),
      current_ledger_size: String(node.openView.transactionCount),
      current_queue_size: '0',
      max_queue_size: String(MAX_QUEUE_SIZE),
      levels: {
        reference_level: String(REFERENCE_LEVEL),
        minimum_level: String(REFERENCE_LEVEL),
        median_level: String(MEDIAN_LEVEL),
        open_ledger_level: String(REFERENCE_LEVEL),
      },
      drops: {
        base_fee: baseDrops.toString(),
        median_fee: levelToDrops(MEDIAN_LEVEL, baseDrops).toString(),
        minimum_fee: baseDrops.toString(),
        open_ledger_fee: baseDrops.toString(),
      },
    };
  },
});
