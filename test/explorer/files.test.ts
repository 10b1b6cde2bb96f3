/** The files of the explorer: complete without a build, small, and without unsafe code. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { VENDORED_MODULES, vendoredModule } from '../../scripts/vendor-explorer.ts';

const FOLDER = path.join(import.meta.dirname, '../../explorer');
const MAX_BYTES = 400 * 1024;
const names = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name));
const vendored = VENDORED_MODULES.map(({ file }) => file);
const own = names.filter((name) => !vendored.includes(name) && name.endsWith('.js'));

describe('the files of the explorer', () => {
  test('contain the libraries of package-lock.json', async () => {
    for (const module of VENDORED_MODULES) {
      const text = await vendoredModule(module);
      assert.equal(readFileSync(module.file, 'utf8'), text, 'run node scripts/vendor-explorer.ts');
    }
  });

  test('are small', () => {
    const bytes = names.reduce((sum, name) => sum + gzipSync(readFileSync(name)).length, 0);
    assert.ok(bytes > 10_000 && bytes < MAX_BYTES, `${bytes} bytes`);
  });

  test('import nothing from outside', () => {
    assert.ok(own.length >= 10);
    for (const name of own) {
      for (const [, target] of readFileSync(name, 'utf8').matchAll(/\bfrom '([^']+)'/g)) {
        assert.ok(names.includes(path.resolve(path.dirname(name), target!)), `${name} imports ${target}`);
      }
    }
  });

  test('are all in the list of modules if they are loaded later', () => {
    const list = /const MODULES = \[([^\]]*)\]/.exec(readFileSync(path.join(FOLDER, 'modules.js'), 'utf8'))![1]!;
    const listed = new Set([...list.matchAll(/'([^']+)'/g)].map(([, name]) => name!));
    const asked = new Set<string>();
    for (const name of own) {
      const text = readFileSync(name, 'utf8');
      for (const [, target] of text.matchAll(/\b(?:lazy|useModule)\('([^']+)'/g)) asked.add(target!);
      assert.equal(text.match(/\bimport\(/g)?.length ?? 0, name.endsWith('/modules.js') ? 1 : 0, name);
    }
    assert.deepEqual([...listed].toSorted(), [...asked].toSorted());
    for (const name of listed) assert.ok(names.includes(path.join(FOLDER, name)), name);
  });

  test('are preloaded if the first view needs them', () => {
    const needed = new Set<string>();
    const visit = (name: string) => {
      if (needed.has(name)) return;
      needed.add(name);
      const imports = readFileSync(name, 'utf8').matchAll(/^(?:import|export) [^;]*?'(\.[^']+)';/gm);
      for (const [, target] of imports) visit(path.resolve(path.dirname(name), target!));
    };
    visit(path.join(FOLDER, 'app.js'));
    const page = readFileSync(path.join(FOLDER, 'index.html'), 'utf8');
    const preloaded = [...page.matchAll(/rel="modulepreload" href="\/explorer\/([^"]+)"/g)].map(([, name]) => name!);
    const places = [...needed].map((name) => path.relative(FOLDER, name).replaceAll(path.sep, '/'));
    assert.deepEqual(preloaded, places.filter((name) => name !== 'app.js').toSorted());
  });

  test('never parse texts as markup or code', () => {
    for (const name of own) {
      assert.doesNotMatch(
        readFileSync(name, 'utf8'),
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/,
        name,
      );
    }
  });

  test('begin with a header comment', () => {
    for (const name of own) assert.match(readFileSync(name, 'utf8'), /^\/\*\*/, name);
  });
});
