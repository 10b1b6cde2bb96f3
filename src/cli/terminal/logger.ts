/**
 * Structured logs on standard error, so that standard output stays for what a command answers. One JSON object a line,
 * or readable text when a person watches. Requests are never logged with their parameters; the redaction is a second
 * line of defence for objects that carry a secret by accident, and the masking of lines a third for texts that do.
 */
import { Socket } from 'node:net';
import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { maskSecretsInText } from './masked-text.ts';

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const STANDARD_ERROR = 2;
/** Lines that wait because the disk is full, or their reader is slow. Later ones are dropped. */
const MAX_BACKLOG_BYTES = 1_000_000;
const SECRET_NAMES = ['secret', 'seed', 'seed_hex', 'passphrase'];

/** On a terminal, what a server prints says enough about its start. */
export function usualLogLevel(): LogLevel {
  return process.stderr.isTTY ? 'warn' : 'info';
}

export async function createLogger(level: LogLevel): Promise<Logger> {
  const paths = SECRET_NAMES.flatMap((name) => [name, `*.${name}`]);
  const redact = { paths, censor: '<masked>' };
  return pino({ level, base: null, redact, hooks: { streamWrite: maskSecretsInText } }, await logDestination());
}

/**
 * Lines of a program that runs until it is stopped. It keeps running if they cannot be written: without a reader they are
 * lost, on a full disk they wait for room, and a reader that is slow holds up nothing.
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
  // Unlike the streams of Node.js, it can write again after the disk was full.
  const lines = destination({ fd: stream.fd, sync: true, maxLength: MAX_BACKLOG_BYTES });
  lines.on('error', () => {});
  return lines;
}

async function logDestination(): Promise<DestinationStream> {
  if (!process.stderr.isTTY) return lineStream(process.stderr);
  const { PinoPretty } = await import('pino-pretty');
  return PinoPretty({ destination: STANDARD_ERROR, sync: true, singleLine: true, translateTime: 'SYS:HH:MM:ss.l' });
}
