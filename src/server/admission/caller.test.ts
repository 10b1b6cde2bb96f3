import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { type AdminAccess, callerOf, isLocalHost, isLoopback } from './caller.ts';

const from = (remoteAddress: string, headers: object = {}) =>
  ({ socket: { remoteAddress }, headers, rawHeaders: Object.entries(headers).flat() }) as IncomingMessage;
const roleOf = (access: AdminAccess, address: string, headers = {}) =>
  callerOf(from(address, headers), access, false).role;

describe('the origin of a request', () => {
  test('loopback addresses', () => {
    for (const address of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])
      assert.ok(isLoopback(address), address);
    for (const address of [undefined, '', '10.0.0.1', '::2', '::ffff:10.0.0.1', '128.0.0.1']) {
      assert.ok(!isLoopback(address), String(address));
    }
  });

  test('hosts that no DNS server can point to this machine', () => {
    for (const host of [
      '127.0.0.1',
      '127.0.0.1:5005',
      'localhost',
      'LOCALHOST:1',
      '[::1]',
      '[::1]:5005',
      '10.0.0.7:1',
    ]) {
      assert.ok(isLocalHost(host), host);
    }
    for (const host of [
      '',
      'evil.example',
      'localhost.evil.example',
      'localhost.',
      'localhost:evil',
      'evil@localhost',
      '127.0.0.1.evil.example',
      '127.0.0.1:evil.example',
      '127.0.0.1:80@evil.example',
      '127.0.0.1.',
      '127.1',
      '2130706433',
      '[::1',
      '[::1].evil.example',
      '127.0.0.1x',
    ]) {
      assert.ok(!isLocalHost(host), host);
    }
  });
});

describe('the role of a caller', () => {
  test('is the administrator on a listener for the operator, from this machine or with `remote` from anywhere', () => {
    assert.equal(roleOf('local', '127.0.0.1'), 'admin');
    assert.equal(roleOf('local', '10.0.0.1'), 'user');
    assert.equal(roleOf('remote', '10.0.0.1', { host: '10.0.0.7:5005' }), 'admin');
    assert.equal(roleOf('none', '127.0.0.1'), 'user');
  });

  const FORM = 'application/x-www-form-urlencoded';
  const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0)';
  const STRANGERS: readonly Readonly<Record<string, string>>[] = [
    { origin: 'https://a.example' },
    { origin: 'null' },
    { referer: 'https://a.example/' },
    { 'sec-fetch-site': 'cross-site' },
    { 'user-agent': BROWSER, 'content-type': FORM },
    { 'user-agent': BROWSER, 'content-type': 'text/plain;charset=UTF-8' },
    { 'user-agent': BROWSER, 'content-type': 'Multipart/Form-Data; boundary=x' },
    { 'user-agent': BROWSER },
    { host: 'rebound.example:5005' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
    { 'x-client-ip': '127.0.0.1' },
    { 'x-forwarded-port': '443' },
    { 'cdn-loop': 'cdn' },
  ];
  for (const headers of STRANGERS) {
    test(`is a user's with ${JSON.stringify(headers)}`, () => {
      assert.equal(roleOf('local', '127.0.0.1', headers), 'user');
      assert.equal(roleOf('remote', '10.0.0.1', headers), 'user');
    });
  }

  /** Headers of well-known proxies and tunnels. */
  const FROM_PROXIES = [
    ...['forwarded', 'via', 'cdn-loop', 'x-forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port'],
    ...['x-forwarded-proto', 'x-forwarded-server', 'x-original-forwarded-for', 'x-original-host', 'x-real-ip'],
    ...['x-client-ip', 'x-cluster-client-ip', 'x-envoy-external-address', 'x-envoy-internal', 'x-amzn-trace-id'],
    ...['cf-connecting-ip', 'fastly-client-ip', 'true-client-ip'],
  ];
  test("is a user's with any header that a proxy adds, and the limits apply", () => {
    for (const name of FROM_PROXIES) {
      for (const value of ['127.0.0.1', '']) {
        const { role, isExempt } = callerOf(from('127.0.0.1', { host: 'localhost', [name]: value }), 'local', false);
        assert.deepEqual([role, isExempt], ['user', false], name);
      }
      assert.equal(roleOf('remote', '10.0.0.1', { [name]: '127.0.0.1' }), 'user', name);
    }
  });

  test("is a user's with two hosts", () => {
    const request = from('127.0.0.1', { host: 'localhost' });
    assert.equal(callerOf(request, 'local', false).role, 'admin');
    const rawHeaders = ['Host', 'localhost', 'accept', '*/*', 'hOST', 'evil.example'];
    const two = { ...request, rawHeaders } as IncomingMessage;
    assert.equal(callerOf(two, 'local', false).role, 'user');
  });

  test("is the operator's for a page with the local address of the connection", () => {
    const own = { host: '127.0.0.1:5005', origin: 'http://127.0.0.1:5005' };
    const end = { localAddress: '127.0.0.1', localPort: 5005 };
    const roleOfPage = (
      headers: object,
      access: AdminAccess = 'local',
      address = '127.0.0.1',
      socket: object = end,
    ) => {
      const request = from(address, headers);
      return callerOf(Object.assign(request, { socket: { ...request.socket, ...socket } }), access, false, true).role;
    };
    const roleAt = (authority: string, socket: object, scheme = 'http') =>
      roleOfPage({ host: authority, origin: `${scheme}://${authority}` }, 'local', '127.0.0.1', socket);
    assert.equal(roleOfPage(own), 'admin');
    assert.equal(roleOfPage({ ...own, 'sec-fetch-site': 'same-origin' }), 'admin');
    assert.equal(roleAt('[::1]:1', { localAddress: '::1', localPort: 1 }), 'admin');
    assert.equal(roleAt('127.0.0.1:1', { localAddress: '::ffff:127.0.0.1', localPort: 1 }), 'admin');
    assert.equal(roleAt('127.0.0.7:1', { localAddress: '127.0.0.7', localPort: 1 }), 'admin');
    assert.equal(roleAt('127.0.0.1', { ...end, localPort: 80 }), 'admin');
    assert.equal(roleAt('127.0.0.1:443', { ...end, localPort: 443 }), 'admin');
    assert.equal(roleAt('127.0.0.1:5005', { ...end, encrypted: true }, 'https'), 'admin');
    assert.equal(roleAt('127.0.0.1', { ...end, localPort: 443, encrypted: true }, 'https'), 'admin');
    for (const [authority, socket] of [
      // Another port: that of a program that forwards requests.
      ['127.0.0.1:5173', end],
      ['127.0.0.1', end],
      ['localhost', end],
      ['localhost:5173', end],
      ['127.0.0.1:80', { ...end, localPort: 80 }],
      ['127.0.0.1', { ...end, localPort: 443 }],
      // The same port of another address.
      ['127.0.0.2:5005', end],
      ['[::1]:5005', end],
      ['127.0.0.1:5005', { ...end, localAddress: '::1' }],
      // A name that means two addresses.
      ['localhost:5005', end],
      ['localhost:5005', { ...end, localAddress: '::1' }],
      // An address that other machines reach.
      ['192.168.0.2:5005', { ...end, localAddress: '192.168.0.2' }],
      // The connection has ended.
      ['127.0.0.1:5005', {}],
    ] as const) {
      assert.equal(roleAt(authority, socket), 'user', `${authority} at ${JSON.stringify(socket)}`);
    }
    const tls = { ...own, origin: 'https://127.0.0.1:5005' };
    const others: readonly object[] = [
      { ...own, origin: 'http://127.0.0.1:5006' },
      { ...own, origin: 'http://localhost:5005' },
      { ...own, origin: 'null' },
      tls,
      { ...own, referer: 'http://127.0.0.1:5005/' },
      { ...own, 'sec-fetch-site': 'same-site' },
      { ...own, 'sec-fetch-site': 'cross-site' },
      { ...own, 'x-forwarded-for': '127.0.0.1' },
      { origin: own.origin },
      { host: 'evil.example', origin: 'http://evil.example' },
      { host: 'localhost.evil.example', origin: 'http://localhost.evil.example' },
      { host: '192.168.0.2:5005', origin: 'http://192.168.0.2:5005' },
      { host: '127-0-0-1', origin: 'http://127-0-0-1' },
      { host: '127.0.0.1:5005@evil', origin: 'http://127.0.0.1:5005@evil' },
    ];
    for (const headers of others) assert.equal(roleOfPage(headers), 'user', JSON.stringify(headers));
    const request = Object.assign(from('127.0.0.1', own), { socket: { remoteAddress: '127.0.0.1', ...end } });
    assert.equal(callerOf(request as unknown as IncomingMessage, 'local', false, true).role, 'admin');
    assert.equal(
      callerOf(request as unknown as IncomingMessage, 'local', false).role,
      'user',
      'where no page is served',
    );
    const rawHeaders = ['Host', own.host, 'host', 'evil.example'];
    const two = { ...request, rawHeaders } as unknown as IncomingMessage;
    assert.equal(callerOf(two, 'local', false, true).role, 'user');
    assert.equal(roleOfPage(own, 'remote'), 'user');
    assert.equal(roleOfPage(own, 'none'), 'user');
    assert.equal(roleOfPage(own, 'local', '192.168.0.3'), 'user');
  });

  test("is the operator's for command line clients with any content type", () => {
    for (const type of [FORM, 'text/plain', 'application/json']) {
      assert.equal(
        roleOf('local', '::1', { 'user-agent': 'curl/8.5', 'content-type': type, host: '[::1]:1' }),
        'admin',
      );
    }
    assert.equal(roleOf('local', '::1', { 'user-agent': BROWSER, 'content-type': 'application/json' }), 'admin');
  });
});

describe('the limits of a caller', () => {
  const isExempt = (address: string, headers: object, limitsLoopback: boolean) =>
    callerOf(from(address, headers), 'local', limitsLoopback).isExempt;

  test('do not apply to the administrator, nor to this machine without limitLoopback or a proxy', () => {
    assert.ok(isExempt('127.0.0.1', {}, true));
    assert.ok(isExempt('127.0.0.1', { origin: 'null' }, false));
    assert.ok(!isExempt('127.0.0.1', { origin: 'null' }, true));
    assert.ok(!isExempt('127.0.0.1', { 'x-forwarded-for': '10.0.0.1' }, false));
    assert.ok(!isExempt('10.0.0.1', {}, false));
  });
});
