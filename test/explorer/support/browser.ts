/**
 * A real browser without a window, for tests of the explorer: the Chromium of `npm run tools`. It is unpacked once,
 * beside what else tests keep in `node_modules/.cache`.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser } from 'puppeteer-core';

const UNPACKED = path.join(import.meta.dirname, '../../../node_modules/.cache/chromium');

/** Why there is none here; undefined where it can run. */
export const NO_BROWSER: string | undefined =
  process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : `the browser that npm installs is for Linux on x64, and this is ${process.platform} on ${process.arch}`;

/** What has it draw by a graphics processor that it plays itself: the explorer has nothing that needs one. */
const PLAYED_GRAPHICS = /^--(use-gl|use-angle|enable-unsafe-swiftshader|ignore-gpu-blocklist)\b/;

/** Starts it. Whoever calls closes it. */
export async function openBrowser(): Promise<Browser> {
  const args = [...chromium.args.filter((arg) => !PLAYED_GRAPHICS.test(arg)), '--disable-gpu'];
  return puppeteer.launch({ executablePath: await unpack(), args, headless: 'shell' });
}

/** The path of the program. What is not whole is never there under its name. */
async function unpack(): Promise<string> {
  const program = path.join(UNPACKED, 'chromium');
  if (existsSync(program)) return program;
  const partial = `${UNPACKED}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  // The package unpacks to where the system has its temporary files.
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
    // Another process was faster, and may be running what it has unpacked.
    rmSync(partial, { recursive: true });
    if (!existsSync(program)) throw error;
  }
  return program;
}
