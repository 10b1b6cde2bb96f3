/** A transaction as code that sends the same one again: for xrpl.js, xrpl-py, curl, and a test in this server's own process. */

/** Fields that depend on when and by whom it is sent, and what servers add. */
const FILLED_IN = new Set([
  'Fee',
  'Sequence',
  'TicketSequence',
  'LastLedgerSequence',
  'SigningPubKey',
  'TxnSignature',
  'Signers',
  'BatchSigners',
  'hash',
  'date',
  'ledger_index',
  'inLedger',
  'ctid',
  'NetworkID',
  'AccountTxnID',
]);

const tfInnerBatchTxn = 0x40000000;

/** The transaction to send now, also if it was inside a batch. Inner transactions of a batch stay inner ones. */
export function freshTransaction(tx) {
  const alone = { ...tx, Flags: ((tx.Flags ?? 0) & ~tfInnerBatchTxn) >>> 0 };
  const { RawTransactions: inner } = tx;
  if (inner === undefined) return fresh(alone);
  const RawTransactions = inner.map(({ RawTransaction }) => ({ RawTransaction: fresh(RawTransaction) }));
  return fresh({ ...alone, RawTransactions });
}

/** What is filled in by the sender is left out. The name of the amount is that of the protocol. */
function fresh(tx) {
  const kept = Object.entries(tx).filter(([name]) => !FILLED_IN.has(name));
  const named = kept.map(([name, value]) =>
    name === 'DeliverMax' && tx.TransactionType === 'Payment' ? ['Amount', value] : [name, value],
  );
  const withoutFlags = named.filter(([name, value]) => name !== 'Flags' || value !== 0);
  return Object.fromEntries(withoutFlags);
}

const json = (value, indent = 2) => JSON.stringify(value, null, indent);

/** A JavaScript literal: names without quotes, texts in single quotes. */
export function literal(value, indent = '') {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((one) => `${inner}${literal(one, inner)}`).join(',\n')},\n${indent}]`;
  }
  const rows = Object.entries(value).map(([name, one]) => `${inner}${name}: ${literal(one, inner)}`);
  return rows.length === 0 ? '{}' : `{\n${rows.join(',\n')},\n${indent}}`;
}

function xrplJs(tx, { url }) {
  return `import { Client, Wallet } from "xrpl";

const client = new Client(${literal(url)});
await client.connect();
const wallet = Wallet.fromSeed(process.env.SEED);
const response = await client.submitAndWait(${literal(tx)}, { wallet });
console.log(response.result.meta.TransactionResult);
await client.disconnect();
`;
}

function xrplPy(tx, { url }) {
  return `import json
import os

from xrpl.clients import WebsocketClient
from xrpl.models.transactions.transaction import Transaction
from xrpl.transaction import submit_and_wait
from xrpl.wallet import Wallet

transaction = Transaction.from_xrpl(json.loads(r"""
${json(tx)}
"""))
with WebsocketClient("${url}") as client:
    response = submit_and_wait(transaction, client, Wallet.from_seed(os.environ["SEED"]))
    print(response.result["meta"]["TransactionResult"])
`;
}

function curl(tx, { url }) {
  const body = json({ method: 'submit', params: [{ secret: '$SEED', tx_json: tx }] });
  // A single quote ends the text of the shell, so it is written as an end, an escaped quote and a new start.
  const quoted = body.replaceAll("'", "'\\''").replace('"$SEED"', '"\'"$SEED"\'"');
  return `curl -s ${url.replace(/^ws/, 'http')} -d '${quoted}'\n`;
}

function testCase(tx, { code }) {
  const name = code === undefined ? tx.TransactionType : `${tx.TransactionType} has the result ${code}`;
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import { createLedger } from "@weir-ledger/weir";

test(${literal(name)}, async () => {
  await using ledger = await createLedger();
  // The accounts and entries that the transaction needs are created here.
  const { engine_result } = await ledger.request('weir_impersonate', {
    tx_json: ${literal(tx, '    ')},
  });
  assert.equal(engine_result, ${literal(code ?? 'tesSUCCESS')});
});
`;
}

/** Rows of name, label and a function of the fresh transaction. */
export const COPY_FORMATS = [
  ['xrpl.js', xrplJs],
  ['xrpl-py', xrplPy],
  ['curl', curl],
  ['a test case', testCase],
];
