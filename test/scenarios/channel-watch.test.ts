/** The payee's channel watch in simulated time: which claims it accepts and when it redeems. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { deriveKeyPair } from '../../src/crypto/key-pair.ts';
import { seedOfPassphrase } from '../../src/crypto/seed.ts';
import { MASTER } from '../support/env.ts';
import { claimOf, keep, WatchedLedger, type WatchRun } from '../support/watched-ledger.ts';

const XRP = 1_000_000n;
/** An account that is not the payee. */
const STRANGER = MASTER.id;
const otherKeys = deriveKeyPair(seedOfPassphrase('another key'), 'ed25519');

for (const isPlain of [false, true]) {
  describe(`the watch beside ${isPlain ? 'a server with standard methods only' : 'Weir'}`, () => {
    let ledger: WatchedLedger;
    let run: WatchRun;
    const begin = async (terms = {}) => {
      run = await ledger.start(terms);
    };
    before(async () => {
      ledger = await WatchedLedger.create({ isPlain });
    });
    after(() => ledger.end());

    async function paid(id: string): Promise<bigint> {
      return BigInt((await ledger.channel(id)).Balance);
    }

    test('keeps the best claim of a channel, and reports the error of each invalid claim', async () => {
      await begin();
      const { watch } = run;
      const id = await ledger.open(10n * XRP);
      assert.equal(watch.state.channels.get(id)?.balanceDrops, 0n);
      await keep(run, id, 2n * XRP);
      const verdict = async (claim: Parameters<typeof watch.takeClaim>[0]) => (await watch.takeClaim(claim)).code;
      assert.equal(await verdict(claimOf(id, 2n * XRP)), 'notBetter');
      assert.equal(await verdict(claimOf(id, XRP)), 'notBetter');
      assert.equal(await verdict({ ...claimOf(id, 3n * XRP), publicKey: otherKeys.publicKey }), 'wrongKey');
      assert.equal(await verdict(claimOf(id, 3n * XRP, otherKeys)), 'badSignature');
      assert.equal(await verdict(claimOf('AB'.repeat(32), XRP)), 'noChannel');
      const high = await watch.takeClaim({ ...claimOf(id, 11n * XRP), publicKey: undefined });
      assert.deepEqual(
        [high.code, high.warnings.map(({ code }) => code), high.valueDrops],
        ['kept', ['tooHigh'], 10n * XRP],
      );
      const foreign = await ledger.open(XRP, { Destination: STRANGER });
      assert.equal(await verdict(claimOf(foreign, 1n)), 'notThePayee');
      const kept = run.named('claim').filter(({ facts }) => facts.kept === true);
      const amounts = kept.map(({ facts }) => facts.amount);
      assert.deepEqual(amounts, ['2000000', '11000000']);
      await ledger.closeUntilQuiet(run);
      assert.equal(await paid(id), 0n, 'there is no reason to redeem yet');
      assert.equal(run.watch.redeem(id), true);
      await ledger.closeUntilQuiet(run);
      assert.equal(await paid(id), 10n * XRP, 'a claim for too much pays all that there is');
      assert.equal(await verdict(claimOf(id, 10n * XRP)), 'notBetter');
      assert.equal(run.watch.redeem(id), false);
      await run.watch.stop();
    });

    test('redeems when the payer asks to close', async () => {
      const id = await ledger.open(10n * XRP);
      await begin();
      await keep(run, id, XRP);
      await ledger.close();
      await run.idle();
      assert.equal(run.named('submitted').length, 0);
      ledger.askToClose(id);
      await ledger.close();
      await ledger.closeUntilQuiet(run);
      assert.equal(await paid(id), XRP);
      assert.equal(run.named('submitted')[0]!.facts.reason, 'closing');
      // Later claims are redeemed at once.
      await keep(run, id, 2n * XRP);
      await ledger.closeUntilQuiet(run);
      assert.equal(await paid(id), 2n * XRP);
      assert.equal(run.named('redeemed').length, 2);
      await run.watch.stop();
    });

    test('redeems at an amount', async () => {
      const id = await ledger.open(10n * XRP);
      await begin({ redeemAtDrops: 3n * XRP });
      await keep(run, id, 3n * XRP - 1n);
      await run.idle();
      assert.equal(run.named('submitted').length, 0);
      await keep(run, id, 3n * XRP);
      await ledger.closeUntilQuiet(run);
      assert.equal(await paid(id), 3n * XRP);
      await keep(run, id, 6n * XRP - 1n);
      await ledger.closeUntilQuiet(run);
      assert.equal(await paid(id), 3n * XRP, 'the threshold counts unpaid drops only');
      await run.watch.stop();
    });

    test('redeems at an age, which begins with the first claim that is unpaid', async () => {
      const id = await ledger.open(10n * XRP);
      await begin({ maxAgeSeconds: 1000 });
      await keep(run, id, XRP);
      ledger.env.clock.advance(900);
      await keep(run, id, 2n * XRP);
      run.watch.wake();
      await run.idle();
      assert.equal(run.named('submitted').length, 0);
      ledger.env.clock.advance(100);
      run.watch.wake();
      await ledger.closeUntilQuiet(run);
      assert.equal(await paid(id), 2n * XRP);
      assert.equal(run.named('submitted')[0]!.facts.reason, 'age');
      await run.watch.stop();
    });

    test('redeems before the end that was set at the beginning', async () => {
      const end = ledger.env.nowSeconds + 2000;
      const id = await ledger.open(10n * XRP, { CancelAfter: end });
      await begin();
      await keep(run, id, XRP);
      await ledger.close(1900);
      await run.idle();
      assert.equal(run.named('submitted').length, 0);
      await ledger.close(50);
      await ledger.closeUntilQuiet(run);
      assert.equal(await paid(id), XRP);
      assert.equal(run.named('submitted')[0]!.facts.reason, 'cancelAfter');
      await run.watch.stop();
    });

    test('reads the state of its channels after a restart', async () => {
      const id = await ledger.open(10n * XRP);
      await begin();
      await keep(run, id, 2n * XRP);
      await run.watch.stop();
      await begin({ redeemAtDrops: 2n * XRP });
      await ledger.closeUntilQuiet(run);
      assert.equal(await paid(id), 2n * XRP);
      await run.watch.stop();
    });

    test('redeemed no claim twice and paid no fee in vain', async () => {
      const redemptions = await ledger.redemptions();
      assert.ok(redemptions.length > 5);
      assert.deepEqual(
        redemptions.filter(({ result }) => result !== 'tesSUCCESS'),
        [],
      );
    });
  });
}
