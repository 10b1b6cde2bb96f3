/** A headless browser for tests of the explorer: the Chromium of `npm run tools`, unpacked once to `node_modules/.cache`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';
import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser } from 'puppeteer-core';
import { madeOnce } from '../../support/made-once.ts';

const PACKAGE = path.join(import.meta.dirname, '../../../node_modules/@sparticuz/chromium');

/** Why the browser cannot run here; undefined if it can. */
export const NO_BROWSER: string | undefined =
  process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : `the browser that npm installs is for Linux on x64, and this is ${process.platform} on ${process.arch}`;

/**
 * Not those of the package, which are for a browser that shows trusted pages only: they also turn off what protects users, such as
 * the same-origin policy. The sandbox does not work as root or in most containers. One process, without an emulated graphics
 * processor, starts fastest. Few functions of a test run so often that the optimizing compiler saves more time than it takes.
 */
const ARGUMENTS = ['--no-sandbox', '--no-zygote', '--single-process', '--disable-gpu', '--js-flags=--no-opt'];

/** Starts the browser. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  return puppeteer.launch({ executablePath: await unpack(), args: ARGUMENTS, headless: 'shell' });
}

let shared: Promise<Browser> | undefined;

/** The browser that all tests of this process share. It is closed after the last test. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser();
  return shared;
}

after(async () => (await shared)?.close());

/** Returns the path of the program. */
async function unpack(): Promise<string> {
  const { version } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));
  const folder = await madeOnce(`chromium-${version}`, async (partial) => {
    // The package unpacks to the directory for temporary files.
    const { TMPDIR } = process.env;
    process.env.TMPDIR = partial;
    try {
      await chromium.executablePath();
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
  });
  return path.join(folder, 'chromium');
}
