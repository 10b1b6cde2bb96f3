/**
 * Structured logs on standard error: one JSON object per line, or readable text on a terminal. Parameters of requests are never logged.
 * Members with secrets are redacted, and seeds in the text of a line are masked, in case an error contains one. Characters that are not
 * seen are escaped, because messages of other servers are logged.
 */
import { Socket } from 'node:net';
import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { escapeInvisible } from '../../../explorer/values/invisible.js';
import { maskSecretsInText } from './masked-text.ts';

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const STANDARD_ERROR = 2;
/** Most bytes of buffered lines while the disk is full or the reader is slow. Later lines are dropped. */
const MAX_BACKLOG_BYTES = 1_000_000;
const SECRET_NAMES = ['secret', 'seed', 'seed_hex', 'passphrase'];

/** On a terminal, `warn`: a server prints its start anyway. */
export function usualLogLevel(): LogLevel {
  return process.stderr.isTTY ? 'warn' : 'info';
}

export async function createLogger(level: LogLevel): Promise<Logger> {
  const paths = SECRET_NAMES.flatMap((name) => [name, `*.${name}`]);
  const redact = { paths, censor: '<masked>' };
  return pino({ level, base: null, redact, hooks: { streamWrite: shownLine } }, await logDestination());
}

/**
 * A stream of lines for a long-running program, which never fails or blocks: without a reader lines are lost, on a full disk they are
 * buffered.
 */
export function lineStream(stream: NodeJS.WriteStream & { readonly fd: number }): DestinationStream {
  if (stream instanceof Socket && !stream.isTTY) {
    stream.on('error', () => {});
    return {
      write(text) {
        if (stream.writableLength < MAX_BACKLOG_BYTES) stream.write(text);
      },
    };
  }
  // Unlike the streams of Node.js, it recovers after a full disk.
  const lines = destination({ fd: stream.fd, sync: true, maxLength: MAX_BACKLOG_BYTES });
  lines.on('error', () => {});
  return lines;
}

function shownLine(line: string): string {
  return escapeInvisible(maskSecretsInText(line));
}

async function logDestination(): Promise<DestinationStream> {
  return process.stderr.isTTY ? prettyStream(STANDARD_ERROR) : lineStream(process.stderr);
}

/** Writes lines of logs as text. */
export async function prettyStream(output: number | NodeJS.WritableStream): Promise<DestinationStream> {
  const { PinoPretty } = await import('pino-pretty');
  const pretty = PinoPretty({ destination: output, sync: true, singleLine: true, translateTime: 'SYS:HH:MM:ss.l' });
  // It writes the values of a line without the escapes of JSON, so they need an escape of their own.
  return { write: (line) => pretty.write(`${JSON.stringify(shownValue(JSON.parse(line)))}\n`) };
}

function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return escapeInvisible(value);
  if (Array.isArray(value)) return value.map(shownValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [escapeInvisible(name), shownValue(inner)]));
}
