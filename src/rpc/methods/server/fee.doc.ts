/** What the documents and the command line say of `fee`. */
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';

export const feeDoc: MethodDoc = {
  summary: 'Says what a transaction costs in the open ledger.',
  examples: () => [shown()],
  answer: {
    expected_ledger_size: 'Transactions that the open ledger takes at the base fee.',
    current_ledger_size: 'Transactions that are in it.',
    current_queue_size: 'Transactions that wait.',
    max_queue_size: 'How many may wait.',
    levels: 'Fee levels: fees against the base fee, which is `reference_level`.',
    'levels.reference_level': 'Level of the base fee.',
    'levels.minimum_level': 'Least level to get into the queue.',
    'levels.median_level': 'Median of the last ledger.',
    'levels.open_ledger_level': 'Least level to get into the open ledger now.',
    drops: 'The same in drops, for a simple transaction.',
    'drops.base_fee': 'Base fee.',
    'drops.median_fee': 'Median of the last ledger.',
    'drops.minimum_fee': 'Least fee to get into the queue.',
    'drops.open_ledger_fee': 'Least fee to get into the open ledger now.',
  },
};
