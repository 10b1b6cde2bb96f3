/** The documentation of `noripple_check`. */
import { type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';

export const norippleCheckDoc: MethodDoc = {
  summary: "Checks an account's rippling flags against its role.",
  examples: ({ holder }) => [
    shown({ account: holder.address, role: 'gateway', transactions: true, limit: 2, ...VALIDATED }),
  ],
  answer: {
    problems: 'The problems that were found, in words.',
    transactions: 'With `transactions`: unsigned transactions that would solve them.',
    'transactions[]': 'An unsigned transaction.',
  },
  whole: ['transactions[]'],
};
