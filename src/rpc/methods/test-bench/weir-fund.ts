/**
 * `weir_fund`: pays an account XRP from the master account, or tokens from their issuer, whose key is not needed. On a
 * test bench only; Weir's own. The issuer's payment is unsigned, so it marks the chain as modified, like
 * `weir_impersonate`.
 */
import { accountIdToAddress } from '../../../crypto/address.ts';
import { masterPayment } from '../../../node/development-funds.ts';
import { AmountError } from '../../../protocol/amounts/amount-errors.ts';
import { DROPS_PER_XRP } from '../../../protocol/amounts/amount-math.ts';
import { amountFault, amountFromJson } from '../../../protocol/json/amount-json.ts';
import { type Amount, isNative, issuerOfMpt, type Json } from '../../../protocol/values.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidField } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { hasParam } from '../../params/params.ts';
import { requiredAccount } from '../../params/readers.ts';
import { answerSubmission, submitImpersonated } from '../../test-bench/impersonation.ts';
import { benchContext } from '../../test-bench/require-test-bench.ts';

const DEFAULT_DROPS = 1_000n * DROPS_PER_XRP;

const givenAmount: ParamReader<'string or object', Amount> = {
  type: 'string or object',
  read: ({ params }, name) => {
    if (!hasParam(params, name)) return DEFAULT_DROPS;
    try {
      return amountFromJson(params[name]);
    } catch (error) {
      if (error instanceof AmountError) throw invalidField(name).because(amountFault(name, error));
      throw error;
    }
  },
};

export const weirFund = defineMethod({
  name: 'weir_fund',
  role: 'admin',
  needs: 'this server',
  params: [
    {
      name: 'account',
      ...requiredAccount,
      required: true,
      text: 'The account to pay. XRP create it if it does not exist.',
    },
    {
      name: 'amount',
      ...givenAmount,
      text: 'Drops (1000000000), or an amount of a token for which the account has a trust line or a holding.',
    },
  ],
  // A failed payment is not held: a repeated request would pay twice.
  run(request, read) {
    const context = benchContext(request);
    const account = read('account');
    const amount = read('amount');
    if (isNative(amount)) {
      const { engine } = context;
      const payment = () => masterPayment(engine, account, amount);
      return answerSubmission(context, () => engine.submit(payment, { failHard: true, isAdmin: true }));
    }
    const issuer = 'issuer' in amount ? amount.issuer : issuerOfMpt(amount.mptIssuanceId);
    const payment = () => ({
      TransactionType: 'Payment',
      Account: accountIdToAddress(issuer),
      Destination: accountIdToAddress(account),
      Amount: context.params.amount as Json,
    });
    return submitImpersonated(context, payment, true);
  },
});
