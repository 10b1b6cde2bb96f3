/** A headless browser for tests of the explorer: the Chromium of `npm run tools`, unpacked once to `node_modules/.cache`. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';
import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser } from 'puppeteer-core';

const UNPACKED = path.join(import.meta.dirname, '../../../node_modules/.cache/chromium');

/** Why the browser cannot run here; undefined if it can. */
export const NO_BROWSER: string | undefined =
  process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : `the browser that npm installs is for Linux on x64, and this is ${process.platform} on ${process.arch}`;

/** Arguments for an emulated graphics processor, which the explorer does not need. */
const EMULATED_GRAPHICS = /^--(use-gl|use-angle|enable-unsafe-swiftshader|ignore-gpu-blocklist)\b/;

/** Few functions of a test run so often that the optimizing compiler saves more time than it takes. */
const SHORT_RUN = '--js-flags=--no-opt';

/** Starts the browser. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  const args = [...chromium.args.filter((arg) => !EMULATED_GRAPHICS.test(arg)), '--disable-gpu', SHORT_RUN];
  return puppeteer.launch({ executablePath: await unpack(), args, headless: 'shell' });
}

let shared: Promise<Browser> | undefined;

/** The browser that all tests of this process share. It is closed after the last test. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser();
  return shared;
}

after(async () => (await shared)?.close());

/** Returns the path of the program, which exists only when it is complete. */
async function unpack(): Promise<string> {
  const program = path.join(UNPACKED, 'chromium');
  if (existsSync(program)) return program;
  const partial = `${UNPACKED}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  // The package unpacks to the directory for temporary files.
  const { TMPDIR } = process.env;
  process.env.TMPDIR = partial;
  try {
    await chromium.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  try {
    renameSync(partial, UNPACKED);
  } catch (error) {
    // Another process was faster and may already run its copy.
    rmSync(partial, { recursive: true });
    if (!existsSync(program)) throw error;
  }
  return program;
}
