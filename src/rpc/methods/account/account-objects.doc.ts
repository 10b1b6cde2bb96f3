/** The documentation of `account_objects`. */
import { hidden, type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';
import { ACCOUNT_AND_LEDGER } from '../../method-doc/positional-form.ts';

export const accountObjectsDoc: MethodDoc = {
  summary: 'Lists the ledger entries that an account owns.',
  commandLine: ACCOUNT_AND_LEDGER,
  examples: ({ holder }) => [
    shown({ account: holder.address, type: 'ticket', ...VALIDATED }),
    hidden({ account: holder.address, limit: 1, ...VALIDATED }),
  ],
  answer: {
    account_objects: 'The entries of this page.',
    'account_objects[]': 'An entry of the ledger with all its fields.',
  },
  whole: ['account_objects[]'],
  paramDifferences: {
    except: 'Weir only: types of entries to leave out',
  },
};
