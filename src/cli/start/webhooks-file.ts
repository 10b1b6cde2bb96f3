/** The file of `--webhooks`: a JSON object whose `webhooks` are the endpoints that get events. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { addressToAccountId } from '../../crypto/address.ts';
import type { Json, JsonObject } from '../../protocol/values.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { CommandError } from '../../util/command-error.ts';
import { readPrivateFile } from '../../util/private-file.ts';
import type { EndpointSettings } from '../../webhooks/endpoint.ts';
import { EVENT_TYPES, type EventType } from '../../webhooks/webhook-event.ts';
import { parseSecrets } from '../../webhooks/webhook-signature.ts';

const NAME = /^[A-Za-z0-9._-]{1,64}$/;
const MOST_ENDPOINTS = 100;
const MOST_ACCOUNTS = 1_000;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const SECRET_FORM = 'whsec_ and 24 to 64 bytes in base64 (one secret in each line)';
/** Whole numbers with their defaults. */
const NUMBERS = {
  attempts: { min: 1, max: 100, fallback: 16 },
  timeout_seconds: { min: 1, max: 60, fallback: 10 },
  expiring_seconds: { min: 1, max: 31_536_000, fallback: 86_400 },
  start_ledger: { min: 1, max: 0xffff_ffff, fallback: undefined },
} as const;
/** The members of a webhook. */
export const MEMBERS = [
  'name',
  'url',
  'allow_http',
  'secret_file',
  'secret_env',
  'accounts',
  'events',
  ...Object.keys(NUMBERS),
];

/** What the file names: other files and variables of the environment. */
interface Surroundings {
  readFile(path: string): string;
  /** Reads a file that only its owner may read. */
  readSecret(path: string): string;
  environment(name: string): string | undefined;
}

const PROCESS: Surroundings = {
  readFile: (path) => readFileSync(path, 'utf8'),
  readSecret: readPrivateFile,
  environment: (name) => process.env[name],
};

/** Reads and checks the file, and the secrets. Throws a `CommandError` that names the member, without its value where it may be secret. */
export function readWebhooksFile(path: string, surroundings: Surroundings = PROCESS): EndpointSettings[] {
  try {
    const text = surroundings.readFile(path);
    return parseWebhooks(text, {
      ...surroundings,
      readSecret: (name) => surroundings.readSecret(resolve(dirname(path), name)),
    });
  } catch (error) {
    throw new CommandError(`cannot use the webhooks file ${path}: ${(error as Error).message}`);
  }
}

function parseWebhooks(text: string, surroundings: Surroundings): EndpointSettings[] {
  const json: unknown = JSON.parse(text);
  if (!isJsonObject(json)) throw new Error('it must hold one JSON object');
  requireKnown(json, ['webhooks'], '');
  const { webhooks } = json;
  if (!Array.isArray(webhooks) || webhooks.length === 0 || webhooks.length > MOST_ENDPOINTS)
    throw new Error(`'webhooks' must be a list of 1 to ${MOST_ENDPOINTS} objects`);
  const settings = webhooks.map((one, at) => parseEndpoint(one, `webhooks[${at}]`, surroundings));
  for (const [at, { name }] of settings.entries()) {
    if (settings.findIndex((one) => one.name === name) !== at)
      throw new Error(`'webhooks[${at}].name' is that of another webhook: ${name}`);
  }
  return settings;
}

function parseEndpoint(json: Json, path: string, surroundings: Surroundings): EndpointSettings {
  if (!isJsonObject(json)) throw new Error(`'${path}' must be an object`);
  requireKnown(json, MEMBERS, `${path}.`);
  const { name } = json;
  if (typeof name !== 'string' || !NAME.test(name))
    throw new Error(`'${path}.name' must have 1 to 64 letters, digits, or . _ -`);
  return {
    name,
    url: parseUrl(json, path),
    keys: readKeys(json, path, surroundings),
    accounts: parseAccounts(json.accounts, `${path}.accounts`),
    events: parseEvents(json.events, `${path}.events`),
    attempts: numberIn(json, path, 'attempts'),
    timeoutMs: 1000 * numberIn(json, path, 'timeout_seconds'),
    expiringSeconds: numberIn(json, path, 'expiring_seconds'),
    startLedger: json.start_ledger === undefined ? undefined : numberIn(json, path, 'start_ledger'),
  };
}

function requireKnown(json: JsonObject, known: readonly string[], prefix: string): void {
  for (const member of Object.keys(json))
    if (!known.includes(member)) throw new Error(`unknown member '${prefix}${member}' (known: ${known.join(', ')})`);
}

/** The message does not quote the URL, since its path may be secret. */
function parseUrl({ url: text, allow_http: isHttpAllowed }: JsonObject, path: string): string {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error(`'${path}.url' must be an https URL`);
  if (url.username !== '' || url.password !== '')
    throw new Error(`'${path}.url' must not hold a user name or a password`);
  if (isHttpAllowed !== undefined && typeof isHttpAllowed !== 'boolean')
    throw new Error(`'${path}.allow_http' must be true or false`);
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && isHttpAllowed !== true)
    throw new Error(`'${path}.url' must be an https URL: add "allow_http": true if others may read its messages`);
  return url.href;
}

function readKeys(json: JsonObject, path: string, { readSecret, environment }: Surroundings): readonly Buffer[] {
  const { secret_file: file, secret_env: variable } = json;
  if ((file === undefined) === (variable === undefined))
    throw new Error(`'${path}' needs one of 'secret_file' and 'secret_env'`);
  const member = file === undefined ? 'secret_env' : 'secret_file';
  const source = file ?? variable;
  if (typeof source !== 'string' || source === '') throw new Error(`'${path}.${member}' must be a name`);
  let text: string | undefined;
  try {
    text = file === undefined ? environment(source) : readSecret(source);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`'${path}.secret_file' cannot be used: ${code ?? message}`);
  }
  if (text === undefined) throw new Error(`'${path}.secret_env': the variable ${source} is not set`);
  const keys = parseSecrets(text);
  if (keys === undefined) throw new Error(`'${path}.${member}': the secret must be ${SECRET_FORM}`);
  return keys;
}

function parseAccounts(list: Json | undefined, path: string): ReadonlySet<string> {
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_ACCOUNTS)
    throw new Error(`'${path}' must be a list of 1 to ${MOST_ACCOUNTS} addresses`);
  for (const [at, address] of list.entries()) {
    if (typeof address !== 'string' || addressToAccountId(address) === undefined)
      throw new Error(`'${path}[${at}]' must be the address of an account`);
  }
  return new Set(list as readonly string[]);
}

function parseEvents(list: Json | undefined, path: string): ReadonlySet<EventType> {
  if (!Array.isArray(list) || list.length === 0)
    throw new Error(`'${path}' must be a list of ${EVENT_TYPES.join(', ')}`);
  const types = list.map((name, at) => {
    const type = EVENT_TYPES.find((one) => one === name);
    if (type === undefined) throw new Error(`'${path}[${at}]' must be one of ${EVENT_TYPES.join(', ')}`);
    return type;
  });
  return new Set(types);
}

function numberIn(json: JsonObject, path: string, name: keyof typeof NUMBERS): number {
  const { min, max, fallback } = NUMBERS[name];
  const value = json[name] ?? fallback;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw new Error(`'${path}.${name}' must be a whole number from ${min} to ${max}`);
  return value;
}
