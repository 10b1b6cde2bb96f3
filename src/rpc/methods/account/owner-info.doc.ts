/** The documentation of `owner_info`. */
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';
import { ACCOUNT_AND_LEDGER } from '../../method-doc/positional-form.ts';

export const ownerInfoDoc: MethodDoc = {
  summary: 'Lists up to 1,000 trust lines and offers of an account in the last closed and in the open ledger.',
  commandLine: ACCOUNT_AND_LEDGER,
  examples: ({ holder }) => [shown({ account: holder.address })],
  answer: {
    accepted: 'Trust lines in the last closed ledger.',
    current: 'Trust lines in the open ledger.',
  },
  whole: ['accepted', 'current'],
  difference: 'at most 1,000 trust lines and offers of each ledger; entries of other types are passed over',
};
