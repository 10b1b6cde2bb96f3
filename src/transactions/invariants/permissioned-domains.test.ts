import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TEST_FEE_DROPS, TestLedger, testAccount } from '../../../test/support/test-view.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import type { PermissionedDomain } from '../../protocol/entries/entries.ts';
import { permissionedDomainKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import type { StArray } from '../../protocol/values.ts';
import { invariantInput } from './invariant.ts';
import { domainsAreValid } from './permissioned-domains.ts';

const ALICE = testAccount('Alice');
const BOB = testAccount('Bob');
const CAROL = testAccount('Carol');

/** The changes of a transaction, made by hand. */
type Act = (sandbox: Sandbox) => void;

function names(...parts: [issuer: string, type: string][]): StArray {
  return parts.map(([Issuer, CredentialType]) => ({ Credential: { Issuer, CredentialType } }));
}

function manyNames(count: number): StArray {
  return names(...Array.from({ length: count }, (_, at): [string, string] => [BOB, `${10 + at}`]));
}

const GOOD = names([BOB, 'AB'], [BOB, 'ABCD'], [CAROL, 'AA']);

function domain(sequence: number, AcceptedCredentials: StArray = GOOD): PermissionedDomain {
  return { ...newEntry(permissionedDomainKeylet(ALICE, sequence)), Owner: ALICE, AcceptedCredentials };
}

/** Domain 1 is there before. */
function holds(type: string, act: Act, result: 'tesSUCCESS' | 'tecNO_ENTRY' = 'tesSUCCESS'): boolean {
  const ledger = new TestLedger();
  ledger.fund(ALICE);
  ledger.put(domain(1));
  const sandbox = new Sandbox(ledger.view);
  act(sandbox);
  const fields = {
    PermissionedDomainSet: { AcceptedCredentials: GOOD },
    PermissionedDomainDelete: { DomainID: domain(1).index },
  };
  const tx = ledger.transaction({ TransactionType: type, Account: ALICE, ...fields[type as keyof typeof fields] });
  return domainsAreValid(
    invariantInput({ view: sandbox, transaction: tx, result, feeDrops: TEST_FEE_DROPS, changes: sandbox.changes() }),
  );
}

const insert =
  (...domains: PermissionedDomain[]): Act =>
  (sandbox) => {
    for (const entry of domains) sandbox.insert(entry);
  };
const erase: Act = (sandbox) => sandbox.erase(sandbox.peek(permissionedDomainKeylet(ALICE, 1))!);
const touch: Act = (sandbox) => sandbox.update(sandbox.peek(permissionedDomainKeylet(ALICE, 1))!);
const nothing: Act = () => {};

describe('the invariant of permissioned domains', () => {
  test('lets its types change one domain each, and others none', () => {
    assert.ok(holds('PermissionedDomainSet', insert(domain(2))));
    assert.ok(holds('PermissionedDomainSet', insert(domain(2, manyNames(10)))));
    assert.ok(holds('PermissionedDomainSet', touch));
    assert.ok(holds('PermissionedDomainDelete', erase));
    assert.ok(holds('AccountSet', nothing));
    assert.ok(holds('PermissionedDomainSet', nothing, 'tecNO_ENTRY'));
  });

  for (const [name, type, act] of [
    ['a change by another type', 'AccountSet', touch],
    ['no change by a success', 'PermissionedDomainSet', nothing],
    ['a removal by PermissionedDomainSet', 'PermissionedDomainSet', erase],
    ['two domains at once', 'PermissionedDomainSet', insert(domain(2), domain(3))],
    ['no removal by a success', 'PermissionedDomainDelete', nothing],
    ['a change by PermissionedDomainDelete', 'PermissionedDomainDelete', touch],
    ['no names', 'PermissionedDomainSet', insert(domain(2, []))],
    ['eleven names', 'PermissionedDomainSet', insert(domain(2, manyNames(11)))],
    ['a name twice', 'PermissionedDomainSet', insert(domain(2, names([BOB, 'AB'], [BOB, 'AB'])))],
    ['names by issuer in another order', 'PermissionedDomainSet', insert(domain(2, names([CAROL, 'AB'], [BOB, 'AB'])))],
    ['names by type in another order', 'PermissionedDomainSet', insert(domain(2, names([BOB, 'AC'], [BOB, 'AB'])))],
  ] as const) {
    test(`refuses ${name}`, () => assert.equal(holds(type, act), false));
  }

  test('lets a failure change none', () => assert.equal(holds('PermissionedDomainSet', touch, 'tecNO_ENTRY'), false));
});
