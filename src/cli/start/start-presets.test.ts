import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { INSTANT_CLOSE, MANUAL_CLOSE } from '../../node/close/close-schedule.ts';
import { parseStartOptions } from './start-options.ts';
import { PRESET_NAMES } from './start-presets.ts';

const words = (line: string) => parseStartOptions(line.split(' '));

describe('presets of weir start', () => {
  test('are whole configurations', () => {
    const shared = {
      ...parseStartOptions([]),
      port: 5005,
      webSocketPort: 6006,
      host: '127.0.0.1',
      publicPort: 80,
      publicHost: '127.0.0.1',
      isPublicPortForWebSockets: true,
      isPublicPortOptional: true,
      dataDirectory: undefined,
      closing: MANUAL_CLOSE,
      genesisFile: undefined,
      amendments: parseStartOptions(['--amendments', '+BatchV1_1,+DynamicMPT,+PermissionDelegationV1_1']).amendments,
      fees: { baseDrops: 200n, reserveDrops: 20_000_000n, reserveIncrementDrops: 5_000_000n },
      logLevel: 'info',
    };
    assert.deepEqual(PRESET_NAMES, ['xrpl.js-ci', 'xrpl-py-ci']);
    assert.deepEqual(words('--like xrpl.js-ci'), { ...shared, networkId: 0, corsOrigins: ['http://localhost:9876'] });
    assert.deepEqual(words('--like=xrpl-py-ci'), { ...shared, networkId: 63_456 });
  });

  test('give way to options beside them, before or behind', () => {
    const { port, networkId, fees, webSocketPort } = words('--port 0 --like xrpl.js-ci --network-id=7 --base-fee 10');
    assert.deepEqual([port, networkId, fees?.baseDrops, webSocketPort], [0, 7, 10n, 6006]);
    assert.equal(words('--like xrpl.js-ci --data d').dataDirectory, 'd');
    assert.equal(words('--durable-submit --like xrpl.js-ci').dataDirectory, './weir-data');
    assert.equal(words('--like xrpl.js-ci --close-interval=0').closing, INSTANT_CLOSE);
    const founded = words('--like xrpl.js-ci --genesis g.json');
    assert.deepEqual([founded.genesisFile, founded.networkId, founded.fees], ['g.json', undefined, undefined]);
    assert.equal(founded.amendments, undefined);
    const open = words('--like xrpl.js-ci --public-port 8080 --public-host ::');
    assert.deepEqual([open.publicPort, open.publicHost, open.isPublicPortOptional], [8080, '::', false]);
  });

  test('are known by name', () => {
    assert.throws(() => words('--like rippled'), /^CommandError: --like must be one of xrpl.js-ci, xrpl-py-ci, not/);
    assert.throws(() => words('--like xrpl.js-ci --prt 1'), /Unknown option '--prt'/);
  });
});
