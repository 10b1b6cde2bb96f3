import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { REFERENCE_FEES } from '../../ledger/chain-entries.ts';
import { DEFAULT_GENESIS } from '../../ledger/genesis.ts';
import { amendmentByName } from '../../protocol/tables/amendments.ts';
import { parseGenesis, readGenesisFile } from './genesis-file.ts';

const ID = 'ab'.repeat(32);

describe('the genesis file', () => {
  test('has defaults for what it lacks', () => {
    assert.deepEqual(parseGenesis('{}'), DEFAULT_GENESIS);
    assert.deepEqual(parseGenesis('{"network_id":null,"entries":null}'), DEFAULT_GENESIS);
  });

  test('sets amendments, fees, network id, close time and entries', () => {
    const genesis = parseGenesis(
      JSON.stringify({
        amendments: [ID],
        base_fee: 12,
        reserve_base: '200000000',
        reserve_inc: 5,
        network_id: 7,
        close_time: 0,
        entries: { [ID]: '1100612200' },
        rules: ['DynamicMPT'],
      }),
    );
    assert.deepEqual(genesis, {
      amendments: [ID.toUpperCase()],
      fees: { baseDrops: 12n, reserveDrops: 200_000_000n, reserveIncrementDrops: 5n },
      networkId: 7,
      isNetworkIdGiven: true,
      closeTimeSeconds: 0,
      unlistedRules: ['DynamicMPT'],
      entries: new Map([[ID.toUpperCase(), '1100612200']]),
      votedFees: REFERENCE_FEES,
    });
    assert.deepEqual(parseGenesis('{"amendments":[]}').amendments, []);
    const { id } = amendmentByName('BatchV1_1')!;
    assert.deepEqual(parseGenesis('{"amendments":["BatchV1_1"]}').amendments, [id]);
  });

  const WRONG: readonly (readonly [string, RegExp])[] = [
    ['{', /JSON/],
    ['[]', /one JSON object/],
    ['{"base_fees":1}', /unknown member 'base_fees'/],
    ['{"base_fee":-1}', /'base_fee'/],
    ['{"base_fee":1.5}', /'base_fee'/],
    ['{"reserve_inc":"x"}', /'reserve_inc'/],
    ['{"reserve_base":"100000000000000001"}', /'reserve_base'/],
    ['{"network_id":4294967296}', /'network_id'/],
    ['{"close_time":"0"}', /'close_time'/],
    ['{"close_time":4000000001}', /'close_time'/],
    ['{"amendments":{}}', /'amendments' must be an array/],
    ['{"amendments":[7]}', /element 0/],
    ['{"amendments":["AB"]}', /Weir has no amendment 'AB'/],
    ['{"entries":[]}', /'entries' must be an object/],
    ['{"entries":{"AB":"00"}}', /'entries' has a key/],
    ['{"rules":{}}', /'rules' must be an array/],
    ['{"rules":["DID"]}', /'rules' has "DID"; it can hold PermissionDelegationV1_1/],
    [`{"entries":{"${ID}":"0"}}`, /'entries' must hold hex/],
  ];
  test('is refused with the member and what it must be', () => {
    for (const [text, message] of WRONG) assert.throws(() => parseGenesis(text), message, text);
  });

  test('is named when it cannot be read', () => {
    assert.throws(() => readGenesisFile('/nonexistent/genesis.json'), /^CommandError: cannot use the genesis file/);
  });
});
