import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SENT_TYPES } from '../../transactions/types/table.ts';
import { types } from './types.ts';

async function printed(...args: string[]): Promise<string> {
  let text = '';
  assert.equal(await types(args, (line) => (text += line)), 0);
  return text;
}

describe('weir types', () => {
  test('lists the types that can be sent', async () => {
    assert.deepEqual((await printed()).split('\n'), SENT_TYPES);
    assert.ok(!SENT_TYPES.includes('SetFee') && SENT_TYPES.includes('Payment'));
  });

  test('shows the fields and flags of one', async () => {
    const text = await printed('OfferCreate');
    assert.match(text, /^OfferCreate \(7\)\n\nFields:\n/);
    assert.match(text, /^ {2}TakerPays +required$/m);
    assert.match(text, /^ {2}Expiration$/m);
    assert.match(text, /^ {2}tfSell +524288$/m);
    assert.doesNotMatch(text, /SigningPubKey|SetFlag/);
    assert.match(await printed('OracleSet'), /with the amendment PriceOracle/);
    assert.match(await printed('AccountSet'), /SetFlag and ClearFlag:[\s\S]*asfDefaultRipple +8/);
    assert.match(await printed('DIDDelete'), /^DIDDelete \(50\)[^\n]*$/);
  });

  test('adds up flags, and prints the numbers of settings', async () => {
    assert.equal(await printed('OfferCreate', 'tfSell', 'tfFillOrKill'), String(0x00080000 + 0x00040000));
    assert.equal(await printed('AccountSet', 'asfDefaultRipple'), '8');
    assert.equal(await printed('AccountSet', 'tfRequireDestTag'), '65536');
  });

  test('refuses unknown names with the nearest one', async () => {
    await assert.rejects(printed('Ofercreate'), /there is no type Ofercreate.*OfferCreate/);
    await assert.rejects(printed('OfferCreate', 'tfSel'), /there is no flag of OfferCreate tfSel.*tfSell/);
    await assert.rejects(printed('SetFee'), { exitCode: 2 });
    await assert.rejects(printed('AccountSet', 'asfDefaultRipple', 'asfRequireDest'), { exitCode: 2 });
  });
});
