/**
 * Writes the recording of a terminal that the README shows, an animated picture: `node scripts/record-terminal.ts`. A shell runs the
 * commands below against a real server. Its port is a free one, and is shown as the usual one.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../test/support/free-port.ts';
import { PROGRAM } from '../test/support/program.ts';

const PICTURE = path.join(import.meta.dirname, '../docs/terminal.svg');
const USUAL_PORT = '5005';
const SECRET = 'sEdSgth9xDJbCUt2myNuRJNHkSAnXbn';
const PAYER = 'rpGptsWooCQZrthANBxF3cfi1mQ8fkiTv4';
const PAYEE = 'rncj3FBAk2fxd2BPHdxmXxuzNwVfGqorsD';

const COLUMNS = 102;
const CHARACTER = { width: 7.5, height: 18, size: 12.5 };
const MARGIN = { side: 16, top: 14 };
const COLOURS = { ground: '#16181d', text: '#c9d1d9', command: '#ffffff', prompt: '#56d364' };
const TYPING_SECONDS = 0.02;
const MAX_TYPING_SECONDS = 1.4;
const READING_SECONDS = 1.3;
const LAST_READING_SECONDS = 9;

interface Step {
  readonly command: string;
  /** Commands that are run after it and not shown. */
  readonly hidden?: string;
}

/** In several lines, as people type it. */
const payment = (amount: string) =>
  `weir submit ${SECRET} '{"TransactionType": "Payment",
  "Account": "${PAYER}",
  "Destination": "${PAYEE}",
  "Amount": ${amount}}'`;

const STEPS: readonly Step[] = [
  {
    command: 'weir start --ephemeral --dev --manual > out.txt 2> log.txt &',
    hidden: 'until weir ping > /dev/null 2>&1; do sleep 0.1; done',
  },
  { command: 'head -3 out.txt' },
  { command: `${payment('"100000000"')} | grep engine_result_message` },
  { command: 'weir ledger_accept | grep index' },
  { command: `weir account_info ${PAYEE} validated | grep Balance` },
  { command: `${payment(`{"currency": "EUR", "value": "5",\n    "issuer": "${PAYER}"}`)} > answer.json` },
  { command: 'weir explain $(jq -r .result.tx_json.hash answer.json) | head -5 | fold -s -w 100' },
];

/** A line of the picture. It appears at `seconds`, and a typed one takes `typingSeconds` from there. */
interface Line {
  readonly text: string;
  readonly seconds: number;
  readonly typingSeconds?: number;
}

/** Runs commands one after another in one shell. */
class Shell {
  readonly #process;
  #output = '';

  constructor(directory: string, port: number) {
    const env = { ...process.env, WEIR_URL: `http://127.0.0.1:${port}`, LC_ALL: 'C.UTF-8', NO_COLOR: '1' };
    this.#process = spawn('bash', [], { cwd: directory, env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#process.stdout.on('data', (part) => {
      this.#output += part;
    });
  }

  /** Returns the lines that the command prints. */
  async run(command: string): Promise<string[]> {
    this.#output = '';
    this.#process.stdin.write(`${command}\necho "end $?"\n`);
    while (!/^end \d+$/m.test(this.#output)) {
      if (this.#process.exitCode !== null) throw new Error(`the shell ended at: ${command}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const [, printed, code] = /^(.*?)\n?end (\d+)\n$/s.exec(this.#output)!;
    if (code !== '0') throw new Error(`${command} failed with ${code}: ${printed}`);
    return printed === '' ? [] : printed!.split('\n');
  }

  async end(): Promise<void> {
    await this.run('weir stop > /dev/null; wait');
    this.#process.stdin.end();
  }
}

async function record(shell: Shell, port: number): Promise<{ lines: Line[]; endSeconds: number }> {
  const lines: Line[] = [];
  let seconds = 0.5;
  for (const { command, hidden } of STEPS) {
    const typed = command.split('\n').map((text, index) => `${index === 0 ? '$' : '>'} ${text}`);
    const perLine = Math.min(TYPING_SECONDS * COLUMNS, MAX_TYPING_SECONDS / typed.length);
    for (const text of typed) {
      lines.push({ text, seconds, typingSeconds: perLine });
      seconds += perLine;
    }
    const printed = await shell.run(command);
    if (hidden !== undefined) await shell.run(hidden);
    seconds += 0.3;
    for (const text of printed) lines.push({ text: text.replaceAll(`:${port}`, `:${USUAL_PORT}`), seconds });
    seconds += printed.length === 0 ? 0.2 : READING_SECONDS;
  }
  return { lines, endSeconds: seconds + LAST_READING_SECONDS };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** The lines as a picture that repeats. Readers who prefer less motion see all lines at once. */
function picture(lines: readonly Line[], endSeconds: number): string {
  const width = MARGIN.side * 2 + COLUMNS * CHARACTER.width;
  const height = MARGIN.top * 2 + lines.length * CHARACTER.height;
  const percent = (seconds: number) => ((seconds / endSeconds) * 100).toFixed(2);
  const rules: string[] = [];
  const texts = lines.map(({ text, seconds, typingSeconds }, index) => {
    const steps =
      typingSeconds === undefined
        ? `0%{opacity:0}${percent(seconds)}%{opacity:1}to{opacity:1}`
        : `0%{clip-path:inset(0 100% 0 0)}${percent(seconds)}%{clip-path:inset(0 100% 0 0);` +
          `animation-timing-function:steps(${text.length})}` +
          `${percent(seconds + typingSeconds)}%{clip-path:inset(0 0 0 0)}to{clip-path:inset(0 0 0 0)}`;
    rules.push(`@keyframes l${index}{${steps}}#l${index}{animation-name:l${index}}`);
    const y = MARGIN.top + (index + 0.75) * CHARACTER.height;
    const length = (text.length * CHARACTER.width).toFixed(1);
    const content =
      typingSeconds === undefined
        ? escaped(text)
        : `<tspan class="p">${escaped(text[0]!)}</tspan>${escaped(text.slice(1))}`;
    const kind = typingSeconds === undefined ? '' : ' class="c"';
    return `<text id="l${index}"${kind} x="${MARGIN.side}" y="${y}" textLength="${length}">${content}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>A terminal: a server is started, a payment is made, and a failed payment is explained</title>
<style>
text{font:${CHARACTER.size}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:${COLOURS.text};white-space:pre;\
animation:${endSeconds.toFixed(1)}s step-end infinite}
.c{fill:${COLOURS.command}}.p{fill:${COLOURS.prompt}}
${rules.join('\n')}
@media (prefers-reduced-motion:reduce){text{animation:none}}
</style>
<rect width="100%" height="100%" rx="8" fill="${COLOURS.ground}"/>
${texts.join('\n')}
</svg>
`;
}

const directory = mkdtempSync(path.join(tmpdir(), 'weir-terminal-'));
try {
  const port = await freePort();
  const program = `#!/bin/sh\n[ "$1" = start ] && set -- "$@" --port ${port}\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`;
  writeFileSync(path.join(directory, 'weir'), program, { mode: 0o755 });
  process.env.PATH = `${directory}:${process.env.PATH}`;
  const shell = new Shell(directory, port);
  const { lines, endSeconds } = await record(shell, port);
  await shell.end();
  writeFileSync(PICTURE, picture(lines, endSeconds));
} finally {
  rmSync(directory, { recursive: true, force: true });
}
