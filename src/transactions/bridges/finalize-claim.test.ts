import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BridgeLedger, LOCKED_ISSUER, OWNER, RECEIVER, XRP_BRIDGE } from '../../../test/support/bridge-ledger.ts';
import { TEST_FEES, testAccount } from '../../../test/support/test-view.ts';
import { tokens } from '../../../test/support/token-ledger.ts';
import { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import { accountKeylet, ownerDirKeylet, xchainClaimIdKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import { finalizeClaim, type ProvenClaim } from './finalize-claim.ts';

const CLAIM = xchainClaimIdKeylet(XRP_BRIDGE, 1n);
const REWARDED = Array.from({ length: 6 }, (_, at) => testAccount(`r${at}`));
const PROVEN: ProvenClaim = {
  fees: TEST_FEES,
  bridge: XRP_BRIDGE,
  chain: 'Locking',
  destination: RECEIVER,
  amount: 1000n,
  rewardPayer: OWNER,
  reward: 60n,
  rewardAccounts: REWARDED,
  claim: CLAIM,
  keepsClaimOnFailure: true,
};

/** The first claim id is there, and its owner and the rewarded may hold tokens. */
function claimLedger(): BridgeLedger {
  const ledger = new BridgeLedger();
  ledger.takeClaimId();
  ledger.fund(LOCKED_ISSUER, { Flags: EntryFlags.AccountRoot.lsfDefaultRipple });
  for (const account of REWARDED) ledger.fund(account);
  for (const account of [...REWARDED, OWNER]) ledger.trust(account, LOCKED_ISSUER, '100');
  return ledger;
}

/** The result, the amounts that the receiver and the first rewarded account got, and whether the claim was deleted. */
function outcome(ledger: BridgeLedger, changes: Partial<ProvenClaim>): unknown[] {
  const sandbox = new PaymentSandbox(ledger.view);
  const accounts = [RECEIVER, REWARDED[0]!];
  const result = finalizeClaim(sandbox, { ...PROVEN, ...changes });
  const got = accounts.map((id) => sandbox.read(accountKeylet(id))!.Balance - ledger.account(id).Balance);
  return [result, ...got, sandbox.read(CLAIM) === undefined];
}

describe('The end of a claim', () => {
  test('works without accounts to reward', () => {
    assert.deepEqual(outcome(claimLedger(), { rewardAccounts: [] }), ['tesSUCCESS', 1000n, 0n, true]);
  });

  test('reports missing funds before the reward, and a fault of the ledger before both', () => {
    const neither = { destination: testAccount('N'), reward: 10n ** 16n, keepsClaimOnFailure: false };
    assert.equal(outcome(claimLedger(), neither)[0], 'tecNO_DST_INSUF_XRP');
    const damaged = claimLedger();
    damaged.view.rawErase(damaged.readAny(ownerDirKeylet(OWNER).key)!);
    assert.equal(outcome(damaged, neither)[0], 'tefBAD_LEDGER');
  });

  test('can reward with tokens, but not with more than there are after rounding', () => {
    const ledger = claimLedger();
    assert.equal(ledger.pay(LOCKED_ISSUER, OWNER, '50', LOCKED_ISSUER).result, 'tesSUCCESS');
    const sandbox = new PaymentSandbox(ledger.view);
    const reward = tokens('6', LOCKED_ISSUER);
    assert.equal(finalizeClaim(sandbox, { ...PROVEN, reward }), 'tesSUCCESS');
    sandbox.applyTo(ledger.view);
    assert.deepEqual([ledger.held(OWNER, LOCKED_ISSUER), ledger.held(REWARDED[5]!, LOCKED_ISSUER)], ['44', '1']);
    // A sixth of four is rounded up, for five is added below the last digit.
    for (const keepsClaimOnFailure of [true, false]) {
      const unfair = { reward: tokens('4', LOCKED_ISSUER), keepsClaimOnFailure };
      assert.equal(outcome(claimLedgerWithTokens(), unfair)[0], 'tecINTERNAL');
      assert.equal(outcome(claimLedgerWithTokens(), unfair).at(-1), false);
    }
  });
});

function claimLedgerWithTokens(): BridgeLedger {
  const ledger = claimLedger();
  assert.equal(ledger.pay(LOCKED_ISSUER, OWNER, '50', LOCKED_ISSUER).result, 'tesSUCCESS');
  return ledger;
}
