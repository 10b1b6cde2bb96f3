import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env } from '../../test/support/env.ts';
import { type Call, rpcOf } from '../../test/support/rpc-call.ts';
import { RpcError } from '../rpc/method/errors.ts';
import { methodTable } from '../rpc/table.ts';
import { COMMANDS } from './command-table.ts';
import { MAIN_HELP } from './main-help.ts';
import { optionLines } from './options/option-table.ts';
import { DEFAULT_URL } from './options/server-url.ts';
import { shownMethods } from './request/json-help.ts';
import { methodHelp } from './request/method-help.ts';
import { parseStartOptions, START_HELP } from './start/start-options.ts';

const listed = (text: string, title: string) => new Set(text.split(title)[1]!.split('\n\n')[0]!.match(/\w+/g));

describe('weir --help', () => {
  test('lists the methods that can be called from here, and leaves out those that can only fail', () => {
    const hidden = ['can_delete', 'connect', 'path_find', 'subscribe', 'unsubscribe', 'validator_info'];
    const rest = [...methodTable.keys()].filter((name) => !hidden.includes(name));
    assert.deepEqual([...listed(MAIN_HELP, 'Methods:')].sort(), rest.sort());
  });
});

describe('methods that help leaves out', () => {
  let env: Env;
  let call: Call;
  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
  });
  after(() => env.node.stop());

  test('fail, and their help shows that', async () => {
    const shown = new Set(shownMethods());
    const hidden = [...methodTable.values()].filter((method) => !shown.has(method));
    assert.ok(hidden.length > 0);
    for (const { name } of hidden) {
      const params = { subcommand: 'create', streams: ['ledger'], accounts: [], ip: '127.0.0.1', can_delete: 'always' };
      const fails = call(name, params).then(
        ({ error }) => error !== undefined,
        (error) => error instanceof RpcError,
      );
      assert.equal(await fails, true, name);
      assert.match(methodHelp(name), /always fails/);
    }
  });
});

describe('help with methods', () => {
  test('names the order of account_tx in words and in JSON', () => {
    const help = methodHelp('account_tx');
    assert.match(help, /^weir account_tx <account> .*<offset>.* \[binary\] \[descending\]/);
    assert.match(help, /With these words the oldest come first, unless descending is given\. In JSON the newest/);
    const [summary] = help.split('\n\n').slice(1);
    assert.deepEqual(summary!.match(/(?:oldest|newest) (?:come )?first/g), ['oldest come first', 'newest come first']);
    assert.match(help, /^ {2}offset +How many/m);
  });

  test('shows the default of --url', () => {
    assert.ok(methodHelp('ping').includes(`--url URL  the server (WEIR_URL, else ${DEFAULT_URL})`));
  });
});

describe('weir start --help', () => {
  const line = (name: string) => START_HELP.split('\n').find((text) => text.startsWith(`  --${name} `)) ?? '';

  test('shows the defaults that there are', () => {
    const { port, host, dataDirectory, closing, logLevel } = parseStartOptions([]);
    const { publicHost } = parseStartOptions(['--public-port', '0']);
    const defaults = {
      port,
      host,
      data: dataDirectory,
      'close-interval': closing.kind === 'timer' && closing.intervalMs,
      'log-level': logLevel,
      'public-host': publicHost,
      'network-id': 'none',
    };
    const shows = (name: string, value: unknown) =>
      assert.ok(line(name).includes(`(${value})`) || line(name).includes(`${value} (default)`), line(name));
    for (const [name, value] of Object.entries(defaults)) shows(name, value);
  });
});

describe('the help of the other commands', () => {
  test('shows the default of each option that has one', async () => {
    const tables = await Promise.all(
      COMMANDS.map(async ({ shape }) => {
        const { options = {}, commands = [] } = await shape();
        return [options, ...[...commands].map(([, verb]) => verb.options ?? {})];
      }),
    );
    const rows = tables.flat().flatMap((table) => Object.entries(table).map(([name, row]) => ({ name, row })));
    assert.ok(rows.length > 40);
    for (const { name, row } of rows) {
      assert.ok(row.help !== undefined && row.help !== '', name);
      const value = (row as { default?: string | boolean }).default;
      if (typeof value === 'string') assert.ok(optionLines({ [name]: row }).includes(`(${value})`), name);
      const defaults = [`(WEIR_URL, else ${DEFAULT_URL})`, '(default: a ledger in memory that ends with this program)'];
      if (name === 'url')
        assert.ok(
          defaults.some((text) => row.help!.endsWith(text)),
          row.help,
        );
    }
  });
});
