import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, EVERYDAY_FLAGS, ISSUER, MptLedger, units } from '../../../test/support/mpt-ledger.ts';
import { testAccount } from '../../../test/support/test-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { accountSendMpt, directSendMpt, sendMptToSeveral } from './mpt-transfer.ts';

/** Alice and Bob have 100 each, of at most 1000; passing on costs a tenth. */
function ledgerWithToken(): { ledger: MptLedger; id: string } {
  const ledger = new MptLedger();
  const id = ledger.issue({ Flags: EVERYDAY_FLAGS, TransferFee: 10_000, MaximumAmount: 1000n });
  ledger.distribute(id, 100n, ALICE, BOB);
  return { ledger, id };
}

describe('sending a multi-purpose token', () => {
  const ways: readonly [string, [string, string, bigint], Ter, (bigint | undefined)[]][] = [
    ['does nothing to oneself', [ALICE, ALICE, 500n], 'tesSUCCESS', [200n, 100n, 100n]],
  ];
  for (const [what, [from, to, value], expected, balances] of ways) {
    test(what, () => {
      const { ledger, id } = ledgerWithToken();
      const send = (sandbox: Sandbox) => accountSendMpt(sandbox, from, to, units(id, value));
      assert.equal(ledger.attempt(send), expected);
      assert.deepEqual(ledger.balances(id, ALICE, BOB), balances);
    });
  }

  test('needs the token', () => {
    const gone = units('00'.repeat(24), 1n);
    for (const send of [accountSendMpt, directSendMpt]) {
      assert.equal(
        new MptLedger().attempt((sandbox) => send(sandbox, ALICE, BOB, gone)),
        'tecOBJECT_NOT_FOUND',
      );
    }
  });

  test('redeems no more than is outstanding', () => {
    const { ledger, id } = ledgerWithToken();
    ledger.amend(ledger.issuance(id), { OutstandingAmount: 5n });
    assert.equal(
      ledger.attempt((sandbox) => directSendMpt(sandbox, ALICE, ISSUER, units(id, 6n))),
      'tecINTERNAL',
    );
  });
});

describe('sending a multi-purpose token to several', () => {
  const several = (ledger: MptLedger, id: string, from: string, values: Record<string, bigint>) =>
    ledger.attempt((sandbox) =>
      sendMptToSeveral(
        sandbox,
        from,
        id,
        Object.entries(values).map(([receiver, value]) => ({ receiver, amount: units(id, value) })),
      ),
    );

  test('an issuer’s sends count together', () => {
    const { ledger, id } = ledgerWithToken();
    assert.equal(several(ledger, id, ISSUER, { [ALICE]: 400n, [BOB]: 401n }), 'tecPATH_DRY');
    assert.equal(several(ledger, id, ISSUER, { [ALICE]: 400n, [BOB]: 400n, [ISSUER]: 7n }), 'tesSUCCESS');
    assert.deepEqual(ledger.balances(id, ALICE, BOB), [1000n, 500n, 500n]);
  });

  test('fails where one of them fails', () => {
    const { ledger, id } = ledgerWithToken();
    assert.equal(several(ledger, id, ALICE, { [BOB]: 101n }), 'tecINSUFFICIENT_FUNDS');
    assert.equal(several(ledger, id, ALICE, { [BOB]: -1n }), 'tecINTERNAL');
    assert.equal(several(ledger, id, ISSUER, { [testAccount('Q')]: 1n }), 'tecNO_AUTH');
    assert.equal(several(ledger, '00'.repeat(24), ALICE, { [BOB]: 1n }), 'tecOBJECT_NOT_FOUND');
  });
});
