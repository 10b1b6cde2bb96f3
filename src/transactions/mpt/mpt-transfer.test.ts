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
    ['issues', [ISSUER, ALICE, 800n], 'tesSUCCESS', [1000n, 900n, 100n]],
    ['issues no more than may be', [ISSUER, ALICE, 801n], 'tecPATH_DRY', [200n, 100n, 100n]],
    ['redeems', [ALICE, ISSUER, 100n], 'tesSUCCESS', [100n, 0n, 100n]],
    ['redeems no more than is held', [ALICE, ISSUER, 101n], 'tecINSUFFICIENT_FUNDS', [200n, 100n, 100n]],
    ['passes on, and takes the fee out of circulation', [ALICE, BOB, 50n], 'tesSUCCESS', [195n, 45n, 150n]],
    ['passes on no more than is held with the fee', [ALICE, BOB, 92n], 'tecINSUFFICIENT_FUNDS', [200n, 100n, 100n]],
    ['does nothing with nothing', [ALICE, BOB, 0n], 'tesSUCCESS', [200n, 100n, 100n]],
    ['does nothing to oneself', [ALICE, ALICE, 500n], 'tesSUCCESS', [200n, 100n, 100n]],
    ['needs a holding of the receiver', [ISSUER, testAccount('Q'), 1n], 'tecNO_AUTH', [200n, 100n, 100n]],
    ['needs a holding of the sender', [testAccount('Q'), ISSUER, 1n], 'tecNO_AUTH', [200n, 100n, 100n]],
  ];
  for (const [what, [from, to, value], expected, balances] of ways) {
    test(what, () => {
      const { ledger, id } = ledgerWithToken();
      const send = (sandbox: Sandbox) => accountSendMpt(sandbox, from, to, units(id, value));
      assert.equal(ledger.attempt(send), expected);
      assert.deepEqual(ledger.balances(id, ALICE, BOB), balances);
    });
  }

  test('leaves no field where nothing is left', () => {
    const { ledger, id } = ledgerWithToken();
    ledger.attempt((sandbox) => accountSendMpt(sandbox, ALICE, ISSUER, units(id, 100n)));
    assert.equal('MPTAmount' in ledger.token(id, ALICE)!, false);
  });

  test('charges no fee where it is waived', () => {
    const { ledger, id } = ledgerWithToken();
    const send = (sandbox: Sandbox) => accountSendMpt(sandbox, ALICE, BOB, units(id, 50n), { waivesFee: true });
    assert.equal(ledger.attempt(send), 'tesSUCCESS');
    assert.deepEqual(ledger.balances(id, ALICE, BOB), [200n, 50n, 150n]);
  });

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
  const several = (ledger: MptLedger, id: string, from: string, values: Record<string, bigint>, waivesFee = false) =>
    ledger.attempt((sandbox) =>
      sendMptToSeveral(
        sandbox,
        from,
        id,
        Object.entries(values).map(([receiver, value]) => ({ receiver, amount: units(id, value) })),
        { waivesFee },
      ),
    );

  test('an issuer’s sends count together', () => {
    const { ledger, id } = ledgerWithToken();
    assert.equal(several(ledger, id, ISSUER, { [ALICE]: 400n, [BOB]: 401n }), 'tecPATH_DRY');
    assert.equal(several(ledger, id, ISSUER, { [ALICE]: 400n, [BOB]: 400n, [ISSUER]: 7n }), 'tesSUCCESS');
    assert.deepEqual(ledger.balances(id, ALICE, BOB), [1000n, 500n, 500n]);
  });

  test('a holder pays the fees of all, and none to the issuer', () => {
    const { ledger, id } = ledgerWithToken();
    assert.equal(several(ledger, id, ALICE, { [BOB]: 50n, [ISSUER]: 20n, [ALICE]: 500n }), 'tesSUCCESS');
    assert.deepEqual(ledger.balances(id, ALICE, BOB), [175n, 25n, 150n]);
    assert.equal(several(ledger, id, BOB, { [ALICE]: 100n }, true), 'tesSUCCESS');
    assert.deepEqual(ledger.balances(id, ALICE, BOB), [175n, 125n, 50n]);
  });

  test('fails where one of them fails', () => {
    const { ledger, id } = ledgerWithToken();
    assert.equal(several(ledger, id, ALICE, { [BOB]: 92n }), 'tecINSUFFICIENT_FUNDS');
    assert.equal(several(ledger, id, ALICE, { [BOB]: -1n }), 'tecINTERNAL');
    assert.equal(several(ledger, id, ISSUER, { [testAccount('Q')]: 1n }), 'tecNO_AUTH');
    assert.equal(several(ledger, '00'.repeat(24), ALICE, { [BOB]: 1n }), 'tecOBJECT_NOT_FOUND');
  });
});
