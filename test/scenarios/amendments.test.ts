/** A chain with other rules than a new chain has, from its first ledger on or later. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { createLedger, type Ledger, LedgerRequestError } from '../../src/embedded/create-ledger.ts';

/** A ledger that is stopped when the test ends, and three of its accounts. */
async function begin(t: TestContext, amendments: readonly string[]) {
  const ledger = await createLedger({ amendments });
  t.after(() => ledger.stop());
  const [alice, bob, carol] = ledger.accounts;
  return { ledger, alice: alice!, bob: bob!, carol: carol! };
}

/** An issuance with a term that can change, signed by the first account. */
async function signedIssuance(ledger: Ledger): Promise<string> {
  const { address: Account, seed: secret } = ledger.accounts[0]!;
  const tx_json = { TransactionType: 'MPTokenIssuanceCreate', Account, MutableFlags: 0x0001_0000 };
  const { tx_blob } = await ledger.request('sign', { secret, tx_json });
  return tx_blob;
}

/** The ledger does not try it again after a failure. */
async function resultOf(ledger: Ledger, tx_blob: string): Promise<string> {
  const { engine_result } = await ledger.request('submit', { tx_blob, fail_hard: true });
  return engine_result;
}

async function featureOf(ledger: Ledger, params: { feature: string; vetoed?: boolean }) {
  const answer = (await ledger.request('feature', params)) as unknown as Record<string, { enabled: boolean }>;
  return Object.values(answer).find((value) => typeof value === 'object')!;
}

describe('a rule that a new chain does not have', () => {
  test('can be chosen', async (t) => {
    const usual = await begin(t, []);
    assert.equal(await resultOf(usual.ledger, await signedIssuance(usual.ledger)), 'temDISABLED');
    const { ledger } = await begin(t, ['+DynamicMPT']);
    assert.equal((await featureOf(ledger, { feature: 'DynamicMPT' })).enabled, true);
    assert.equal(await resultOf(ledger, await signedIssuance(ledger)), 'tesSUCCESS');
  });

  test('must be known', async () => {
    await assert.rejects(
      createLedger({ amendments: ['+Batch'] }),
      /RangeError: .* Weir has no amendment 'Batch'; it has/,
    );
    await assert.rejects(createLedger({ amendments: ['-DID'] }), /RangeError: .* DID is always in force/);
  });

  test('comes into force on a test bench after the ledger that enables it, also for refused transactions', async (t) => {
    const { ledger } = await begin(t, []);
    const blob = await signedIssuance(ledger);
    assert.equal(await resultOf(ledger, blob), 'temDISABLED');
    const before = await ledger.snapshot();
    const enable = () => featureOf(ledger, { feature: 'DynamicMPT', vetoed: false });
    for (const { enabled } of await Promise.all([enable(), enable()])) assert.equal(enabled, true);
    const { ledger: enabling } = await ledger.request('ledger', {
      ledger_index: 'validated',
      transactions: true,
      expand: true,
    });
    const [only, ...others] = enabling.transactions as unknown as { TransactionType: string; LedgerSequence: number }[];
    assert.deepEqual(
      [only?.TransactionType, String(only?.LedgerSequence), others],
      ['EnableAmendment', enabling.ledger_index, []],
    );
    assert.equal(await resultOf(ledger, blob), 'tesSUCCESS');
    await enable();
    const { info } = await ledger.request('server_info');
    assert.equal(String(info.validated_ledger?.seq), enabling.ledger_index, 'an amendment is enabled once');
    await ledger.revert(before);
    assert.equal((await featureOf(ledger, { feature: 'DynamicMPT' })).enabled, false);
  });

  test('is not enabled by a veto, nor by its name alone', async (t) => {
    const { ledger } = await begin(t, []);
    const isRefused = (error: unknown) => error instanceof LedgerRequestError && error.code === 'notSupported';
    await assert.rejects(ledger.request('feature', { feature: 'DynamicMPT', vetoed: true }), isRefused);
    assert.equal((await featureOf(ledger, { feature: 'DynamicMPT' })).enabled, false);
  });
});

describe('a delegate', () => {
  test('signs and pays for another account, as far as it is permitted', async (t) => {
    const { ledger, alice, bob, carol } = await begin(t, ['+PermissionDelegationV1_1']);
    const Permissions = [{ Permission: { PermissionValue: 'Payment' } }];
    const permit = async (Authorize: string) =>
      (await ledger.submit(alice, { TransactionType: 'DelegateSet', Authorize, Permissions })).engine_result;
    assert.deepEqual([await permit(alice.address), await permit(bob.address)], ['temMALFORMED', 'tesSUCCESS']);
    await ledger.close();
    const balance = async ({ address: account }: { address: string }) =>
      Number((await ledger.request('account_info', { account, ledger_index: 'validated' })).account_data.Balance);
    const send = async (fields: Record<string, unknown>) => {
      const tx_json = { Account: alice.address, Delegate: bob.address, ...fields };
      const { engine_result } = await ledger.request('submit', { secret: bob.seed, tx_json });
      return engine_result;
    };
    const [alicesBefore, bobsBefore] = [await balance(alice), await balance(bob)];
    const pays = { TransactionType: 'Payment', Destination: carol.address, Amount: '1000' };
    assert.equal(await send(pays), 'tesSUCCESS');
    assert.equal(await send({ TransactionType: 'TicketCreate', TicketCount: 1 }), 'terNO_DELEGATE_PERMISSION');
    // It has no field that a granular permission would have to cover.
    assert.equal(await send({ TransactionType: 'AccountSet' }), 'terNO_DELEGATE_PERMISSION');
    await ledger.close();
    assert.deepEqual([await balance(alice), await balance(bob)], [alicesBefore - 1000, bobsBefore - 10]);
    const { account_objects: listed } = await ledger.request('account_objects', { account: bob.address });
    assert.deepEqual(
      listed.map(({ LedgerEntryType }) => LedgerEntryType),
      ['Delegate'],
    );
  });

  test('pays from its own balance, which counts instead of the sender’s', async (t) => {
    const { ledger, alice, bob, carol } = await begin(t, ['+PermissionDelegationV1_1']);
    const Permissions = [{ Permission: { PermissionValue: 'Payment' } }];
    await ledger.submit(alice, { TransactionType: 'DelegateSet', Authorize: bob.address, Permissions });
    await ledger.close();
    const balance = async ({ address: account }: { address: string }) =>
      BigInt((await ledger.request('account_info', { account, ledger_index: 'current' })).account_data.Balance);
    const pay = async (amountDrops: bigint, feeDrops: bigint) => {
      const payment = { TransactionType: 'Payment', Destination: carol.address, Amount: String(amountDrops) };
      const tx_json = { ...payment, Account: alice.address, Delegate: bob.address, Fee: String(feeDrops) };
      return (await ledger.request('submit', { secret: bob.seed, tx_json })).engine_result;
    };
    await ledger.submit(bob, { TransactionType: 'Payment', Destination: carol.address, Amount: '50000000000' });
    assert.equal(await pay(1n, (await balance(bob)) + 1n), 'terINSUF_FEE_B');
    const reserveDrops = 1_200_000n;
    assert.equal(await pay((await balance(alice)) - reserveDrops + 1n, 5_000_000n), 'tecUNFUNDED_PAYMENT');
    assert.equal(await pay((await balance(alice)) - reserveDrops, 5_000_000n), 'tesSUCCESS');
  });
});

describe('an issuance with mutable terms', () => {
  test('has no transfer fee after it is set to 0', async (t) => {
    const { ledger, alice } = await begin(t, ['+DynamicMPT']);
    const [canTransfer, mutableFee] = [32, 0x0002_0000];
    const terms = { TransferFee: 10, Flags: canTransfer, MutableFlags: mutableFee };
    await ledger.submit(alice, { TransactionType: 'MPTokenIssuanceCreate', ...terms });
    await ledger.close();
    const issuance = async () => {
      const { account_objects } = await ledger.request('account_objects', { account: alice.address });
      return account_objects[0] as unknown as { mpt_issuance_id: string; TransferFee?: number };
    };
    const { mpt_issuance_id: MPTokenIssuanceID, TransferFee: before } = await issuance();
    await ledger.submit(alice, { TransactionType: 'MPTokenIssuanceSet', MPTokenIssuanceID, TransferFee: 0 });
    await ledger.close();
    assert.deepEqual([before, (await issuance()).TransferFee], [10, undefined]);
  });
});
