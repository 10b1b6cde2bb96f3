/**
 * Transactions of every type, well-formed and signed, with an illegal value in one field. Each has a result that is no
 * fault of the engine, first in a simulation and then in a ledger with the others, which stays valid. `npm test` tries all
 * values of the type's own fields, and those of other fields in turn, type by type. It submits some of them.
 * `npm run soak -- fields` tries and submits all.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { objectToJson } from '../../src/protocol/json/to-json.ts';
import { checkLocally } from '../../src/protocol/transaction/local-checks.ts';
import {
  InvalidTransactionError,
  parseTransaction,
  type Transaction,
} from '../../src/protocol/transaction/transaction.ts';
import type { FieldValue, StObject } from '../../src/protocol/values.ts';
import { execute } from '../../src/rpc/execute.ts';
import { MemoryStore } from '../../src/storage/memory/memory-store.ts';
import { SENT_TYPES } from '../../src/transactions/types/table.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { auditLedger } from '../simulation/audit-ledger.ts';
import { simulateNow } from '../support/env.ts';
import { TRIES_EVERY_CASE } from '../support/every-case.ts';
import { ALICE, createHostileWorld, type HostileWorld } from '../support/hostile-world.ts';
import type { Answer } from '../support/rpc-call.ts';
import { without } from '../support/without.ts';
import { fieldNames, illegalValues } from './support/fields.ts';
import { sampleFields } from './support/samples.ts';

/** Results of faults in the engine. */
const FAULTS = /^(tefEXCEPTION|tefINTERNAL|tefFAILURE|tefBAD_LEDGER|tecINTERNAL|te[cf]INVARIANT_FAILED)$/;
/** Fields in which every value of their type is legal. */
const FREE = new Set([
  'AssetScale',
  'NFTokenMinter',
  'NFTokenTaxon',
  'DestinationTag',
  'SourceTag',
  'InvoiceID',
  'EmailHash',
  'WalletLocator',
  'WalletSize',
  'OperationLimit',
  'PreviousTxnID',
  'QualityIn',
  'QualityOut',
]);
/** Outcomes of fields that have no binary form or make no transaction. */
const NEVER_SENT = new Set(['no serialization', 'no transaction']);
const CLOSE_EVERY = 40;
/** Of so many cases one is submitted, unless all are. */
const SUBMITTED = 6;
/** Of so many cases with a field that is not the type's own, one is tried, unless all are. */
const TRIED_OF_OTHERS = 8;
/** Fields that every type has. */
const COMMON = new Set(
  fieldNames('Payment').filter((name) => SENT_TYPES.every((type) => fieldNames(type).includes(name))),
);

interface Case {
  readonly name: string;
  readonly value: FieldValue;
  readonly fields: StObject;
}

describe('illegal values of fields', () => {
  let world: HostileWorld;
  let start: string;
  before(async () => {
    world = await createHostileWorld({ isFurnished: true, isTestBench: true, store: new MemoryStore() });
    start = await world.env.weir.snapshot();
  });
  after(() => world.stop());

  for (const [turn, type] of SENT_TYPES.entries()) {
    test(`have a result in every field of ${type}`, async (context) => {
      const isOwn = ({ name }: Case) => !COMMON.has(name) && fieldNames(type).includes(name);
      const cases = [...casesOf(world, type)].filter(
        (one, number) => TRIES_EVERY_CASE || isOwn(one) || (number + turn) % TRIED_OF_OTHERS === 0,
      );
      const own = new Set(cases.filter(isOwn).map(({ name }) => name));
      const results = new Map<string, Set<string>>();
      const sendable: Case[] = [];
      for (const one of cases) {
        const result = simulated(world, one);
        if (!NEVER_SENT.has(result)) sendable.push(one);
        assert.ok(!FAULTS.test(result) || isFaultOfReference(one), `${describeCase(type, one)}: ${result}`);
        const sofar = results.get(one.name) ?? new Set();
        results.set(one.name, sofar.add(result));
      }
      for (const [name, sofar] of results) {
        const isWhole = TRIES_EVERY_CASE || own.has(name);
        assert.ok(
          !isWhole || FREE.has(name) || [...sofar].some((result) => result !== 'tesSUCCESS'),
          `${name} has illegal values`,
        );
      }
      const submittedCases = sendable.filter((_, number) => TRIES_EVERY_CASE || number % SUBMITTED === 0);
      for (const [number, one] of submittedCases.entries()) {
        const { error, engine_result } = await submitted(world, one);
        assert.ok(error === undefined || error === 'invalidTransaction', `${describeCase(type, one)}: ${error}`);
        assert.ok(
          !FAULTS.test(engine_result) || isFaultOfReference(one),
          `${describeCase(type, one)}: ${engine_result}`,
        );
        if (number % CLOSE_EVERY === CLOSE_EVERY - 1) await world.env.close();
      }
      await world.env.close();
      auditLedger(world.env.node.store, world.env.node.validated.ledgerIndex);
      assert.deepEqual(world.reports, [], 'the server reports nothing unexpected');
      await world.env.weir.revert(start);
      const different = new Set([...results.values()].flatMap((sofar) => [...sofar]));
      context.diagnostic(`${cases.length} cases of ${results.size} fields, ${different.size} results`);
    });
  }
});

function* casesOf(world: HostileWorld, type: string): Generator<Case> {
  const base = { TransactionType: type, ...sampleFields(world)[type] };
  for (const name of fieldNames(type)) {
    for (const value of illegalValues(world, name)) yield { name, value, fields: { ...base, [name]: value } };
    if (name in base) yield { name, value: 'absent', fields: without(base, name) };
  }
  // Fields of other types, with a value that they have there.
  for (const [other, fields] of Object.entries(sampleFields(world))) {
    for (const [name, value] of Object.entries(fields)) {
      if (other === type || name in base || fieldNames(type).includes(name)) continue;
      yield { name, value: value as FieldValue, fields: { ...base, [name]: value } };
    }
  }
}

/**
 * Where the reference has an exception, which is `tefEXCEPTION` there and here (rippled: CredentialHelpers.cpp,
 * OracleSet.cpp, SetTrust.cpp, STXChainBridge.h).
 */
function isFaultOfReference({ name, value, fields }: Case): boolean {
  if (name.endsWith('Credentials') || name === 'PriceDataSeries') return JSON.stringify(value).includes('Memo');
  if (name === 'XChainBridge') return JSON.stringify(value).includes('mptIssuanceId');
  const isToken = typeof value === 'object' && 'currency' in value;
  return fields.TransactionType === 'TrustSet' && name === 'LimitAmount' && !isToken;
}

/** The result of a simulation, or why there is none. */
function simulated({ env }: HostileWorld, { fields }: Case): string {
  const transaction = signedOrReason(env, fields);
  if (typeof transaction === 'string') return transaction;
  return checkLocally(transaction.fields) === undefined ? simulateNow(env.node, transaction).result : 'refused locally';
}

function signedOrReason(env: HostileWorld['env'], fields: StObject): Transaction | string {
  try {
    return parseTransaction(env.sign(ALICE, fields).blob);
  } catch (error) {
    if (error instanceof InvalidTransactionError) return 'no transaction';
    if (error instanceof Error && error.name === 'CodecError') return 'no serialization';
    throw error;
  }
}

async function submitted(world: HostileWorld, { fields }: Case): Promise<Answer> {
  const transaction = signedOrReason(world.env, fields);
  if (typeof transaction === 'string') return {};
  const params = { tx_blob: bytesToHex(transaction.blob) };
  return execute(world.services, { method: 'submit', params, apiVersion: 1, role: 'user' });
}

function describeCase(type: string, { name, fields }: Case): string {
  return `${type} with ${name} ${JSON.stringify(objectToJson({ [name]: fields[name] })).slice(0, 300)}`;
}
