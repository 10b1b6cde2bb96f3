import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { closeEvery, INSTANT_CLOSE, MANUAL_CLOSE } from '../../node/close/close-schedule.ts';
import { CommandError } from '../../util/command-error.ts';
import { parseStartOptions } from './start-options.ts';

describe('options of weir start', () => {
  test('have defaults', () => {
    assert.deepEqual(parseStartOptions([]), {
      port: 5005,
      webSocketPort: undefined,
      host: '127.0.0.1',
      isRemoteAdminAllowed: false,
      admin: undefined,
      isRemoteTestBenchAllowed: false,
      tls: undefined,
      limitsFile: undefined,
      dataDirectory: './weir-data',
      stateDirectory: undefined,
      isNewChain: false,
      closing: closeEvery(4000),
      genesisFile: undefined,
      amendments: undefined,
      networkId: undefined,
      fees: undefined,
      pidFile: undefined,
      logLevel: 'info',
      traceUrl: undefined,
      isDevelopment: false,
      isDurableSubmit: false,
      threads: undefined,
      cluster: undefined,
      ledgerFile: undefined,
      fork: undefined,
      hasExplorer: true,
      webhooksFile: undefined,
      sqlUrl: undefined,
      corsOrigins: undefined,
      hostNames: undefined,
    });
  });

  test('set what they name', () => {
    const line = '--port 0 --host ::1 --data d --close-interval 0 --genesis g.json --network-id 7 --log-level debug';
    assert.deepEqual(parseStartOptions(line.split(' ')), {
      ...parseStartOptions([]),
      port: 0,
      host: '::1',
      dataDirectory: 'd',
      closing: INSTANT_CLOSE,
      genesisFile: 'g.json',
      networkId: 7,
      logLevel: 'debug',
    });
    assert.equal(parseStartOptions(['--ws-port', '6006']).webSocketPort, 6006);
    assert.equal(parseStartOptions(['--dev']).isDevelopment, true);
    assert.equal(parseStartOptions(['--trace', 'http://127.0.0.1:4318']).traceUrl, 'http://127.0.0.1:4318');
    assert.equal(parseStartOptions(['--no-explorer']).hasExplorer, false);
    const origins = ['https://a.example', 'http://localhost:3000', 'chrome-extension://abcdef', '*'];
    assert.deepEqual(parseStartOptions(origins.flatMap((origin) => ['--cors-origin', origin])).corsOrigins, origins);
    const names = ['ledger.example', '*.svc.cluster.local', '*'];
    assert.deepEqual(parseStartOptions(names.flatMap((name) => ['--host-name', name])).hostNames, names);
    const open = '--public-port 51233 --public-host :: --tls-cert c.pem --tls-key k.pem --limits l.json';
    const { publicPort, publicHost, tls, limitsFile } = parseStartOptions(open.split(' '));
    assert.deepEqual([publicPort, publicHost, limitsFile], [51_233, '::', 'l.json']);
    assert.deepEqual(tls, { certFile: 'c.pem', keyFile: 'k.pem' });
    assert.equal(parseStartOptions(['--public-port', '0']).publicHost, '0.0.0.0');
    assert.equal(parseStartOptions(['--host', '0.0.0.0', '--allow-remote-admin']).isRemoteAdminAllowed, true);
    const remoteBench = ['--dev', '--host', '0.0.0.0', '--allow-remote-admin', '--allow-remote-test-bench'];
    assert.equal(parseStartOptions(remoteBench).isRemoteTestBenchAllowed, true);
    assert.equal(parseStartOptions(['--host', 'localhost']).host, 'localhost');
    const manual = parseStartOptions(['--ephemeral', '--manual']);
    assert.equal(manual.dataDirectory, undefined);
    assert.equal(manual.closing, MANUAL_CLOSE);
  });

  const WRONG: readonly (readonly [string, RegExp])[] = [
    ['--prt 1', /Unknown option '--prt'/],
    ['extra', /Unexpected argument 'extra'/],
    ['--port', /--port/],
    ['--port 65536', /^--port must be a whole number from 0 to 65535, not '65536'/],
    ['--port -1', /--port/],
    ['--port 0x10', /^--port must be/],
    ['--close-interval 1.5', /^--close-interval must be/],
    ['--host 0.0.0.0', /^--host 0.0.0.0 is open to other machines: add --allow-remote-admin/],
    ['--host ::', /^--host :: is open/],
    ['--host weir.example', /^--host must be an address of this machine, .* not 'weir.example'/],
    ['--dev --host 0.0.0.0 --allow-remote-admin', /^--dev makes a test bench, .*: add --allow-remote-test-bench if/],
    ['--allow-remote-admin --dev', /--allow-remote-test-bench/],
    ['--state-dir s', /^--state-dir needs --dev/],
    ['--admin root', /^--admin must be loopback or private, not 'root'/],
    ['--admin loopback --admin-token t', /^--admin loopback needs no --admin-socket and no --admin-token/],
    ['--admin private --ephemeral', /^--admin private without a data directory needs/],
    ['--admin-token=', /^--admin-token needs the name of a file/],
    ['--dev --allow-remote-test-bench', /^--allow-remote-test-bench needs --dev and --allow-remote-admin/],
    ['--allow-remote-admin --allow-remote-test-bench', /^--allow-remote-test-bench needs/],
    ['--public-port x', /^--public-port must be/],
    ['--public-host ::', /^--public-host needs --public-port/],
    ['--tls-cert c.pem', /^--tls-cert and --tls-key go together/],
    ['--tls-key k.pem', /^--tls-cert and --tls-key go together/],
    ['--network-id 4294967296', /^--network-id must be/],
    ['--ws-port x', /^--ws-port must be/],
    ['--cors-origin a.example', /^--cors-origin must be like/],
    ['--cors-origin https://a.example/', /^--cors-origin must be like/],
    ['--host-name a.example:80', /^--host-name must be a name without a port/],
    ['--trace 127.0.0.1:4318', /^--trace must be an http or https address/],
    ['--trace http://u:p@127.0.0.1', /^--trace must be .* without user and password, like [^@]*$/],
    ['--log-level loud', /^--log-level must be one of/],
    ['--manual --close-interval 5', /exclude each other/],
    ['--ephemeral --data d', /exclude each other/],
    ['--sql mysql://user:hush@a/b', /^--sql must be like postgres:\/\/user:password@host:5432\/database$/],
    ['--base-fee 1.5', /^--base-fee must be a whole number of drops from 0 to 4294967295, not '1.5'$/],
    ['--reserve-base -1', /^--reserve-base must be .*, not '-1'$/],
    ['--reserve-inc 4294967296', /^--reserve-inc must be/],
    ['--genesis g.json --base-fee 1 --reserve-inc 1', /exclude each other: put "base_fee", "reserve_inc" into the gen/],
  ];
  test('are refused in one line', () => {
    for (const [line, message] of WRONG) {
      assert.throws(
        () => parseStartOptions(line.split(' ')),
        (error: Error) => {
          assert.ok(error instanceof CommandError);
          assert.equal(error.exitCode, 2);
          assert.match(error.message, message);
          assert.ok(!error.message.includes('\n'));
          return true;
        },
      );
    }
  });
});

describe('options of a member of a cluster', () => {
  const URL = 'postgres://weir@db1:5432,db2:5432/weir';
  const parse = (...words: string[]) =>
    parseStartOptions(['--cluster', URL, '--cluster-secret-file', 'secret', ...words]);

  test('name the database, the secret and the addresses', () => {
    assert.deepEqual(parse().cluster, {
      ...{ url: URL, secretFile: 'secret', address: '127.0.0.1:0', listen: undefined, nodeName: undefined },
      ...{ acknowledge: 0, history: undefined },
    });
    assert.equal(parse('--acknowledge', '1').cluster?.acknowledge, 1);
    const words = ['--cluster-address', 'n1.example:7000', '--cluster-listen', '[::]:7001', '--node-name', 'n-1'];
    const { cluster, threads } = parse(...words, '--threads', '2', '--history', '300');
    assert.deepEqual(
      [cluster?.address, cluster?.listen, cluster?.nodeName, cluster?.history, threads],
      ['n1.example:7000', '[::]:7001', 'n-1', 300, 2],
    );
  });

  test('are refused without a cluster, and with other words', () => {
    const without: readonly (readonly [string, RegExp])[] = [
      [`--cluster ${URL}`, /needs --cluster-secret-file/],
      ['--cluster mysql://x/y --cluster-secret-file s', /must be like postgres:/],
      ['--node-name n1', /--node-name needs --cluster/],
      ['--cluster-address n1:1', /--cluster-address needs --cluster/],
      ['--history 1000', /--history needs --cluster/],
    ];
    for (const [line, message] of without)
      assert.throws(() => parseStartOptions(line.split(' ')), { name: 'CommandError', message });
    const within: readonly (readonly [string[], RegExp])[] = [
      [['--ephemeral'], /--ephemeral and --cluster exclude each other/],
      [['--dev'], /--dev and --cluster exclude each other/],
      [['--webhooks', 'f'], /--webhooks and --cluster exclude each other/],
      [['--sql', 'postgres://a/b'], /--sql and --cluster exclude each other/],
      [['--history', '299'], /300 at least, not '299'/],
      [['--history', 'all'], /300 at least, not 'all'/],
      [['--acknowledge', 'all'], /--acknowledge takes a number of other members from 0 to 9, not 'all'/],
      [['--node-name', 'n 1'], /--node-name takes letters/],
      [['--cluster-address', '::1:7000'], /must be HOST:PORT/],
      [['--cluster-address', 'n1:70000'], /must be HOST:PORT/],
    ];
    for (const [words, message] of within) assert.throws(() => parse(...words), message);
  });
});
