/** The documentation of `account_currencies`. */
import { type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';
import { ACCOUNT_AND_LEDGER } from '../../method-doc/positional-form.ts';

export const accountCurrenciesDoc: MethodDoc = {
  summary: 'Lists the currencies of the tokens that an account can send and receive.',
  commandLine: ACCOUNT_AND_LEDGER,
  examples: ({ holder }) => [shown({ account: holder.address, ...VALIDATED })],
  answer: {
    send_currencies: 'Codes of the currencies that the account can send.',
    receive_currencies: 'Codes of the currencies that the account can receive.',
  },
};
