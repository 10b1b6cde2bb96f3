import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { functionLengths } from './function-lengths.ts';

/** The lengths as `line:lines`, in the order of their starts. */
function lengths(source: string): string[] {
  const found = functionLengths(source).sort((a, b) => a.line - b.line || b.lines - a.lines);
  return found.map(({ line, lines }) => `${line}:${lines}`);
}

describe('the length of functions', () => {
  test('counts from the parameters to the end of the body', () => {
    assert.deepEqual(lengths('function f(\n  a: number,\n): { b: number } {\n  return { b: a };\n}\n'), ['1:5']);
    assert.deepEqual(lengths('class A {\n  #f<T>(a: T): T {\n    return a;\n  }\n  get b() { return 1; }\n}'), [
      '2:3',
      '5:1',
    ]);
    assert.deepEqual(lengths('const f = async (a: string): Promise<void> => {\n  await a;\n};'), ['1:3']);
    assert.deepEqual(lengths('const f = (a) => ({\n  a,\n});'), ['1:3']);
    assert.deepEqual(lengths('const f = a => {\n};'), ['1:2']);
  });

  test('counts inner functions by themselves and as part of the outer one', () => {
    assert.deepEqual(lengths('function f() {\n  return [1].map((a) => {\n    return a;\n  });\n}'), ['1:5', '2:3']);
  });

  test('takes no block for a function', () => {
    const blocks = [
      'if (a) {\n}',
      'for (const b of a) {\n}',
      'for await (const b of a) {\n}',
      'while (a()) {\n}',
      'switch (a) {\ncase 1: {\n}\n}',
      'try {\n} catch (error) {\n}',
      'const a = { b: { c: [1] } };',
      'class A extends B {\n}',
    ];
    for (const block of blocks) assert.deepEqual(lengths(block), [], block);
  });

  test('is not misled by brackets in texts, comments and regular expressions', () => {
    const noise = [
      "const a = '({[' + \"(\" + `{\n(` + '\\'(';",
      '// ({[\n/* { */',
      'const b = /[/({]\\/(/.test(a) || c / d / e;',
      'const c = `$' + '{a.map((x) => `($' + "{x}{`)}{` + '}';",
      'return_ = a / 2; const d = [1] / 3;',
    ];
    for (const text of noise) {
      assert.deepEqual(lengths(`${text}\nfunction f() {\n}`).at(-1), `${text.split('\n').length + 1}:2`, text);
    }
  });

  test('says so when brackets do not match', () => {
    assert.throws(() => functionLengths('const a = 1;\nconst b = `${a`;'));
  });
});
