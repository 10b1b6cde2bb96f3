/** The completion scripts, each run in its shell if that is installed. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { EXPORT_FORMATS } from '../../../explorer/history/export-text.js';
import { TransactionFlags } from '../../protocol/tables/flags.ts';
import { SENT_TYPES } from '../../transactions/types/table.ts';
import { COMMANDS } from '../command-table.ts';
import { shownMethods } from '../request/json-help.ts';
import { wordOfMethod } from '../request/method-word.ts';
import { START_OPTIONS } from '../start/start-options.ts';
import { LOG_LEVELS } from '../terminal/logger.ts';
import { COMPLETED_SHELLS, type CompletedShell } from './completed-shells.ts';
import { completion } from './completion.ts';

const run = promisify(execFile);
const dashed = (names: readonly string[]) => names.map((name) => `--${name}`);
const COMMAND_NAMES = COMMANDS.map(({ name }) => name);
const METHOD_NAMES = shownMethods()
  .map(({ name }) => wordOfMethod(name))
  .filter((name) => !COMMAND_NAMES.includes(name));

/** The command line, whose last word is completed → the suggestions. */
const OFFERED: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
  [[''], [...COMMAND_NAMES, ...METHOD_NAMES]],
  [['account_l'], ['account_lines']],
  [['st'], ['start', 'state', 'stop']],
  [['--v'], ['--version']],
  [
    ['start', '--'],
    [...dashed(Object.keys(START_OPTIONS)), '--help'],
  ],
  [['start', '--log-level', ''], LOG_LEVELS],
  [['start', '--log-level', 'f'], ['fatal']],
  [['start', '--dev', '--log-level', 'd'], ['debug']],
  [['start', '--port', '0', '--ephem'], ['--ephemeral']],
  [
    ['channel', ''],
    ['close', 'fund', 'list', 'open', 'redeem', 'sign', 'verify', 'watch'],
  ],
  [['channel', 'op'], ['open']],
  [['channel', 'open', 'rX', '10XRP', '--settle'], ['--settle-delay']],
  [
    ['channel', 'sign', '--key-type', ''],
    ['secp256k1', 'ed25519'],
  ],
  [['export', 'rX', '--format', ''], Object.keys(EXPORT_FORMATS)],
  [['export', 'rX', '--direction', 'i'], ['in']],
  [
    ['verify', '--'],
    ['--data', '--deep', '--repair', '--help'],
  ],
  [['authorize', '--all'], ['--all-pending']],
  [
    ['holders', ''],
    ['clawback', 'deep-freeze', 'freeze', 'unfreeze'],
  ],
  [['holders', '--format', 'c'], ['csv']],
  [['holders', 'clawback', '--am'], ['--amount']],
  [['json', 'subsc'], []],
  [
    ['json', 'channel_'],
    ['channel_authorize', 'channel_verify'],
  ],
  [['completion', ''], COMPLETED_SHELLS],
  [['types', ''], SENT_TYPES],
  [['types', 'OfferCr'], ['OfferCreate']],
  [['types', 'OfferCreate', ''], Object.keys(TransactionFlags.OfferCreate)],
  [['types', 'OfferCreate', 'tfSell', 'tfFill'], ['tfFillOrKill']],
  [['types', 'AccountSet', 'asfDefault'], ['asfDefaultRipple']],
  [['account_info', '--u'], ['--url']],
  [['account_info', 'rX', 'v'], ['validated']],
  [['account_tx', 'rX', '-1', '-1', 'd'], ['descending']],
  [['ledger', 'validated', 't'], ['tx']],
  [['clock', 'adv'], ['advance']],
];

/** The code that prints the completions of a shell. Each gets the file of the script and the words. */
const ASKED: Record<CompletedShell, (script: string, words: readonly string[]) => [options: string[], code: string]> = {
  bash: (script, words) => [
    ['--norc', '--noprofile'],
    `source ${script}
complete -p weir >/dev/null || exit 9
COMP_WORDS=(weir ${quoted(words)}); COMP_CWORD=${words.length}; _weir 2>&1; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  zsh: (script, words) => [
    ['-f'],
    `compdef() { compared=$1 }
_files() { : }
compadd() { shift; for word in "$@"; do [[ $word == $PREFIX* ]] && print -r -- $word; done }
source ${script}
[[ $compared == _weir ]] || exit 9
words=(weir ${quoted(words)}); CURRENT=${words.length + 1}; PREFIX=${quoted(words.slice(-1))}; _weir; true`,
  ],
  fish: (script, words) => [
    ['--no-config'],
    `source ${script}; complete -C 'weir ${words.join(' ')}' | string replace -r '\\t.*' ''; true`,
  ],
};

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(' ');
}

/** Between the answers of one process. */
const NEXT = '-- next --';

for (const shell of COMPLETED_SHELLS) {
  const isMissing = spawnSync(shell, ['-c', 'true']).error !== undefined;
  describe(`the completion of ${shell}`, { skip: isMissing ? `there is no ${shell} here` : false }, () => {
    let directory: string;
    let script: string;
    before(async () => {
      directory = mkdtempSync(join(tmpdir(), 'weir-completion-'));
      script = join(directory, 'script');
      let printed = '';
      assert.equal(await completion([shell], (text) => (printed += `${text}\n`), COMMANDS), 0);
      writeFileSync(script, printed);
    });
    after(() => rmSync(directory, { recursive: true, force: true }));

    test('offers what the tables hold', async () => {
      const asked = OFFERED.map(([words]) => ASKED[shell](script, words));
      const code = asked.map(([, one]) => one).join(`\necho ${NEXT}\n`);
      const { stdout, stderr } = await run(shell, [...asked[0]![0], '-c', code]);
      assert.equal(stderr, '');
      const answers = stdout.split(`${NEXT}\n`);
      for (const [at, [words, offered]] of OFFERED.entries()) {
        const lines = answers[at]!.split('\n').filter((line) => line !== '');
        assert.deepEqual([...new Set(lines)].sort(), [...offered].sort(), `weir ${words.join(' ')}`);
      }
    });

    test('completes --option=value', { skip: shell !== 'bash' && 'only bash splits the word' }, async () => {
      for (const words of ["weir start --log-level '=' tr", "weir start --log-level '='"]) {
        const code = `source ${script}; COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _weir; echo "\${COMPREPLY[@]}"`;
        assert.match((await run('bash', ['-c', code])).stdout, /trace/);
      }
    });
  });
}
