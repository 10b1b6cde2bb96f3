/** Every document can be found, and everything that a document links to is there. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { documentNames } from './support/documents.ts';

const ROOT = path.join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
const withoutCode = (text: string) => text.replace(/^```.*?^```$/gms, '');

/** The targets of a page's links within the repository. */
function targetsOf(name: string): string[] {
  return [...withoutCode(read(name)).matchAll(/\]\((?!https?:)([^)]+)\)/g)].map((match) => match[1]!);
}

/** The anchors of a page's headings, as hosts of repositories make them: a repeated one gets a number. */
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

  test('no page that is only made up', () => {
    assert.equal(isThere('README.md', 'docs/nowhere.md'), false);
    assert.equal(isThere('README.md', '#nowhere'), false);
    assert.equal(isThere('docs/README.md', '../README.md#a-short-tour'), true);
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

  test('is found from the README', () => {
    assert.ok(targetsOf('README.md').includes('docs/README.md'));
  });
});
