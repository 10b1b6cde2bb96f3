/** The examples for containers agree with the program and with themselves: options, paths, ports, names. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import { startDevelopmentServer } from '../support/development-server.ts';

const FOLDER = path.join(import.meta.dirname, '../../examples/cluster/containers');
const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: what the files hold is what the tests check
type Yaml = any;

const COMPOSE: Yaml = parse(read('compose.yml'), { merge: true });
const MANIFESTS = manifests('kubernetes.yml');
/** Those of a single server. */
const ONE_SERVER = manifests('../../containers/kubernetes.yml');

function manifests(name: string): readonly Yaml[] {
  return parseAllDocuments(read(name)).map((document) => {
    assert.deepEqual(document.errors, []);
    return document.toJS();
  });
}

function manifest(kind: string, name: string): Yaml {
  const found = MANIFESTS.find((one) => one.kind === kind && one.metadata.name === name);
  assert.ok(found !== undefined, `${kind} ${name}`);
  return found;
}

const SET = manifest('StatefulSet', 'weir').spec;
const POD = SET.template.spec;
const [WEIR] = POD.containers;
const PODS: readonly string[] = Array.from({ length: SET.replicas }, (_, at) => `weir-${at}`);
const NODES = Object.keys(COMPOSE.services).filter((name) => COMPOSE.services[name].image === 'weir');

/** Node → the arguments of its `weir start`. */
const COMMANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ...PODS.map((pod) => [pod, WEIR.args.slice(1).map((word: string) => word.replace('$(POD_NAME)', pod))] as const),
  ...NODES.map((name) => {
    const { entrypoint, command } = COMPOSE.services[name];
    return [name, [...entrypoint.slice(2), ...command]] as const;
  }),
]);

const SERVERS: Yaml = parse(readFileSync(path.join(FOLDER, '../../containers/compose.yml'), 'utf8'), { merge: true });

function portOf(container: Yaml, name: string): number {
  return container.ports.find((port: Yaml) => port.name === name).containerPort;
}

/** The configurations of HAProxy, each with its nodes. */
const PROXIES = [
  { text: read('haproxy.cfg'), nodes: NODES.map((name) => [name, name]) },
  {
    text: manifest('ConfigMap', 'weir-proxy').data['haproxy.cfg'] as string,
    nodes: PODS.map((pod) => [pod, `${pod}.weir-nodes.\${NAMESPACE}.svc.cluster.local`]),
  },
];

describe('the examples for containers', () => {
  test('start Weir with existing options, and give each node its own name', () => {
    assert.deepEqual([NODES.length, PODS.length], [3, 3]);
    assert.deepEqual([WEIR.args[0], COMPOSE.services.n1.entrypoint.slice(0, 2)], ['start', ['weir', 'start']]);
    for (const [name, words] of COMMANDS) {
      const options = parseStartOptions([...words]);
      const { cluster, publicPort, dataDirectory } = options;
      assert.equal(cluster?.nodeName, name);
      assert.match(cluster!.address!, new RegExp(`^${name}(\\.weir-nodes)?:7000$`));
      assert.equal(cluster!.listen, '0.0.0.0:7000');
      assert.deepEqual([publicPort, dataDirectory], [6006, '/data']);
    }
  });

  test('start one server, and a test bench that only this machine reaches', () => {
    const { weir, 'test-bench': bench } = SERVERS.services;
    const [own, test] = [weir, bench].map(({ command: [first, ...words] }) => {
      assert.equal(first, 'start');
      return parseStartOptions(words);
    });
    assert.deepEqual([own!.dataDirectory, own!.publicPort, weir.ports], ['/data', 6006, ['6006:6006']]);
    assert.deepEqual([test!.isDevelopment, test!.host, bench.ports], [true, '0.0.0.0', ['127.0.0.1:5005:5005']]);
    const nodes = NODES.map((name) => COMPOSE.services[name]);
    for (const { read_only, cap_drop } of [weir, bench, ...nodes])
      assert.deepEqual([read_only, cap_drop], [true, ['ALL']]);
    for (const { build } of [weir, bench]) assert.equal(build, '.');
    assert.equal(COMPOSE.services.n1.build, '../../containers');
  });

  test('start one server in Kubernetes, at its data and its public port', () => {
    const [service, { spec }] = ONE_SERVER;
    const [container] = spec.template.spec.containers;
    const options = parseStartOptions(container.args.slice(1));
    const [mount] = container.volumeMounts;
    assert.deepEqual([spec.replicas, spec.serviceName], [1, service.metadata.name]);
    assert.deepEqual([options.dataDirectory, options.publicPort], [mount.mountPath, portOf(container, 'public')]);
    assert.equal(mount.name, spec.volumeClaimTemplates[0].metadata.name);
    assert.deepEqual(service.spec.selector, spec.template.metadata.labels);
  });

  test('run without rights that they do not need', () => {
    const sets = [...MANIFESTS, ...ONE_SERVER].filter(({ kind }) => kind === 'StatefulSet' || kind === 'Deployment');
    assert.equal(sets.length, 3);
    for (const { spec } of sets) {
      const { securityContext, containers } = spec.template.spec;
      assert.equal(securityContext.runAsNonRoot, true);
      assert.deepEqual(containers[0].securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  test('start the same test bench by Testcontainers in each language', () => {
    const { command } = SERVERS.services['test-bench'];
    for (const name of [
      'node/weir-container.ts',
      'python/weir_container.py',
      'java/src/test/java/containers/WeirContainer.java',
    ]) {
      const text = readFileSync(path.join(FOLDER, '../../containers/testcontainers', name), 'utf8');
      const words = /(?<=["'])start\b.*(?=["'])/.exec(text)![0];
      assert.deepEqual(words.replaceAll(/[",]/g, '').split(' '), command, name);
    }
  });

  test('have probes at paths that a node answers', async () => {
    const [single] = ONE_SERVER[1].spec.template.spec.containers;
    const probes = [WEIR, single].flatMap((one) => [one.startupProbe.httpGet, one.readinessProbe.httpGet]);
    const [dockerProbe] = /\/health\/\w+/.exec(COMPOSE.services.n1.healthcheck.test.at(-1))!;
    const checks = PROXIES.flatMap(({ text }) => [...text.matchAll(/option httpchk GET (\S+)/g)].map(([, one]) => one));
    assert.deepEqual(checks, ['/health/reads', '/health/leader', '/health/reads', '/health/leader']);
    for (const { port } of probes) assert.equal(port, 'public');
    const server = await startDevelopmentServer();
    try {
      for (const one of new Set([...probes.map(({ path: own }) => own), dockerProbe, ...checks])) {
        const { status } = await fetch(`http://${server.host}${one}`);
        assert.equal(status, 200, one);
      }
    } finally {
      await server.stop();
    }
  });

  test('have the ports and names of the nodes in the configuration of HAProxy', () => {
    for (const { text, nodes } of PROXIES) {
      const servers = [...text.matchAll(/^ *server (\S+) "?([^"\s]+)"?$/gm)].map(([, name, address]) => [
        name,
        address,
      ]);
      const expected = nodes.map(([name, host]) => [name, `${host}:6006`]);
      assert.deepEqual(servers, [...expected, ...expected]);
      assert.deepEqual(text.match(/(?<=bind :)\d+/g), ['6006', '6007']);
    }
    assert.deepEqual(COMPOSE.services.proxy.ports, ['6006:6006', '6007:6007']);
  });

  test('connect services, secrets and volumes that exist', () => {
    for (const name of NODES) {
      const { secrets, volumes, depends_on } = COMPOSE.services[name];
      for (const secret of secrets) assert.ok(secret in COMPOSE.secrets, secret);
      for (const volume of volumes) assert.ok(volume.split(':')[0] in COMPOSE.volumes, volume);
      for (const service of Object.keys(depends_on)) assert.ok(service in COMPOSE.services, service);
    }
    assert.deepEqual([portOf(WEIR, 'cluster'), portOf(WEIR, 'public')], [7000, 6006]);
    assert.equal(SET.serviceName, manifest('Service', 'weir-nodes').metadata.name);
    const keys = Object.keys(manifest('Secret', 'weir').stringData);
    assert.ok(keys.includes(WEIR.env.find(({ name }: Yaml) => name === 'PGPASSWORD').valueFrom.secretKeyRef.key));
    assert.ok(keys.includes(POD.volumes[0].secret.items[0].key));
    const mounts = WEIR.volumeMounts.map(({ name }: Yaml) => name);
    assert.deepEqual(mounts, [SET.volumeClaimTemplates[0].metadata.name, ...POD.volumes.map(({ name }: Yaml) => name)]);
  });

  test('select pods by labels and ports that they have', () => {
    const pods = [SET.template, manifest('Deployment', 'weir-proxy').spec.template];
    const selectors = [SET.selector, manifest('PodDisruptionBudget', 'weir').spec.selector];
    for (const { matchLabels } of selectors) assert.deepEqual(matchLabels, SET.template.metadata.labels);
    const services = MANIFESTS.filter(({ kind }) => kind === 'Service');
    assert.equal(services.length, 3);
    for (const { metadata, spec } of services) {
      const pod = pods.find(({ metadata: { labels } }) => labels.app === spec.selector.app);
      for (const { port, name, targetPort = name } of spec.ports)
        assert.equal(portOf(pod.spec.containers[0], targetPort), port, `${metadata.name} ${name}`);
    }
  });
});
