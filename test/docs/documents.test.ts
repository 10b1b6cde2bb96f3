/** Every document is linked from the index, and every link has a target. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { documentNames, textFileNames } from '../support/documents.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
const withoutCode = (text: string) => text.replace(/^```.*?^```$/gms, '');

/** The targets of a page's links within the repository. */
function targetsOf(name: string): string[] {
  return [...withoutCode(read(name)).matchAll(/\]\((?!https?:)([^)]+)\)/g)].map((match) => match[1]!);
}

/** The anchors of a page's headings, as repository hosts generate them: a repeated one gets a number. */
function anchorsOf(name: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading] of withoutCode(read(name)).matchAll(/^#+ (.*)$/gm)) {
    const words = heading!.replace(/\[(.*?)\]\(.*?\)/g, '$1').toLowerCase();
    const anchor = words.replace(/[^\w\- ]/g, '').replaceAll(' ', '-');
    let free = anchor;
    for (let count = 1; anchors.has(free); count += 1) free = `${anchor}-${count}`;
    anchors.add(free);
  }
  return anchors;
}

function isThere(document: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const page = file === '' ? document : path.join(path.dirname(document), file);
  return existsSync(path.join(ROOT, page)) && (anchor === undefined || anchorsOf(page).has(anchor));
}

describe('every link works in', () => {
  for (const name of documentNames()) {
    test(name, () => {
      assert.deepEqual(
        targetsOf(name).filter((target) => !isThere(name, target)),
        [],
      );
    });
  }

  test('but not to a page or anchor that does not exist', () => {
    assert.equal(isThere('README.md', 'docs/nowhere.md'), false);
    assert.equal(isThere('README.md', '#nowhere'), false);
    assert.equal(isThere('docs/README.md', '../README.md#first-payment'), true);
  });
});

describe('the index of the documents', () => {
  test('leads to every page, or to an index of it', () => {
    const seen = new Set<string>();
    const visit = (name: string) => {
      if (seen.has(name)) return;
      seen.add(name);
      for (const target of targetsOf(name)) {
        const page = path.posix.join(path.posix.dirname(name), target.split('#')[0]!);
        if (page.endsWith('.md') && existsSync(path.join(ROOT, page)) && page !== name) visit(page);
      }
    };
    const index = 'docs/README.md';
    const listed = new Set(targetsOf(index).map((target) => path.posix.join('docs', target.split('#')[0]!)));
    visit(index);
    const pages = documentNames().filter((name) => name.startsWith('docs/') && name !== index);
    assert.deepEqual(
      pages.filter((name) => !seen.has(name)),
      [],
    );
    const top = pages.filter((name) => name.split('/').length === 2);
    assert.deepEqual(
      top.filter((name) => !listed.has(name)),
      [],
    );
  });

  test('is linked from the README', () => {
    assert.ok(targetsOf('README.md').includes('docs/README.md'));
  });
});

/** The package `weir` without a scope belongs to another project. */
const MENTIONS_OF_THE_OTHER_PACKAGE: readonly RegExp[] = [
  // Without `--no-install`, npx downloads a package that is not installed. With `--no` alone npx reads `--version` as
  // its own option.
  /\b(?:npx|bunx|npm exec|pnpm dlx|yarn dlx)(?: --?\S+(?<! --no-install))* weir\b/,
  /\b(?:npm|pnpm|yarn|bun) (?:i|install|add|link|update|view)\b[^\n`]*? weir(?=[@`'" ]|$)/m,
  /\b(?:from|import|require|resolve)[ (]*['"]weir['"/]/,
  /(?<!@weir-ledger\/)\bweir\/testing\b/,
  /\bnode_modules\\?\/weir\b/,
  /"weir": "(?:file:|npm:|[\^~]?\d|\*|latest)/,
  /^ {0,2}"name": "weir"/m,
];
const mentionsIn = (text: string) =>
  MENTIONS_OF_THE_OTHER_PACKAGE.flatMap(
    (pattern) => pattern.exec(text.replaceAll('--package @weir-ledger/weir', '--no-install'))?.[0] ?? [],
  );

describe('the package is called @weir-ledger/weir', () => {
  test('in every file', () => {
    // The changelog keeps the names of the time of each release.
    const names = textFileNames().filter((name) => name !== 'CHANGELOG.md');
    assert.ok(names.length > 1000 && names.includes('package-lock.json') && names.includes('examples/go/main.go'));
    const mentions = names.flatMap((name) => mentionsIn(read(name)).map((text) => `${name}: ${text}`));
    assert.deepEqual(mentions, []);
  });

  test('and the name of the other package is detected', () => {
    const found = [
      'npx NAME start',
      'npx --yes NAME start',
      'npx --no NAME start',
      'npm install NAME xrpl',
      'npm install --save-dev xrpl NAME@1',
      "import { createLedger } from 'NAME';",
      "require('NAME/testing')",
      '`NAME/testing` has fixtures',
      'node_modules/NAME/dist',
      '  "NAME": "file:../.."',
      '{\n  "name": "NAME",',
    ];
    for (const text of found) assert.notDeepEqual(mentionsIn(text.replace('NAME', 'weir')), [], text);
    const allowed = [
      'npx --no-install NAME start',
      'npx --package @weir-ledger/weir NAME start',
      'npm run NAME',
      '"NAME": "dist/main.cjs"',
    ];
    for (const text of allowed) assert.deepEqual(mentionsIn(text.replace('NAME', 'weir')), [], text);
  });
});
