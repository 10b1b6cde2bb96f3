/** The README, docs/compatibility.md and docs/ARCHITECTURE.md name what exists: transaction types, methods, commands, files. */

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { transactionTypeNames } from '../../src/protocol/tables/type-codes.ts';
import { methodTable } from '../../src/rpc/table.ts';
import { SENT_TYPES, transactionTypeOf } from '../../src/transactions/types/table.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
const readme = read('README.md');
const MAX_PICTURE_BYTES = 120_000;

function listedTypes(): string[] {
  const list = /Transaction types that are applied:\n\n(?<names>(?:\|.*\n)+)/.exec(readme)?.groups?.names ?? '';
  return [...list.matchAll(/`(\w+)`/g)].map((match) => match[1]!);
}

describe('the README', () => {
  test('lists the transaction types that Weir applies', () => {
    assert.deepEqual(listedTypes().sort(), SENT_TYPES);
  });

  test('has the right numbers of transaction types and methods', () => {
    const types = /^\| Transaction types .* (?<count>\d+) \(\[list\]/m.exec(readme)?.groups?.count;
    assert.equal(Number(types), SENT_TYPES.length);
    const methods = /\[(?<count>\d+) methods\]/.exec(readme)?.groups?.count;
    assert.equal(Number(methods), methodTable.size);
  });

  test('gives the commands that start and test Weir', () => {
    for (const command of ['npm ci && npm start', 'npm ci && npm test']) assert.ok(readme.includes(command), command);
  });

  test('shows a small recording of a terminal, which loads nothing and runs no script', () => {
    const [, file] = /!\[[^\]]+\]\((docs\/terminal\.svg)\)/.exec(readme)!;
    const picture = read(file!);
    assert.ok(picture.length < MAX_PICTURE_BYTES, `${picture.length} bytes`);
    assert.doesNotMatch(picture, /<script|href|url\(|@import|@font-face/);
    for (const words of ['weir start', 'weir submit', 'tecPATH_DRY', 'Why:']) assert.ok(picture.includes(words), words);
  });

  test('is short', () => {
    const lines = readme.split('\n').length;
    assert.ok(lines <= 180, `${lines} lines`);
  });
});

describe('docs/compatibility.md', () => {
  test('lists the transaction types that Weir does not apply', () => {
    const row = /^\| Transaction types that are not applied: (?<names>.*?);/m.exec(read('docs/compatibility.md'));
    const named = [...(row?.groups?.names ?? '').matchAll(/`(\w+)`/g)].map((match) => match[1]!);
    const others = transactionTypeNames().filter((name) => transactionTypeOf(name) === undefined);
    assert.deepEqual(named.sort(), others.sort());
  });
});

describe('docs/ARCHITECTURE.md', () => {
  /** A file may be named by the end of its path if that is unique. */
  const isThere = (file: string, name: string) => file.endsWith(`/${name}`) && existsSync(path.join(ROOT, file));

  test('names files that exist', () => {
    const files = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).map(
      (file) => `/src/${file}`,
    );
    const named = [...read('docs/ARCHITECTURE.md').matchAll(/`([\w/-]+\.ts)`/g)].map((match) => match[1]!);
    assert.ok(named.length > 30);
    const missing = named.filter((name) => ![...files, `/${name}`].some((file) => isThere(file, name)));
    assert.deepEqual(missing, []);
  });
});
