import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addressFault } from './address-fault.ts';

const FAULTS: readonly (readonly [text: string, fault: RegExp])[] = [
  ['', /^is empty$/],
  ['snoPBrXtMeMyMHUVTgbuqAfg1SUTb', /^looks like a secret/],
  ['sEdSgth9xDJbCUt2myNuRJNHkSAnXbn', /^looks like a secret/],
  ['XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb', /^is an X-address: give the classic address/],
  ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTx', /checksum does not match/],
  ['rHb9', /^is no address: addresses begin with r/],
  ['alice', /^is no address/],
];

describe('the fault of a text that is not an address', () => {
  for (const [text, fault] of FAULTS) {
    test(`is described for '${text}' without repeating it`, () => {
      assert.match(addressFault(text), fault);
      assert.ok(text === '' || !addressFault(text).includes(text));
    });
  }
});
