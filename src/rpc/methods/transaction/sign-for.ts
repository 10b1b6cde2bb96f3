/** `sign_for`: adds one account's signature to a transaction that several sign (rippled: SignFor.cpp). */

import { addressToAccountId } from '../../../crypto/address.ts';
import { sign } from '../../../crypto/signature.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import type { Rules } from '../../../protocol/tables/rules.ts';
import { demandsNetworkId, type Transaction } from '../../../protocol/transaction/transaction.ts';
import { multiSigningData } from '../../../protocol/transaction/transaction-signature.ts';
import type { AccountId, StArray, StObject } from '../../../protocol/values.ts';
import type { EngineContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidField, invalidParams, missingField, RpcError } from '../../method/errors.ts';
import type { ParamReader, ParamRow, ReadParam } from '../../method/param-row.ts';
import { textParam } from '../../params/convert-param.ts';
import type { JsonDraft } from '../../params/json-values.ts';
import { hasParam } from '../../params/params.ts';
import { flag } from '../../params/readers.ts';
import { parseTxJson, transactionOf, txJson } from '../../params/tx-json-param.ts';
import { requireKeyOfAccount } from '../../signing/account-key.ts';
import { prepareTransaction } from '../../signing/sign-transaction.ts';
import { signedResult } from '../../signing/signed-result.ts';
import { requireMultiSignFields, requireValidSignatures, sortSigners } from '../../signing/signers-array.ts';
import { requireSigner, SECRET_PARAMS } from '../../signing/signing-key.ts';

const signerAccount: ParamReader<'string', AccountId> = {
  type: 'string',
  read: ({ params }, name) => {
    if (!hasParam(params, name)) throw missingField(name);
    const signer = addressToAccountId(textParam(params, name));
    if (signer === undefined) throw new RpcError('srcActMalformed', invalidField(name).message);
    return signer;
  },
};

const PARAMS = [
  { name: 'account', ...signerAccount, required: true, text: 'Address of the signer.' },
  { name: 'tx_json', ...txJson, required: true, text: 'The complete transaction, with signatures so far.' },
  ...SECRET_PARAMS,
  { name: 'offline', ...flag, text: 'Do not read the sender from the ledger.' },
] as const satisfies readonly ParamRow[];

export const signFor = defineMethod({
  name: 'sign_for',
  role: 'user',
  needs: 'engine',
  params: PARAMS,
  runLocally: requireSigner,
  run(context, read) {
    return signedResult(addSignature(context, read), context.apiVersion);
  },
});

function addSignature(context: EngineContext, read: ReadParam<typeof PARAMS>): Transaction {
  const { params, reader, openLedger } = context;
  const signer = read('account');
  const given = completedForSigners(read('tx_json'), reader.networkId);
  const { tx, keyPair, target } = prepareTransaction(context, () => given, false);
  // Signatures in inner objects are single signatures only.
  if (target !== undefined) throw invalidParams(target);
  if (hasParam(tx, 'TxnSignature')) throw new RpcError('alreadySingleSig');
  const unsigned = transactionOf({ ...parseTxJson(tx), SigningPubKey: '' }, reader.rules);
  const signature = sign(multiSigningData(unsigned.fields, signer), keyPair);
  requireKeyOfAccount(signer, openLedger.view.read(accountKeylet(signer)), keyPair.publicKey, params);
  const added = { Account: signer, SigningPubKey: keyPair.publicKey, TxnSignature: signature };
  return withSigner(unsigned, added, reader.rules);
}

function completedForSigners(tx: JsonDraft, networkId: number): JsonDraft {
  if (demandsNetworkId(networkId)) {
    if (!hasParam(tx, 'NetworkID')) throw missingField('tx_json.NetworkID');
    if (tx.NetworkID !== networkId) throw invalidField('tx_json.NetworkID');
  }
  if (!hasParam(tx, 'SigningPubKey')) tx.SigningPubKey = '';
  requireMultiSignFields(tx);
  return tx;
}

function withSigner(unsigned: Transaction, Signer: StObject, rules: Rules): Transaction {
  const signers = sortSigners([...((unsigned.fields.Signers as StArray | undefined) ?? []), { Signer }], unsigned);
  return requireValidSignatures(transactionOf({ ...unsigned.fields, Signers: signers }, rules), rules);
}
