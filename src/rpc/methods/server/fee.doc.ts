/** The documentation of `fee`. */
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';

export const feeDoc: MethodDoc = {
  summary: 'Returns the fee of a transaction in the open ledger.',
  examples: () => [shown()],
  answer: {
    expected_ledger_size: 'Transactions that the open ledger takes at the base fee.',
    current_ledger_size: 'Transactions in it.',
    current_queue_size: 'Queued transactions.',
    max_queue_size: 'Maximum number of queued transactions.',
    levels: 'Fee levels: fees against the base fee, which is `reference_level`.',
    'levels.reference_level': 'Level of the base fee.',
    'levels.minimum_level': 'Minimum fee level for the queue.',
    'levels.median_level': 'Median of the last ledger.',
    'levels.open_ledger_level': 'Minimum fee level for the open ledger now.',
    drops: 'The same in drops, for a simple transaction.',
    'drops.base_fee': 'Base fee.',
    'drops.median_fee': 'Median of the last ledger.',
    'drops.minimum_fee': 'Minimum fee for the queue.',
    'drops.open_ledger_fee': 'Minimum fee for the open ledger now.',
  },
};
