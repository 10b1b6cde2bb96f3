/**
 * Executes a document: starts the server that the document starts and runs each printed command. If the document's
 * server closes ledgers by a timer, this one uses `--manual` instead, so that no answer depends on speed.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { runServer } from '../../src/cli/start/run-server.ts';
import { bannerOf } from '../../src/cli/start/start.ts';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { type PrintedStep, RECEIVED, SENT } from './printed-page.ts';
import { PROGRAM, runProgram } from './program.ts';
import { ServerProcess } from './server-process.ts';
import { shownDifferences } from './shown-answer.ts';
import { WebSocketClient } from './websocket-client.ts';

const START = /^npm start(?: --(?<options>( \S+)+))?$/;
const CURL = /^curl -s http:\/\/127\.0\.0\.1:5005(?<path>\/\w+)?(?: -d '(?<body>[^']*)')?$/;
const COMMAND_LINE =
  /^(?:echo '(?<input>[^']*)' \| )?(?:WEIR_SECRET=(?<secret>\w+) )?npm run --silent weir -- (?<words>.*)$/;

/** The server of the pages. */
const PRINTED_URL = 'http://127.0.0.1:5005';

interface PrintedServer {
  /** What it printed at its start. */
  readonly banner: string;
  readonly url: string;
  stop(): Promise<void>;
}

export class PrintedSession {
  readonly #data = mkdtempSync(path.join(tmpdir(), 'weir-printed-'));
  /** The working directory of commands, which may create files there. */
  readonly #work = mkdtempSync(path.join(tmpdir(), 'weir-printed-work-'));
  readonly #startsProcesses: boolean;
  #server: PrintedServer | undefined;
  #socket: WebSocketClient | undefined;

  /** `startsProcesses`: servers are processes, as readers start them, and not in this process, which is faster. */
  constructor({ startsProcesses }: { readonly startsProcesses: boolean }) {
    this.#startsProcesses = startsProcesses;
  }

  /** Runs the command. Returns a line for each place where its output differs from what is shown. */
  async differences({ command, shown }: PrintedStep): Promise<string[]> {
    const start = START.exec(command);
    const printed = start === null ? await this.#answerTo(command) : await this.#start(start.groups?.options);
    if (shown.startsWith('{') && !shown.includes('\n{'))
      return shownDifferences(JSON.parse(shown), JSON.parse(printed));
    return shownDifferences(shown.split('\n'), printed.trimEnd().split('\n'));
  }

  async end(): Promise<void> {
    this.#socket?.socket.terminate();
    await this.#server?.stop();
    for (const place of [this.#data, this.#work]) rmSync(place, { recursive: true, force: true });
  }

  /** Stops the running server, if any, and starts another. Returns its banner with the default address, path and interval. */
  async #start(options = ''): Promise<string> {
    await this.#server?.stop();
    this.#server = undefined;
    const words = new Set(options.split(' ').filter((word) => word !== ''));
    const isTimed = !words.has('--manual') && !words.has('--close-interval');
    if (isTimed) words.add('--manual');
    const place = words.has('--ephemeral') ? [] : ['--data', this.#data];
    this.#server = await (this.#startsProcesses ? serverProcess : serverHere)([...words, ...place]);
    const { banner, url } = this.#server;
    const shown = banner.replaceAll(new URL(url).host, '127.0.0.1:5005').replace(this.#data, '…/weir-data');
    return isTimed ? shown.replace('only by ledger_accept (--manual)', 'every 4 s') : shown;
  }

  async #answerTo(command: string): Promise<string> {
    assert.ok(this.#server !== undefined, 'the document must start a server first');
    const { url } = this.#server;
    if (command === RECEIVED) return this.#nextMessage();
    if (command.startsWith(SENT)) return this.#send(url, JSON.parse(command.slice(SENT.length)));
    const curl = CURL.exec(command)?.groups;
    if (curl !== undefined) return request(`${url}${curl.path ?? ''}`, curl.body);
    const { words, input, secret } = COMMAND_LINE.exec(command)?.groups ?? {};
    assert.ok(words !== undefined, `unknown form of command: ${command}`);
    const surroundings = {
      directory: this.#work,
      input,
      environment: secret === undefined ? {} : { WEIR_SECRET: secret },
    };
    const named = words.split(' ').map((word) => (word === PRINTED_URL ? url : word));
    const options = named.includes(url) ? [] : ['--url', url];
    return runProgram(process.execPath, [PROGRAM, ...named, ...options], surroundings);
  }

  async #send(url: string, { command, ...params }: JsonObject): Promise<string> {
    this.#socket ??= await WebSocketClient.connect(Number(new URL(url).port));
    return JSON.stringify(await this.#socket.request(String(command), params));
  }

  async #nextMessage(): Promise<string> {
    const socket = this.#socket;
    assert.ok(socket !== undefined, 'no WebSocket message was sent before');
    await socket.until(() => socket.events.length > 0);
    return JSON.stringify(socket.events.shift());
  }
}

async function serverProcess(words: readonly string[]): Promise<PrintedServer> {
  const server = await ServerProcess.start(words);
  const stop = async () => assert.equal(await server.stop(), 0);
  return { banner: server.output, url: server.url, stop };
}

async function serverHere(words: readonly string[]): Promise<PrintedServer> {
  const options = parseStartOptions(['--port', '0', ...words]);
  const server = await runServer({ ...options, threads: options.threads ?? 0 }, pino({ level: 'silent' }));
  return { banner: bannerOf(options, server), url: `http://127.0.0.1:${server.port}`, stop: () => server.stop() };
}

async function request(url: string, body: string | undefined): Promise<string> {
  const response = await fetch(url, body === undefined ? {} : { method: 'POST', body });
  return response.text();
}
