/** `submit_multisigned`: submits a transaction that several accounts have signed (rippled: SubmitMultiSigned.cpp). */

import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import type { Transaction } from '../../../protocol/transaction/transaction.ts';
import type { StArray } from '../../../protocol/values.ts';
import type { EngineContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidParams, missingField, RpcError } from '../../method/errors.ts';
import type { JsonDraft } from '../../params/json-values.ts';
import { flag } from '../../params/readers.ts';
import { parseTxJson, requireSender, transactionOf, txJson } from '../../params/tx-json-param.ts';
import { checkPayment } from '../../signing/payment-fields.ts';
import { engineResult, inclusionOf, signedResult } from '../../signing/signed-result.ts';
import { requireMultiSignFields, requireValidSignatures, sortSigners } from '../../signing/signers-array.ts';
import { submissionFacts, withRpcErrors } from '../../signing/submission.ts';
import { feeForTransaction } from '../../signing/transaction-fee.ts';

/** Account, SigningPubKey and TxnSignature. */
const SIGNER_FIELD_COUNT = 3;
const SURPRISE = 'Exception while serializing transaction:';

export const submitMultisigned = defineMethod({
  name: 'submit_multisigned',
  role: 'user',
  needs: 'engine',
  params: [
    { name: 'tx_json', ...txJson, required: true, text: 'The transaction with its `Signers`.' },
    { name: 'fail_hard', ...flag, text: 'Do not keep or charge the transaction if it fails now.' },
  ],
  async run(context, read) {
    const { role, traceparent } = context;
    const options = { failHard: read('fail_hard'), isAdmin: role === 'admin', traceparent };
    const sign = () => signedTransaction(context, read('tx_json'));
    const outcome = await withRpcErrors(() => context.engine.submit(sign, options));
    const { transaction, result, reason } = outcome;
    return {
      ...signedResult(transaction, context.apiVersion, inclusionOf(context.reader, outcome)),
      ...engineResult(result, transaction, reason),
      ...submissionFacts(outcome),
    };
  },
});

function signedTransaction(context: EngineContext, tx: JsonDraft): Transaction {
  requireMultiSignFields(tx);
  const account = requireSender(tx);
  if (context.openLedger.view.read(accountKeylet(account)) === undefined) throw new RpcError('srcActNotFound');
  tx.Fee = feeForTransaction(context, tx, false);
  checkPayment(context, tx, account, false);
  const { rules } = context.reader;
  const received = transactionOf(parseTxJson(tx), rules, undefined, (reason) => `${SURPRISE} ${reason}`);
  const { fields } = received;
  if (fields.TxnSignature !== undefined) throw new RpcError('signingMalformed');
  // The reference intends this error for tokens, but its check lets them pass and then fails at the comparison with zero.
  if (typeof fields.Fee !== 'bigint') throw invalidParams('Invalid Fee field.  Fees must be specified in XRP.');
  if (fields.Fee <= 0n) throw invalidParams('Invalid Fee field.  Fees must be greater than zero.');
  const signers = requireSigners(fields.Signers);
  return requireValidSignatures(transactionOf({ ...fields, Signers: sortSigners(signers, received) }, rules), rules);
}

function requireSigners(signers: StArray | undefined): StArray {
  if (signers === undefined) throw missingField('tx_json.Signers');
  if (signers.length === 0) throw invalidParams('tx_json.Signers array may not be empty.');
  const areComplete = signers.every(({ Signer: signer }) => {
    if (signer === undefined || Object.keys(signer).length !== SIGNER_FIELD_COUNT) return false;
    return signer.Account !== undefined && signer.SigningPubKey !== undefined && signer.TxnSignature !== undefined;
  });
  if (!areComplete) throw invalidParams('Signers array may only contain Signer entries.');
  return signers;
}
