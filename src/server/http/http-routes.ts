/** The routes that a port serves besides the API: monitoring, and the faucet of a development server. */
import { readFile } from 'node:fs/promises';
import type { Json } from '../../protocol/values.ts';
import { PACKAGE_ROOT } from '../../util/package-root.ts';

export interface PlainAnswer {
  readonly status: number;
  /** JSON, unless there is a content type. */
  readonly body: Json;
  readonly contentType?: string;
}

/** The path of the faucet, on servers that have one. */
export const FAUCET_PATH = '/accounts';

/** Answers requests to one path; `body` is empty for GET. `answer` may throw `RequestRefusal`. */
export interface HttpRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** True: callers who are no administrators are refused before their body is read. */
  readonly isForAdmins?: boolean;
  /** The most bytes of a body; those of a request for the API if absent. */
  readonly bodyBytes?: number;
  answer(body: string): PlainAnswer | Promise<PlainAnswer>;
}

/** Whether ledgers close, with details for the operator. */
export interface HealthReport {
  readonly isHealthy: boolean;
  readonly details: { readonly [name: string]: Json };
}

/** `GET /health` and the paths below it: 200 if all is well, 503 otherwise. */
export function healthRoute(path: string, report: () => HealthReport): HttpRoute {
  return {
    method: 'GET',
    path,
    answer() {
      const { isHealthy, details } = report();
      return { status: isHealthy ? 200 : 503, body: { status: isHealthy ? 'ok' : 'failing', ...details } };
    },
  };
}

/** `GET /version`: the version of Weir, and of the API. */
export function versionRoute(version: string, apiBuildVersion: string): HttpRoute {
  const body = { name: 'weir', version, build_version: apiBuildVersion, api_versions: [1, 2] };
  return { method: 'GET', path: '/version', answer: () => ({ status: 200, body }) };
}

/** `GET /openrpc.json` and `GET /asyncapi.json`: the methods and the messages, for programs. */
export function apiDocumentRoutes(): HttpRoute[] {
  return ['openrpc.json', 'asyncapi.json'].map((name) => ({
    method: 'GET',
    path: `/${name}`,
    async answer() {
      const body = await readFile(new URL(`docs/${name}`, PACKAGE_ROOT), 'utf8');
      return { status: 200, body, contentType: 'application/json' };
    },
  }));
}

/** `GET /metrics`: the text format of Prometheus. */
export function metricsRoute(text: () => Promise<{ readonly text: string; readonly contentType: string }>): HttpRoute {
  return {
    method: 'GET',
    path: '/metrics',
    async answer() {
      const { text: body, contentType } = await text();
      return { status: 200, body, contentType };
    },
  };
}
