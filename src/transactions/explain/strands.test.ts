import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BookLedger } from '../../../test/support/book-ledger.ts';
import { TEST_CONTEXT, testAccount } from '../../../test/support/test-view.ts';
import { testCurrency, tokens, USD } from '../../../test/support/token-ledger.ts';
import { accountIdToAddress } from '../../crypto/address.ts';
import { lineKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import type { AccountId, StObject } from '../../protocol/values.ts';
import { sideOf } from '../trust-lines/trust-line-side.ts';
import { type Explanation, explain } from './explanation.ts';
import { Findings } from './findings.ts';

const ALICE = testAccount('A');
const BOB = testAccount('B');
const GATE = testAccount('G');
const MAKER = testAccount('M');
const EUR = testCurrency('EUR');
const [alice, bob, gate] = [ALICE, BOB, GATE].map(accountIdToAddress);
const usd = (text: string) => tokens(text, GATE);
const { tfPartialPayment } = TransactionFlags.Payment;
const { AccountRoot: Account } = EntryFlags;

/** Alice has 10 dollars of the gate and Bob would take 5; the gate lets them pass on. */
function gateLedger(gateFlags = 0): BookLedger {
  const ledger = new BookLedger();
  for (const account of [ALICE, BOB, MAKER]) ledger.fund(account);
  ledger.fund(GATE, { Flags: Account.lsfDefaultRipple });
  ledger.trust(ALICE, GATE, '100');
  ledger.trust(BOB, GATE, '5');
  ledger.pay(GATE, ALICE, '10', GATE);
  ledger.view.rawReplace({ ...ledger.account(GATE), Flags: Account.lsfDefaultRipple | gateFlags });
  return ledger;
}

function setOnLine(ledger: BookLedger, holder: AccountId, bit: 'freeze' | 'deepFreeze' | 'noRipple'): void {
  const line = ledger.read(lineKeylet(holder, GATE, USD))!;
  ledger.view.rawReplace({ ...line, Flags: (line.Flags | sideOf(GATE, holder)[bit]) >>> 0 });
}

function explainPayment(ledger: BookLedger, fields: StObject = {}): Explanation {
  const payment = { TransactionType: 'Payment', Account: ALICE, Destination: BOB, Amount: usd('2') };
  const transaction = ledger.transaction({ ...payment, ...fields });
  return explain(
    new Findings({ transaction, view: ledger.view, context: TEST_CONTEXT, flags: { dryRun: true } }),
    'not submitted',
  );
}

describe('The explanation of a payment', () => {
  test('shows what goes in and out of each step', () => {
    const { result, strands, flows } = explainPayment(gateLedger());
    assert.equal(result, 'tesSUCCESS');
    assert.deepEqual(strands, [
      {
        path: 0,
        outcome: 'used',
        steps: [
          { place: `USD from the sender ${alice} to ${gate}`, in: '2 USD', out: '2 USD' },
          { place: `USD from ${gate} to ${bob} (Destination)`, in: '2 USD', out: '2 USD' },
        ],
      },
    ]);
    assert.deepEqual(flows, [
      { result: 'tesSUCCESS', wanted: '2 USD', delivered: '2 USD', spent: '2 USD', sendMax: '2 USD' },
    ]);
  });

  test('counts the fee for passing on', () => {
    const ledger = gateLedger();
    ledger.view.rawReplace({ ...ledger.account(GATE), TransferRate: 1_250_000_000 });
    const { strands, reason } = explainPayment(ledger, { SendMax: usd('2.5') });
    assert.deepEqual(
      strands[0]!.steps.map((step) => [step.in, step.out]),
      [
        ['2.5 USD', '2.5 USD'],
        ['2.5 USD', '2 USD'],
      ],
    );
    assert.equal(reason, 'The transaction took effect.');
    assert.match(
      explainPayment(ledger).reason,
      /^Only 1\.6 USD of 2 USD can be delivered, for 2 USD of at most 2 USD\./,
    );
  });

  test('names the account whose limit is reached', () => {
    const { result, reason } = explainPayment(gateLedger(), { Amount: usd('7') });
    assert.equal(result, 'tecPATH_PARTIAL');
    const limit = `The limit of ${bob} (Destination) for USD of ${gate} is 5, and is reached.`;
    assert.equal(reason, `Only 5 USD of 7 USD can be delivered, for 5 USD of at most 7 USD. ${limit}`);
  });

  test('names the account without funds', () => {
    const { reason } = explainPayment(gateLedger(), { Account: BOB, Destination: ALICE });
    assert.equal(reason, `No path can be used. The sender ${bob} holds no USD of ${gate} to send.`);
  });

  test('names the account of a freeze', () => {
    const frozenLine = gateLedger();
    setOnLine(frozenLine, BOB, 'freeze');
    // A freeze of Bob's line does not stop the payment, because he only receives. A freeze of Alice's line does.
    setOnLine(frozenLine, ALICE, 'freeze');
    const words = `The trust line in USD between the sender ${alice} and ${gate} is frozen by ${gate}.`;
    assert.equal(explainPayment(frozenLine).reason, `No path can be used. ${words}`);
    const all = explainPayment(gateLedger(Account.lsfGlobalFreeze)).reason;
    assert.equal(all, `No path can be used. ${gate} has frozen all its tokens (lsfGlobalFreeze).`);
    const deep = gateLedger();
    setOnLine(deep, BOB, 'deepFreeze');
    assert.match(explainPayment(deep).reason, new RegExp(`${bob} \\(Destination\\) and ${gate} is deep frozen by`));
  });

  test('names the accounts of a missing authorization and of noRipple', () => {
    const { reason } = explainPayment(gateLedger(Account.lsfRequireAuth));
    assert.equal(
      reason,
      `No path can be used. ${gate} requires authorization to hold its tokens (lsfRequireAuth), and has not ` +
        `authorized the trust line in USD between ${bob} (Destination) and ${gate}.`,
    );
    const unrippled = gateLedger();
    for (const holder of [ALICE, BOB]) setOnLine(unrippled, holder, 'noRipple');
    assert.match(explainPayment(unrippled).reason, new RegExp(`no rippling, by ${gate}\\.$`));
  });

  test('names the line that does not exist', () => {
    const { reason } = explainPayment(gateLedger(), { Destination: MAKER });
    const maker = accountIdToAddress(MAKER);
    assert.match(
      reason,
      new RegExp(`^No path can be used\\. The trust line in USD between ${maker} .* and ${gate} does not exist\\.$`),
    );
  });

  test('describes an order book that is empty, or the offers that cannot be taken', () => {
    const ledger = gateLedger();
    const forDrops = { SendMax: 5_000_000n };
    const empty = explainPayment(ledger, forDrops);
    assert.equal(empty.result, 'tecPATH_PARTIAL');
    assert.equal(
      empty.reason,
      `Nothing of 2 USD can be delivered. The order book that gives USD of ${gate} for XRP is empty.`,
    );
    ledger.trust(MAKER, GATE, '10');
    ledger.pay(GATE, MAKER, '1', GATE);
    ledger.offer(MAKER, 1_000_000n, usd('1'));
    assert.match(
      explainPayment(ledger, forDrops).reason,
      /^Only 1 USD of 2 USD can be delivered, for 1 XRP of at most 5 XRP\./,
    );
    ledger.pay(MAKER, GATE, '1', GATE);
    const { reason } = explainPayment(ledger, { ...forDrops, Flags: tfPartialPayment });
    assert.match(reason, /has no usable offer, only 1 offer whose owner has no funds\.$/);
  });

  test('counts each path, and the price that is too high', () => {
    const ledger = gateLedger();
    ledger.trust(MAKER, GATE, '10');
    ledger.pay(GATE, MAKER, '5', GATE);
    ledger.offer(MAKER, 18_000_000n, usd('2'));
    const Paths = [[{ currency: EUR, issuer: GATE }]];
    const Flags = TransactionFlags.Payment.tfLimitQuality | tfPartialPayment;
    const { strands } = explainPayment(ledger, { SendMax: 2_000_000n, Paths, Flags });
    assert.ok(
      strands.some(({ outcome, because }) => outcome === 'too dear' && because?.includes('costs more than the limit')),
    );
    const withoutLimit = explainPayment(ledger, { SendMax: 20_000_000n, Paths });
    assert.deepEqual(
      withoutLimit.strands.map(({ path, outcome }) => [path, outcome]),
      [
        [1, 'dry'],
        [0, 'used'],
      ],
    );
    assert.match(withoutLimit.strands[0]!.because!, /^The order book that gives EUR of r\w+ for XRP is empty\.$/);
    assert.deepEqual(withoutLimit.strands[1]!.steps, [
      { place: `XRP of the sender ${alice}`, in: '18 XRP', out: '18 XRP' },
      { place: `the order book from XRP to USD of ${gate}`, in: '18 XRP', out: `2 USD of ${gate}` },
      { place: `USD from ${gate} to ${bob} (Destination)`, in: '2 USD', out: '2 USD' },
    ]);
    ledger.offer(MAKER, usd('3'), 9_000_000n);
    const { strands: toDrops } = explainPayment(ledger, { Amount: 9_000_000n, SendMax: usd('3') });
    assert.deepEqual(toDrops[0]!.steps.at(-1), { place: `XRP to ${bob} (Destination)`, in: '9 XRP', out: '9 XRP' });
  });
});
