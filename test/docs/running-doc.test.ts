/** The commands of docs/running.md, run as printed: a server in a script, backup, restore, upgrade. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import { freePort } from '../support/free-port.ts';
import { PROGRAM, runProgram } from '../support/program.ts';

const PAGE = readFileSync(path.join(import.meta.dirname, '../../docs/running.md'), 'utf8');

/** The text of the section's block of commands. */
function commandsOf(heading: string): string {
  const section = PAGE.slice(PAGE.indexOf(`\n## ${heading}\n`)).split('\n## ')[1]!;
  const block = /^ *```bash\n(?<text>.*?)^ *```$/ms.exec(section)?.groups?.text;
  assert.ok(block, heading);
  return block;
}

describe('docs/running.md', () => {
  const place = mkdtempSync(path.join(tmpdir(), 'weir-running-doc-'));
  let port: number;

  before(async () => {
    port = await freePort();
    const weir = path.join(place, 'weir');
    const start = `[ "$1" = start ] && shift && set -- start --port ${port} "$@"`;
    writeFileSync(weir, `#!/bin/sh\n${start}\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
    chmodSync(weir, 0o755);
  });
  after(() => rmSync(place, { recursive: true, force: true }));

  const run = (commands: string) =>
    runProgram('bash', ['-euc', commands.replaceAll('5005', `${port}`)], {
      directory: place,
      environment: { PATH: `${place}:${process.env.PATH}` },
    });
  const STOP = 'until [ -e weir.pid ]; do sleep 0.1; done; kill "$(cat weir.pid)"; wait';

  test('starts a server from a script, asks whether it answers and stops it', async () => {
    const printed = await run(commandsOf('Scripts'));
    assert.match(printed, /"status": "success"/);
    assert.equal(existsSync(path.join(place, 'weir.pid')), false);
  });

  test('backs a chain up, and restores it', async () => {
    await run(commandsOf('Backup'));
    const [check] = /weir verify --data \.\/chain\.backup --deep/.exec(PAGE) ?? [];
    assert.match(await run(check!), /^No damage: /);
    const restored = await run(`${commandsOf('Restore')}\n${STOP}`);
    assert.match(restored, /^No damage: /);
    assert.ok(existsSync(path.join(place, 'chain.damaged/data.mdb')));
  });

  test('converts a chain only if it has an older format', async () => {
    assert.match(await run(commandsOf('Upgrade')), /nothing to do/);
  });

  test('starts a new chain with options that exist', () => {
    const words = commandsOf('A new chain').trim().split(/\s+/);
    assert.deepEqual(words.slice(0, 2), ['weir', 'start']);
    assert.equal(parseStartOptions(words.slice(2)).dataDirectory, './chain');
  });
});
