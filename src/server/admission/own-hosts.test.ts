import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeCertificate } from '../../../test/support/certificates.ts';
import { isHostPattern } from './host-name.ts';
import { OwnHosts } from './own-hosts.ts';

const LOCAL = ['127.0.0.1', '127.0.0.1:5005', '10.0.0.7:1', '[::1]:5005', 'localhost', 'LocalHost.:80', 'a.localhost'];
/** Names that no page of the internet has. */
const INTERNAL = ['weir', 'test_bench:5005', 'host.docker.internal:5005', 'Machine.corp.example'];
const FOREIGN = [
  ...['rebound.example', 'rebound.example:5005', 'localhost.evil.example', '127.0.0.1.evil.example', '127.1'],
  ...[
    '127.0.0.1:80@evil.example',
    'evil@localhost',
    '',
    '.',
    '.localhost',
    'a..localhost',
    '[::1',
    '[::1].evil.example',
  ],
  ...[
    '[127.0.0.1]',
    'localhost:x',
    'local host',
    'xn--e1afmkfd.example',
    'é.localhost',
    `${'a'.repeat(64)}.`.repeat(4),
  ],
];

function hostsOf(address: string, added: readonly string[] = [], certificate?: string): OwnHosts {
  return new OwnHosts({ address, machineName: 'machine.corp.example', added, certificate });
}

test('a server is named by addresses and localhost, and where other machines reach it by names that are not public', () => {
  for (const address of ['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::', '10.0.0.7', 'weir.corp.example']) {
    const hosts = hostsOf(address);
    for (const host of LOCAL) assert.ok(hosts.has(host), `${address}: ${host}`);
    const isReachable = !['127.0.0.1', '::1', 'localhost'].includes(address);
    for (const host of INTERNAL) assert.equal(hosts.has(host), isReachable, `${address}: ${host}`);
    for (const host of FOREIGN) assert.ok(!hosts.has(host), `${address}: ${host}`);
    assert.equal(hosts.has('WEIR.corp.example:1'), address === 'weir.corp.example');
  }
});

test('a server is named by what its operator adds', () => {
  const hosts = hostsOf('127.0.0.1', ['Ledger.example', '*.svc.cluster.local']);
  for (const host of ['ledger.example', 'LEDGER.EXAMPLE.:443', 'weir.ns.svc.cluster.local:6006', 'a.svc.cluster.local'])
    assert.ok(hosts.has(host), host);
  for (const host of ['a.ledger.example', 'svc.cluster.local', 'xsvc.cluster.local', 'ledger.example.evil.example'])
    assert.ok(!hosts.has(host), host);
  assert.ok(hostsOf('127.0.0.1', ['*']).has('rebound.example'));
  assert.ok(!hostsOf('127.0.0.1', ['*']).has('evil@localhost'));
  for (const pattern of ['*', 'a', 'a.example', '*.a.example', '10.0.0.1']) assert.ok(isHostPattern(pattern), pattern);
  for (const pattern of ['', 'a.example:80', 'http://a', 'a.*', '*a', '**', '.a', 'a/'])
    assert.ok(!isHostPattern(pattern));
});

test('a server is named by its certificate, from a renewal on by the new one', () => {
  const [first, second] = ['first.example', '*.second.example'].map((name) => makeCertificate({ name, hosts: [name] }));
  const hosts = hostsOf('127.0.0.1', [], first!.cert);
  const own = () => ['First.example:443', 'a.second.example', 'second.example'].map((host) => hosts.has(host));
  assert.deepEqual(own(), [true, false, false]);
  hosts.renewCertificate(second!.cert);
  assert.deepEqual(own(), [false, true, false]);
});

test('a refusal names the header, the name and the option, but repeats nothing else', () => {
  const hosts = hostsOf('127.0.0.1');
  hosts.check(undefined);
  hosts.check('localhost');
  assert.throws(() => hosts.check('Weir.ns.svc.cluster.local:6006'), {
    message: /^The header Host is 'weir\.ns\.svc\.cluster\.local', .*--host-name weir\.ns\.svc\.cluster\.local\.$/,
    status: 403,
    token: 'forbidden',
  });
  assert.throws(() => hosts.check('<script>'), { message: 'The header Host is malformed.' });
});
