import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, ISSUER, MptLedger } from '../../../test/support/mpt-ledger.ts';
import { TEST_FEE_DROPS, testAccount } from '../../../test/support/test-view.ts';
import { USD } from '../../../test/support/token-ledger.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import {
  accountKeylet,
  lineKeylet,
  mptIssuanceId,
  mptIssuanceKeylet,
  mptokenKeylet,
} from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { StObject } from '../../protocol/values.ts';
import { checkInvariants } from './check-invariants.ts';
import { invariantInput } from './invariant.ts';
import { mptEntriesFitType } from './mpt-issuances.ts';

/** A token that Alice and Bob hold, and a change made by hand after Alice's fee was taken. */
class Scene {
  readonly ledger = new MptLedger();
  readonly id = this.ledger.issue();
  readonly spare = this.ledger.issue();
  readonly sandbox: Sandbox;

  constructor() {
    this.ledger.distribute(this.id, 5n, ALICE, BOB);
    this.ledger.trust(BOB, ISSUER, '10');
    this.sandbox = new Sandbox(this.ledger.view);
    const payer = this.sandbox.peek(accountKeylet(ALICE))!;
    payer.Balance -= TEST_FEE_DROPS;
    this.sandbox.update(payer);
  }

  issue(sequence: number, fields: StObject = {}): this {
    const entry = newEntry(mptIssuanceKeylet(mptIssuanceId(sequence, ISSUER)));
    this.sandbox.insert(Object.assign(entry, { Issuer: ISSUER, Sequence: sequence }, fields));
    return this;
  }

  end(id = this.spare): this {
    this.sandbox.erase(this.sandbox.peek(mptIssuanceKeylet(id))!);
    return this;
  }

  hold(holder: string, id = this.spare): this {
    const entry = newEntry(mptokenKeylet(id, holder));
    this.sandbox.insert(Object.assign(entry, { Account: holder, MPTokenIssuanceID: id }));
    return this;
  }

  drop(...holders: readonly string[]): this {
    for (const holder of holders) this.sandbox.erase(this.sandbox.peek(mptokenKeylet(this.id, holder))!);
    return this;
  }

  change(holder: string): this {
    const token = this.sandbox.peek(mptokenKeylet(this.id, holder))!;
    token.MPTAmount = 1n;
    this.sandbox.update(token);
    return this;
  }

  check(type: string, result: Ter = 'tesSUCCESS', fields: StObject = {}): Ter {
    const transaction = this.ledger.transaction({ TransactionType: type, Account: ALICE, ...FIELDS[type], ...fields });
    // Issuances of vaults have other invariants, and there is no vault here.
    if (type.startsWith('Vault')) return this.#fits(transaction, result) ? result : FAILED;
    return checkInvariants(this.sandbox, transaction, result, TEST_FEE_DROPS);
  }

  #fits(transaction: Transaction, result: Ter): boolean {
    return mptEntriesFitType(
      invariantInput({
        view: this.sandbox,
        transaction,
        result,
        feeDrops: TEST_FEE_DROPS,
        changes: this.sandbox.changes(),
      }),
    );
  }
}

const ANY_ID = '00'.repeat(24);
const ANY_KEY = '00'.repeat(32);
const XRP = { currency: '0'.repeat(40) };
/** What a transaction of each type needs to be one. */
const FIELDS: Readonly<Record<string, StObject>> = {
  MPTokenIssuanceDestroy: { MPTokenIssuanceID: ANY_ID },
  MPTokenAuthorize: { MPTokenIssuanceID: ANY_ID },
  Payment: { Destination: BOB, Amount: 1n },
  CheckCash: { CheckID: ANY_KEY },
  AMMCreate: { Amount: 1n, Amount2: 1n, TradingFee: 0 },
  AMMDelete: { Asset: XRP, Asset2: XRP },
  EscrowFinish: { Owner: ALICE, OfferSequence: 1 },
  VaultWithdraw: { VaultID: ANY_KEY, Amount: 1n },
  VaultClawback: { VaultID: ANY_KEY, Holder: BOB },
  VaultDelete: { VaultID: ANY_KEY },
  VaultCreate: { Asset: XRP },
  Clawback: { Amount: { value: 1n, mptIssuanceId: ANY_ID }, Holder: BOB },
};

const FAILED = 'tecINVARIANT_FAILED';

describe('tokens and their holdings', () => {
  const scenes: readonly [string, string, (scene: Scene) => Scene, Ter][] = [
    ['a creation makes one', 'MPTokenIssuanceCreate', (scene) => scene.issue(50), 'tesSUCCESS'],
    ['a creation makes none', 'MPTokenIssuanceCreate', (scene) => scene, FAILED],
    ['a creation makes two', 'MPTokenIssuanceCreate', (scene) => scene.issue(50).issue(51), FAILED],
    ['a creation ends one', 'MPTokenIssuanceCreate', (scene) => scene.issue(50).end(), FAILED],
    ['an end ends one', 'MPTokenIssuanceDestroy', (scene) => scene.end(), 'tesSUCCESS'],
    ['an end ends none', 'MPTokenIssuanceDestroy', (scene) => scene, FAILED],
    ['an end ends two', 'MPTokenIssuanceDestroy', (scene) => scene.end().end(scene.id), FAILED],
    ['an end makes one', 'MPTokenIssuanceDestroy', (scene) => scene.end().issue(50), FAILED],
    ['an authorization makes a holding', 'MPTokenAuthorize', (scene) => scene.hold(ALICE), 'tesSUCCESS'],
    ['an authorization ends a holding', 'MPTokenAuthorize', (scene) => scene.drop(ALICE), 'tesSUCCESS'],
    ['an authorization makes none', 'MPTokenAuthorize', (scene) => scene, FAILED],
    ['an authorization makes two', 'MPTokenAuthorize', (scene) => scene.hold(ALICE).hold(BOB), FAILED],
    ['an authorization makes the issuer’s', 'MPTokenAuthorize', (scene) => scene.hold(ISSUER), FAILED],
    ['an authorization makes a token', 'MPTokenAuthorize', (scene) => scene.hold(ALICE).issue(50), FAILED],
    ['an authorization ends a token', 'MPTokenAuthorize', (scene) => scene.hold(ALICE).end(), FAILED],
    ['an escrow’s end makes a holding', 'EscrowFinish', (scene) => scene.hold(ALICE), 'tesSUCCESS'],
    ['an escrow’s end makes none', 'EscrowFinish', (scene) => scene, 'tesSUCCESS'],
    ['an escrow’s end makes two', 'EscrowFinish', (scene) => scene.hold(ALICE).hold(BOB), FAILED],
    ['a payment makes holdings', 'Payment', (scene) => scene.hold(ALICE).hold(BOB), 'tesSUCCESS'],
    ['a payment ends one', 'Payment', (scene) => scene.drop(ALICE), FAILED],
    ['a payment makes a token', 'Payment', (scene) => scene.issue(50), FAILED],
    ['a check makes one holding', 'CheckCash', (scene) => scene.hold(ALICE), 'tesSUCCESS'],
    ['a check makes two holdings', 'CheckCash', (scene) => scene.hold(ALICE).hold(BOB), FAILED],
    ['a vault’s clawback ends one', 'VaultClawback', (scene) => scene.drop(BOB), 'tesSUCCESS'],
    ['a vault’s clawback ends none', 'VaultClawback', (scene) => scene, 'tesSUCCESS'],
    ['a vault’s clawback ends two', 'VaultClawback', (scene) => scene.drop(ALICE, BOB), FAILED],
    ['a vault’s clawback makes one', 'VaultClawback', (scene) => scene.hold(ALICE), FAILED],
    ['a withdrawal makes or ends one', 'VaultWithdraw', (scene) => scene.drop(BOB), 'tesSUCCESS'],
    ['a withdrawal makes and ends one', 'VaultWithdraw', (scene) => scene.drop(BOB).hold(ALICE), FAILED],
    ['something else makes a holding', 'AccountSet', (scene) => scene.hold(ALICE), FAILED],
    ['something else ends a holding', 'AccountSet', (scene) => scene.drop(ALICE), FAILED],
    ['something else makes a token', 'AccountSet', (scene) => scene.issue(50), FAILED],
    ['something else ends a token', 'AccountSet', (scene) => scene.end(), FAILED],
    ['something else changes a holding', 'AccountSet', (scene) => scene.change(ALICE), 'tesSUCCESS'],
  ];
  for (const [what, type, act, expected] of scenes) {
    test(`${what}: ${expected}`, () => assert.equal(act(new Scene()).check(type), expected));
  }

  test('the end of a pool ends two holdings, its beginning makes two', () => {
    // Both concern accounts too, so only the surplus shows in the result.
    const third = testAccount('Q');
    const ended = new Scene().drop(ALICE, BOB);
    const made = new Scene().hold(ALICE).hold(BOB).hold(third);
    assert.equal(made.check('AMMCreate'), FAILED);
    assert.equal(ended.hold(third).check('AMMDelete'), FAILED);
  });

  test('the issuer’s word makes and ends nothing', () => {
    assert.equal(new Scene().check('MPTokenAuthorize', 'tesSUCCESS', { Holder: BOB }), 'tesSUCCESS');
    assert.equal(new Scene().hold(ALICE).check('MPTokenAuthorize', 'tesSUCCESS', { Holder: BOB }), FAILED);
  });

  test('a failure makes and ends nothing', () => {
    assert.equal(new Scene().hold(ALICE).check('MPTokenAuthorize', 'tecNO_DST'), FAILED);
    assert.equal(new Scene().issue(50).check('MPTokenIssuanceCreate', 'tecNO_DST'), FAILED);
  });
});

describe('a clawback of a multi-purpose token', () => {
  test('takes from one holder', () => {
    assert.equal(new Scene().change(BOB).check('Clawback'), 'tesSUCCESS');
    assert.equal(new Scene().change(BOB).change(ALICE).check('Clawback'), FAILED);
  });

  test('takes nothing if it fails', () => {
    assert.equal(new Scene().change(BOB).check('Clawback', 'tecNO_PERMISSION'), FAILED);
  });
});

describe('the shares of a vault', () => {
  const holding = { ReferenceHolding: ANY_KEY };

  test('point at its holding from the beginning, made by the vault’s creation only', () => {
    assert.equal(new Scene().issue(50, holding).check('MPTokenIssuanceCreate'), FAILED);
  });

  test('point at nothing else later', () => {
    const scene = new Scene();
    const issuance = scene.sandbox.peek(mptIssuanceKeylet(scene.id))!;
    scene.sandbox.update(Object.assign(issuance, holding));
    assert.equal(scene.check('AccountSet'), FAILED);
  });

  /** Makes an account a vault's by hand. */
  function vaultScene(account = BOB): Scene {
    const scene = new Scene();
    scene.ledger.view.rawReplace({ ...scene.ledger.account(account), VaultID: ANY_KEY });
    return scene;
  }

  test('a vault’s holding goes with the vault', () => {
    assert.equal(vaultScene().drop(BOB).check('MPTokenAuthorize'), FAILED);
    assert.equal(vaultScene().drop(ALICE).check('MPTokenAuthorize'), 'tesSUCCESS');
    for (const either of [BOB, ISSUER]) {
      const scene = vaultScene(either);
      scene.sandbox.erase(scene.sandbox.peek(lineKeylet(BOB, ISSUER, USD))!);
      assert.equal(scene.check('AccountSet'), FAILED);
    }
  });
});
