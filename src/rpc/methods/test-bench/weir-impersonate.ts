/** `weir_impersonate`: submits an unsigned transaction for any account. On a test bench only; Weir's own. */
import { defineMethod } from '../../method/define-method.ts';
import { typedFlag } from '../../params/readers.ts';
import { txJson } from '../../params/tx-json-param.ts';
import { submitImpersonated } from '../../test-bench/impersonation.ts';
import { benchContext } from '../../test-bench/require-test-bench.ts';

export const weirImpersonate = defineMethod({
  name: 'weir_impersonate',
  role: 'admin',
  needs: 'this server',
  params: [
    { name: 'tx_json', ...txJson, required: true, text: 'The transaction; missing fields are filled in.' },
    { name: 'fail_hard', ...typedFlag, text: 'Do not keep or charge the transaction if it fails now.' },
  ],
  run(context, read) {
    return submitImpersonated(benchContext(context), () => read('tx_json'), read('fail_hard'));
  },
});
