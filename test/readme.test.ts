/** What the README says there is, is there: transaction types, options and files. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { START_HELP } from '../src/cli/help.ts';
import { transactionTypeName } from '../src/protocol/type-codes.ts';
import { transactionTypeOf } from '../src/transactions/table.ts';
import { LAYERS } from './support/layers.ts';

const ROOT = path.join(import.meta.dirname, '..');
const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
/** From here on types are the ledger's own, and nobody can submit them. */
const FIRST_PSEUDO_TYPE = 100;
const DOCUMENTS = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync(path.join(ROOT, 'docs')).map((name) => `docs/${name}`),
];

/** The anchors of a page's headings, as hosts of repositories make them. */
function anchorsOf(file: string): Set<string> {
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map((match) => match[1]!);
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function isThere(document: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const page = path.join(ROOT, file === '' ? document : path.join(path.dirname(document), file));
  return existsSync(page) && (anchor === undefined || anchorsOf(page).has(anchor));
}

function appliedTypes(): string[] {
  const names = Array.from({ length: FIRST_PSEUDO_TYPE }, (_, code) => transactionTypeName(code));
  return names.filter((name) => name !== undefined && transactionTypeOf(name) !== undefined) as string[];
}

function listedTypes(): string[] {
  const list = /Transaction types that are applied:(?<names>.*?)\. All others/s.exec(readme)?.groups?.names ?? '';
  return [...list.matchAll(/`(\w+)`/g)].map((match) => match[1]!);
}

describe('the README', () => {
  test('lists the transaction types that are applied, and no others', () => {
    assert.deepEqual(listedTypes().sort(), appliedTypes().sort());
  });

  test('lists the options of weir start, as its help does', () => {
    const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]).sort();
    const listed = names(readme, /^\| `(--[\w-]+)/gm);
    assert.deepEqual(listed, names(START_HELP, /^ {2}(--[\w-]+)/gm));
  });

  test('has a table of contents with all its sections, in their order', () => {
    const anchors = [...readme.matchAll(/^## (.*)$/gm)].map((match) => match[1]!.toLowerCase().replaceAll(' ', '-'));
    assert.deepEqual(
      [...readme.matchAll(/\]\(#([^)]+)\)/g)].map((match) => match[1]),
      anchors,
    );
  });

  for (const name of DOCUMENTS) {
    test(`${name} links to what is there`, () => {
      const text = readFileSync(path.join(ROOT, name), 'utf8');
      const targets = [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map((match) => match[1]!);
      assert.deepEqual(
        targets.filter((target) => !isThere(name, target)),
        [],
      );
    });
  }

  test('has an architecture whose files are there', () => {
    const text = readFileSync(path.join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8');
    const folders = [
      '',
      'src',
      ...LAYERS.map((layer) => `src/${layer}`),
      'src/storage/lmdb',
      'src/transactions/invariants',
      'src/rpc/methods',
    ];
    const named = [...text.matchAll(/`([\w/-]+\.ts)`/g)].map((match) => match[1]!);
    assert.ok(named.length > 30);
    const missing = named.filter((file) => !folders.some((folder) => existsSync(path.join(ROOT, folder, file))));
    assert.deepEqual(missing, []);
  });
});
