/** `npm run paths` counts what a request calls, and by it: a signature that the server made is not verified again. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';

const SCRIPT = path.join(import.meta.dirname, '../scripts/measured-paths.ts');
const HEADLINE = /^(\S.*?) +(\d+) files, (\d+) functions, (\d+) without a name$/;

describe('the measured paths', () => {
  /** The places that each kind of request crosses, by its name. */
  const paths = new Map<string, string[]>();

  before(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, '--list']);
    let places: string[] = [];
    for (const line of stdout.replace(/\n$/, '').split('\n')) {
      const [, name] = HEADLINE.exec(line) ?? [];
      if (name !== undefined) {
        places = [];
        paths.set(name, places);
      } else places.push(line);
    }
  });

  const crosses = (name: string, place: RegExp) => paths.get(name)!.some((line) => place.test(line));

  test('are those of a payment and of a page of its history', () => {
    assert.deepEqual([...paths.keys()], ['submit (secret)', 'ledger_accept', 'submit (blob)', 'account_tx']);
    for (const [name, places] of paths) {
      assert.ok(places.length > 50, name);
      assert.ok(
        places.every((line) => / {2}src\/.+\.ts:\d+ /.test(line)),
        name,
      );
    }
    assert.ok(crosses('submit (blob)', /engine\.ts:\d+ applyTransaction/));
    assert.ok(crosses('ledger_accept', /close-ledger\.ts:\d+ closeLedger/));
    assert.ok(!crosses('account_tx', /applyTransaction|closeLedger/));
  });

  test('verify the signature that a client made, and not one that was made here', () => {
    const verify = /crypto\/key-pair\.ts:\d+ verify/;
    assert.ok(crosses('submit (blob)', verify));
    assert.ok(!crosses('submit (secret)', verify));
    assert.ok(crosses('submit (secret)', /key-pair\.ts:\d+ sign$/));
  });
});
