import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isCondition, isFulfilled } from './crypto-condition.ts';

const AAA = {
  condition: 'A02580209834876DCFB05CB167A5C24953EBA58C4AC89B1ADF57F28F2F9D09AF107EE8F0810103',
  fulfillment: 'A0058003616161',
};
const FINGERPRINT = AAA.condition.slice(8, 72);

/** The bytes with another part of them: `at` counts bytes. */
function withBytes(hex: string, at: number, bytes: string): string {
  return hex.slice(0, at * 2) + bytes + hex.slice(at * 2 + bytes.length);
}

describe('A condition', () => {
  const sound: readonly [string, string][] = [
    ['with a length in the long form', `A08125${AAA.condition.slice(4)}`],
    ['with a long form of several bytes', `A0820025${AAA.condition.slice(4)}`],
    ['with a cost in two bytes', `A0268020${FINGERPRINT}81020003`],
    ['with a cost in five bytes', `A0298020${FINGERPRINT}81050000000003`],
    ['of the longest secret', `A0268020${FINGERPRINT}81020080`],
  ];
  for (const [name, condition] of sound) {
    test(`may be written ${name}`, () => assert.equal(isCondition(condition), true, condition));
  }

  const parts = AAA.condition.slice(4);
  const broken: readonly [string, string][] = [
    ['nothing', ''],
    ['one byte', 'A0'],
    ['of a primitive', `80${AAA.condition.slice(2)}`],
    ['of a universal class', `20${AAA.condition.slice(2)}`],
    ['of another type', `A1${AAA.condition.slice(2)}`],
    ['of a long tag', `BF${AAA.condition.slice(2)}`],
    ['cut short', AAA.condition.slice(0, -2)],
    ['with something behind', `${AAA.condition}00`],
    ['with an indefinite length', `A080${parts}`],
    ['with a length of nine bytes', `A089000000000000000025${parts}`],
    ['with fewer bytes of length than it says', 'A08225'],
    ['with a long form of zero', 'A08100'],
    ['longer than allowed', `A08181${parts}${'00'.repeat(90)}`],
    ['whose first part has another tag', withBytes(AAA.condition, 2, '81')],
    ['whose first part is constructed', withBytes(AAA.condition, 2, 'A0')],
    ['with a short fingerprint', `A02480${'1F'}${FINGERPRINT.slice(2)}810103`],
    ['with half a fingerprint', `A0048020${FINGERPRINT.slice(0, 4)}`],
    ['without a cost', `A0228020${FINGERPRINT}`],
    ['whose second part has another tag', withBytes(AAA.condition, 36, '80')],
    ['with a cost of no bytes', `A0248020${FINGERPRINT}8100`],
    ['with a negative cost', withBytes(AAA.condition, 38, '80')],
    ['with a cost longer than it says', `A0268020${FINGERPRINT}81010300`],
    ['with a cost of six bytes', `A02A8020${FINGERPRINT}8106000000000003`],
    ['with a cost above 32 bits', `A0298020${FINGERPRINT}81050100000003`],
    ['of too long a secret', `A0268020${FINGERPRINT}81020081`],
  ];
  for (const [name, condition] of broken) {
    test(`is none ${name}`, () => {
      assert.equal(isCondition(condition), false);
      assert.equal(isFulfilled(condition, AAA.fulfillment), false);
    });
  }
});

describe('A fulfillment', () => {
  const broken: readonly [string, string][] = [
    ['nothing', ''],
    ['of a primitive', '8005800361616'.padEnd(14, '1')],
    ['of another type', 'A1058003616161'],
    ['cut short', 'A00580036161'],
    ['with something behind', 'A005800361616100'],
    ['with a constructed secret', 'A005A003616161'],
    ['with a secret of another tag', 'A0058103616161'],
    ['with a secret shorter than it says', 'A0058004616161'],
    ['with a secret longer than it says', 'A0058002616161'],
    ['without a secret', 'A00180'],
    ['of too long a secret', `A08184808181${'61'.repeat(129)}`],
    ['of far too long a secret', `A08201058082010161${'61'.repeat(256)}`],
  ];
  for (const [name, fulfillment] of broken) {
    test(`is none: ${name}`, () => assert.equal(isFulfilled(AAA.condition, fulfillment), false));
  }
});
