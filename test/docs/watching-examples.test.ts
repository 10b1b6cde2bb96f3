/** The rules and the dashboard of `examples/watching` name only metrics and labels that a server has; each alert has tests. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { parse } from 'yaml';
import { runServer } from '../../src/cli/start/run-server.ts';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import { MemberStatus, type MemberStatusOptions } from '../../src/cluster/member-status.ts';
import { terCode } from '../../src/protocol/tables/ter.ts';
import { RPC_ERRORS } from '../../src/rpc/method/error-table.ts';
import { methodTable } from '../../src/rpc/table.ts';
import { MASTER } from '../support/env.ts';

const FOLDER = path.join(import.meta.dirname, '../../examples/watching');
const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
}

interface RuleTest {
  readonly input_series: readonly { readonly series: string }[];
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts?: readonly object[] }[];
}

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

/** `test/hostile/tls.test.ts` reads it from a server. */
const WITH_TLS = 'weir_tls_certificate_expiry_seconds';
const RULES: readonly Rule[] = parse(read('alerts.yml')).groups.flatMap(({ rules }: { rules: Rule[] }) => rules);
const RULE_TESTS: readonly RuleTest[] = parse(read('alerts.test.yml')).tests;
const PANELS: readonly Panel[] = JSON.parse(read('dashboard.json')).panels;
const QUERIES = PANELS.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ name: title, expr })));

/** Labels that Prometheus adds. */
const ADDED = ['job', 'instance'];
/** A metric with its labels. */
const SELECTOR = /\b(weir_\w+|up)\b(?:\{([^}]*)\})?/g;

interface Selector {
  readonly metric: string;
  readonly labels: readonly { readonly name: string; readonly operator: string; readonly value: string }[];
}

function selectorsOf(expr: string): Selector[] {
  return Array.from(expr.matchAll(SELECTOR), ([, metric, inside = '']) => ({
    metric: metric!,
    labels: Array.from(inside.matchAll(/(\w+)\s*(=~|!=|=)\s*"([^"]*)"/g), ([, name, operator, value]) => ({
      name: name!,
      operator: operator!,
      value: value!,
    })),
  }));
}

/** Names of metrics in Prometheus' text, each with its labels. */
function metricsIn(text: string): Map<string, Set<string>> {
  const metrics = new Map([['up', new Set(ADDED)]]);
  for (const [, name, inside = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const labels = metrics.get(name!) ?? new Set(ADDED);
    for (const [, label] of inside.matchAll(/(\w+)="/g)) labels.add(label!);
    metrics.set(name!, labels);
  }
  return metrics;
}

/** The metrics that only a member of a cluster has. */
function clusterFigures(): string[] {
  const membership = { role: 'leader', news: { epoch: 1 } } as MemberStatusOptions['membership'];
  const node = { validated: { ledgerIndex: 1 } } as MemberStatusOptions['node'];
  const status = new MemberStatus({ name: 'a', node, membership, durability: () => '', followerCount: () => 0 });
  return status.figures().map(({ name }) => name);
}

/** Values of labels that the rules name. */
const VALUES: Readonly<Record<string, (value: string) => boolean>> = {
  result: (value) => terCode(value) !== undefined,
  method: (value) => value === 'refused' || methodTable.has(value),
  outcome: (value) =>
    ['success', 'sent', 'dropped', 'delivered', 'failed', 'dead'].includes(value) || Object.hasOwn(RPC_ERRORS, value),
};

describe('the examples for watching a server', () => {
  let metrics: Map<string, Set<string>>;
  const directory = mkdtempSync(path.join(tmpdir(), 'weir-watching-'));
  after(() => rmSync(directory, { recursive: true }));
  before(async () => {
    const words = ['--data', directory, '--manual', '--dev', '--port', '0', '--threads', '0'];
    const webhooks = path.join(directory, 'webhooks.json');
    const url = 'http://127.0.0.1:9';
    const secret = `whsec_${Buffer.alloc(24).toString('base64')}`;
    const endpoint = { name: 'a', url, secret_file: 'secret', accounts: [MASTER.address], events: ['channel.opened'] };
    writeFileSync(path.join(directory, 'secret'), secret, { mode: 0o600 });
    writeFileSync(webhooks, JSON.stringify({ webhooks: [endpoint] }));
    const options = parseStartOptions([
      ...words,
      '--trace',
      url,
      '--webhooks',
      webhooks,
      '--sql',
      'postgres://a@127.0.0.1:9/a',
    ]);
    const server = await runServer(options, pino({ level: 'silent' }));
    const api = `http://127.0.0.1:${server.port}`;
    try {
      for (const method of ['submit', 'ledger_accept']) {
        const tx_json = { TransactionType: 'AccountSet', Account: MASTER.address };
        const params = [method === 'submit' ? { secret: 'masterpassphrase', tx_json } : {}];
        await fetch(api, { method: 'POST', body: JSON.stringify({ method, params }) });
      }
      metrics = metricsIn(await (await fetch(`${api}/metrics`)).text());
    } finally {
      await server.stop();
    }
    for (const name of [...clusterFigures(), WITH_TLS]) metrics.set(name, new Set(ADDED));
  });

  for (const [what, queries] of [
    ['alerts', RULES.map(({ alert: name, expr }) => ({ name, expr }))],
    ['panels', QUERIES],
  ] as const) {
    test(`have ${what} whose metrics and labels a server has`, () => {
      assert.ok(queries.length > 10);
      for (const { name, expr } of queries) {
        const selectors = selectorsOf(expr);
        assert.ok(selectors.length > 0, name);
        const known = new Set(selectors.flatMap(({ metric }) => [...(metrics.get(metric) ?? [])]));
        for (const { metric, labels } of selectors) {
          assert.ok(metrics.has(metric), `${name}: ${metric}`);
          for (const { name: label, operator, value } of labels) {
            assert.ok(metrics.get(metric)!.has(label), `${name}: ${metric}{${label}}`);
            if (operator !== '=~') assert.ok(VALUES[label]?.(value) ?? ADDED.includes(label), `${name}: ${value}`);
          }
        }
        for (const [, list] of expr.matchAll(/\bby \(([^)]*)\)/g)) {
          for (const label of list!.split(/, */)) assert.ok(known.has(label), `${name}: by ${label}`);
        }
      }
    });
  }

  test('have panels whose legends use labels of their queries', () => {
    for (const { title, targets } of PANELS) {
      for (const { expr, legendFormat } of targets) {
        const grouped = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(/, */);
        const labels = grouped ?? selectorsOf(expr).flatMap(({ metric }) => [...metrics.get(metric)!]);
        for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) assert.ok(labels.includes(label!), title);
      }
    }
  });

  test('show each metric of a server in a panel or an alert', () => {
    const used = [...RULES, ...QUERIES].flatMap(({ expr }) => selectorsOf(expr).map(({ metric }) => familyOf(metric)));
    const unused = [...metrics.keys()].map(familyOf).filter((name) => !used.includes(name));
    assert.deepEqual(unused, []);
  });

  test('have two cases for each alert: one in which it fires, and one in which it does not', () => {
    for (const { alert, expr } of RULES) {
      const cases = RULE_TESTS.filter(({ alert_rule_test: [one] }) => one?.alertname === alert);
      assert.deepEqual(
        cases.map(({ alert_rule_test: [one] }) => one?.exp_alerts?.length ?? 0),
        [1, 0],
        alert,
      );
      const [{ metric }] = selectorsOf(expr) as [Selector];
      for (const { input_series: series } of cases)
        assert.ok(
          series.some((one) => one.series.startsWith(metric)),
          alert,
        );
    }
  });

  const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;
  test('pass the tests of promtool', { skip: hasPromtool ? false : 'promtool is not installed' }, () => {
    for (const words of [
      ['check', 'rules', 'alerts.yml'],
      ['test', 'rules', 'alerts.test.yml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', words, { cwd: FOLDER, encoding: 'utf8' });
      assert.equal(status, 0, stdout + stderr);
    }
  });
});

/** The name of a histogram for its parts. */
function familyOf(metric: string): string {
  return metric.replace(/_(bucket|sum|count)$/, '');
}
