/** The options of `weir start` for a member of a cluster. */
import { LEAST_LEDGERS } from '../../storage/history-rule.ts';
import { usageError } from '../../util/command-error.ts';

/** Enough for members on one machine. Other machines need an address that they can reach. */
const DEFAULT_ADDRESS = '127.0.0.1:0';
/** Not checked as a URL, since it may name several hosts. */
export const DATABASE = /^postgres(ql)?:\/\/./;
const NAME = /^[A-Za-z0-9._-]{1,64}$/;

/** Settings of a cluster member. */
export interface ClusterStartOptions {
  /** The shared database. */
  readonly url: string;
  readonly secretFile: string;
  /** Address for the other members: HOST:PORT. */
  readonly address: string;
  /** Address to listen on, if different, as behind a proxy. */
  readonly listen?: string | undefined;
  /** So many other members have a ledger or a durable submission on disk before it counts. */
  readonly acknowledge: number;
  /** Name of the member; generated if absent. */
  readonly nodeName?: string | undefined;
  /** Number of ledgers in its own store; all if absent. Older ones are read from the database. */
  readonly history?: number | undefined;
}

interface GivenWords {
  readonly cluster?: string | undefined;
  readonly 'cluster-secret-file'?: string | undefined;
  readonly 'cluster-address'?: string | undefined;
  readonly 'cluster-listen'?: string | undefined;
  readonly acknowledge?: string | undefined;
  readonly 'node-name'?: string | undefined;
  readonly history?: string | undefined;
  readonly ephemeral?: boolean | undefined;
  readonly dev?: boolean | undefined;
}

const NEED_CLUSTER = [
  'cluster-secret-file',
  'cluster-address',
  'cluster-listen',
  'acknowledge',
  'node-name',
  'history',
] as const;

/** @throws a usage error that names the option */
export function clusterOptions(values: GivenWords): ClusterStartOptions | undefined {
  const { cluster: url, 'cluster-secret-file': secretFile, 'cluster-address': address, 'node-name': nodeName } = values;
  const { 'cluster-listen': listen } = values;
  if (url === undefined) {
    for (const name of NEED_CLUSTER) if (values[name] !== undefined) throw usageError(`--${name} needs --cluster`);
    return undefined;
  }
  if (!DATABASE.test(url)) throw usageError('--cluster must be like postgres://user:password@host:5432/database');
  if (secretFile === undefined) throw usageError('--cluster needs --cluster-secret-file');
  for (const name of ['ephemeral', 'dev'] as const)
    if (values[name] === true) throw usageError(`--${name} and --cluster exclude each other`);
  if (nodeName !== undefined && !NAME.test(nodeName))
    throw usageError(`--node-name takes letters, digits, and . _ - up to 64 of them, not '${nodeName}'`);
  return {
    url,
    secretFile,
    address: checkedAddress('cluster-address', address ?? DEFAULT_ADDRESS),
    listen: listen && checkedAddress('cluster-listen', listen),
    acknowledge: parseAcknowledge(values.acknowledge),
    nodeName,
    history: parseHistory(values.history),
  };
}

function checkedAddress(option: string, address: string): string {
  const port = Number(/:(\d+)$/.exec(address)?.[1]);
  if (!/^(\[[0-9a-fA-F:.]+\]|[^:[\]]+):\d+$/.test(address) || port > 65_535)
    throw usageError(`--${option} must be HOST:PORT, not '${address}'`);
  return address;
}

function parseAcknowledge(text = '0'): number {
  if (!/^\d$/.test(text)) throw usageError(`--acknowledge takes a number of other members from 0 to 9, not '${text}'`);
  return Number(text);
}

function parseHistory(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (count < LEAST_LEDGERS)
    throw usageError(`--history takes a number of ledgers, ${LEAST_LEDGERS} at least, not '${text}'`);
  return count;
}
