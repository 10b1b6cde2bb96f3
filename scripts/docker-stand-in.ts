/**
 * A substitute for Docker's daemon, for tests that start a server in a container when a server runs already. Every
 * requested image counts as present, every container as started, and its only port is that of the server. It supports
 * the requests of Testcontainers, with which xrpl4j's tests start rippled (docs/client-suites.md). It prints its
 * address, for the variable DOCKER_HOST. Usage: node scripts/docker-stand-in.ts LISTEN_PORT SERVER_PORT
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The port of the server in its container, as xrpl4j configures it. */
const PORT_INSIDE = '5005/tcp';
const STARTED = 'Application starting\n';
const API = { ApiVersion: '1.44', MinAPIVersion: '1.24', Version: '26.0', Os: 'linux', Arch: 'amd64' };
const INFO = {
  OSType: 'linux',
  OperatingSystem: 'linux',
  Architecture: 'x86_64',
  ServerVersion: API.Version,
  MemTotal: 2 ** 33,
  Labels: [],
};
const IMAGE = { Id: 'sha256:0', Os: 'linux', Architecture: 'amd64', Config: {}, Created: '2000-01-01T00:00:00Z' };
/** Header of a frame in Docker's log streams: the stream (standard output), then the length of the frame. */
const FRAME_HEADER_BYTES = 8;

type Route = readonly [pattern: RegExp, answer: (response: ServerResponse) => void];

/** A daemon whose containers are the server at `serverPort` of this machine. Does not listen yet. */
function createDockerStandIn(serverPort: number): Server {
  const routes = routesTo(serverPort);
  return createServer((request, response) => {
    request.resume();
    const path = (request.url ?? '').replace(/^\/v[\d.]+/, '').replace(/\?.*/, '');
    const route = routes.find(([pattern]) => pattern.test(`${request.method} ${path}`));
    if (route === undefined) json({ message: `not here: ${path}` }, 404)(response);
    else route[1](response);
  });
}

function routesTo(serverPort: number): readonly Route[] {
  const container = {
    Id: 'weir',
    Name: '/weir',
    Created: '2000-01-01T00:00:00Z',
    State: { Status: 'running', Running: true, StartedAt: '2000-01-01T00:00:00Z', FinishedAt: '0001-01-01T00:00:00Z' },
    Config: { Labels: {}, ExposedPorts: { [PORT_INSIDE]: {} } },
    HostConfig: { NetworkMode: 'bridge' },
    NetworkSettings: {
      Ports: { [PORT_INSIDE]: [{ HostIp: '127.0.0.1', HostPort: String(serverPort) }] },
      Networks: {},
    },
  };
  return [
    [/^GET \/_ping$/, (response) => response.setHeader('Api-Version', API.ApiVersion).end('OK')],
    [/^GET \/info$/, json(INFO)],
    [/^GET \/version$/, json(API)],
    [/^GET \/(images|containers|networks)(\/json)?$/, json([])],
    [/^POST \/images\/create$/, json({ status: 'Status: Image is up to date' })],
    [/^GET \/images\/.+\/json$/, json(IMAGE)],
    [/^POST \/containers\/create$/, json({ Id: container.Id, Warnings: [] }, 201)],
    [/^PUT \/containers\/[^/]+\/archive$/, json({})],
    [/^GET \/containers\/[^/]+\/logs$/, startLog],
    [/^GET \/containers\/[^/]+\/json$/, json(container)],
    [/^(DELETE \/|POST \/(containers\/[^/]+\/(start|stop|kill)|networks\/prune|volumes\/prune)$)/, json({})],
  ];
}

function json(body: unknown, status = 200): (response: ServerResponse) => void {
  return (response) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** Sends the log line of a started server. The stream stays open, as that of a running container. */
function startLog(response: ServerResponse): void {
  const header = Buffer.alloc(FRAME_HEADER_BYTES);
  header[0] = 1;
  header.writeUInt32BE(STARTED.length, 4);
  response.writeHead(200, { 'Content-Type': 'application/vnd.docker.raw-stream' });
  response.write(Buffer.concat([header, Buffer.from(STARTED)]));
}

if (import.meta.main) {
  const [listenPort, serverPort] = process.argv.slice(2).map(Number);
  if (listenPort === undefined || serverPort === undefined || !(listenPort >= 0 && serverPort > 0)) {
    throw new Error('usage: node scripts/docker-stand-in.ts LISTEN_PORT SERVER_PORT');
  }
  const standIn = createDockerStandIn(serverPort);
  standIn.listen(listenPort, '127.0.0.1', () => {
    console.log(`tcp://127.0.0.1:${(standIn.address() as AddressInfo).port}`);
  });
}
