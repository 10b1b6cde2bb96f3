/** `sign`: completes and signs a transaction without submitting it (rippled: Sign.cpp). */

import { defineMethod } from '../../method/define-method.ts';
import { flag } from '../../params/readers.ts';
import { txJson } from '../../params/tx-json-param.ts';
import { BUILD_PATH_PARAM } from '../../signing/payment-fields.ts';
import { SIGNATURE_TARGET_PARAM, signFromRequest } from '../../signing/sign-transaction.ts';
import { signedResult } from '../../signing/signed-result.ts';
import { requireSigner, SECRET_PARAMS } from '../../signing/signing-key.ts';
import { feeDivisor, feeMultiplier } from '../../signing/transaction-fee.ts';

export const sign = defineMethod({
  name: 'sign',
  role: 'user',
  needs: 'engine',
  params: [
    { name: 'tx_json', ...txJson, required: true, text: 'The transaction.' },
    ...SECRET_PARAMS,
    { name: 'offline', ...flag, text: 'Do not read the ledger and fill in nothing.' },
    { name: 'fee_mult_max', ...feeMultiplier, text: 'Maximum multiple of the base fee (10).' },
    { name: 'fee_div_max', ...feeDivisor, text: 'Divisor of that maximum (1).' },
    BUILD_PATH_PARAM,
    SIGNATURE_TARGET_PARAM,
  ],
  runLocally: requireSigner,
  run(context) {
    return signedResult(signFromRequest(context), context.apiVersion);
  },
});
