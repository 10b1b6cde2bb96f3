/** `weir holders` without a verb: the holders of a token as a table or a file, page by page, so that memory use is constant. */
import { sum } from '../../../explorer/decimals.js';
import { type RowFormat, rowFormats } from '../../../explorer/history/row-formats.js';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import { IssuerDesk } from '../issuer/issuer-desk.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { holderOfLine } from './holder-lines.ts';
import { HOLDER_COLUMNS, type HolderFormat, type ListOptions, parseListOptions } from './holders-options.ts';

/** The longest address and amount (`issuedText` writes up to 25 decimal places), and the heads. */
const WIDTHS = { holder: 35, balance: 27, limit: 27, authorized: 10, frozen: 6 } as const;
const AMOUNTS: readonly string[] = ['balance', 'limit'];

/** A table with fixed widths, so that a row can be written before the next one is read. */
const TABLE: RowFormat = {
  start: tableLine(Object.fromEntries(HOLDER_COLUMNS.map((column) => [column, column]))),
  end: '',
  row: tableLine,
};

const FORMATS: Readonly<Record<HolderFormat, RowFormat>> = { table: TABLE, ...rowFormats(HOLDER_COLUMNS) };

/** Runs the command; gives its exit code. */
export async function listHolders(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = parseListOptions(args, terminal.environment);
  const desk = new IssuerDesk(options.url, options.issuer, options.currency);
  const { count, outstanding, firstLedger, lastLedger } = await writeRows(desk, options, terminal);
  const ledgers = firstLedger === lastLedger ? `ledger ${firstLedger}` : `ledgers ${firstLedger} to ${lastLedger}`;
  const { flags } = await desk.account(options.ledger);
  if ((flags & EntryFlags.AccountRoot.lsfGlobalFreeze) !== 0)
    terminal.note('The issuer has a global freeze: the tokens of all holders are frozen.');
  terminal.note(`${count} holders, ${outstanding} ${options.currency} outstanding, ${ledgers}.`);
  return 0;
}

interface Totals {
  readonly count: number;
  readonly outstanding: string;
  readonly firstLedger: number | undefined;
  readonly lastLedger: number | undefined;
}

async function writeRows(desk: IssuerDesk, { format, ledger }: ListOptions, terminal: Terminal): Promise<Totals> {
  const { start, row } = FORMATS[format];
  let count = 0;
  let outstanding = '0';
  let firstLedger: number | undefined;
  let lastLedger: number | undefined;
  for await (const page of desk.linePages(ledger)) {
    // Nothing is written before the first page is read, so that a failed request writes nothing.
    let text = firstLedger === undefined ? start : '';
    for (const line of page.lines) {
      const holder = holderOfLine(line);
      if (holder === undefined) continue;
      text += row(holder, count === 0);
      count += 1;
      outstanding = sum(outstanding, holder.balance)!;
    }
    firstLedger ??= page.ledgerIndex;
    lastLedger = page.ledgerIndex;
    if (text === '') continue;
    if (format === 'table') terminal.print(text.slice(0, -1));
    else terminal.printData(text.slice(0, -1));
  }
  return { count, outstanding, firstLedger, lastLedger };
}

function tableLine(row: Readonly<Record<string, string>>): string {
  const cells = HOLDER_COLUMNS.map((column) => {
    const cell = row[column]!;
    return AMOUNTS.includes(column) ? cell.padStart(WIDTHS[column]) : cell.padEnd(WIDTHS[column]);
  });
  return `${cells.join('  ').trimEnd()}\n`;
}
