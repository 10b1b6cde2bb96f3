/**
 * `weir export`: the whole history of an account as a table, page by page, so that memory use is constant. The range ends at the
 * ledger that was validated at the start, so that the export ends even if the history grows.
 */
import { EXPORT_COLUMNS, EXPORT_FORMATS, exportRows } from '../../../explorer/history/export-text.js';
import type { Json, JsonObject } from '../../protocol/values.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { CommandError } from '../../util/command-error.ts';
import { createRpcClient, type RpcCall, successOf } from '../request/rpc-client.ts';
import { ProgressBar } from '../terminal/progress-bar.ts';
import { type ExportOptions, parseExportOptions } from './export-options.ts';
import { type ExportOutput, type ExportState, fileOutput, STANDARD_OUTPUT } from './export-output.ts';

const PAGE_LENGTH = 200;

/** Runs the command; gives its exit code. */
export async function exportHistory(args: readonly string[]): Promise<number> {
  const options = parseExportOptions(args);
  const { file, resume, url } = options;
  const output = file === undefined ? STANDARD_OUTPUT : await fileOutput(file, resume);
  const progress = createProgress(process.stderr, Date.now);
  try {
    const rows = await writePages(createRpcClient(url), options, output, progress);
    progress.finish(rows);
  } finally {
    await output.close();
  }
  return 0;
}

async function writePages(
  call: RpcCall,
  options: ExportOptions,
  output: ExportOutput,
  progress: ExportProgress,
): Promise<number> {
  const format = EXPORT_FORMATS[options.format];
  const { earlier } = output;
  if (earlier !== undefined) checkSame(earlier, options);
  const request = earlier?.request ?? (await createRequest(call, options));
  let { marker, rows }: Pick<ExportState, 'marker' | 'rows'> = earlier ?? { rows: 0 };
  // Nothing is written before the first page is read, so that a failed request leaves no file.
  let text = earlier === undefined ? format.start : '';
  do {
    const page = await successOf(call, 'account_tx', { ...request, ...(marker === undefined ? {} : { marker }) });
    const items = page.transactions as readonly JsonObject[];
    for (const row of items.flatMap((item) => exportRows(item, options.account))) {
      if (options.direction !== undefined && row.direction !== options.direction) continue;
      text += format.row(row, rows === 0);
      rows++;
    }
    marker = page.marker;
    if (text !== '') await output.write(text);
    text = '';
    if (marker !== undefined) await output.save({ request, ...shapeOf(options), marker, rows });
    progress.show(shareOf(page), rows);
  } while (marker !== undefined);
  await output.write(format.end);
  await output.finish();
  return rows;
}

/** With a time filter, markers are bound to the range, so the range must be fixed. */
async function createRequest(call: RpcCall, { account, filters }: ExportOptions): Promise<JsonObject> {
  const { ledger_index: last } = await successOf(call, 'ledger', { ledger_index: 'validated', api_version: 2 });
  const range = { ledger_index_min: -1, ledger_index_max: last as Json };
  return { api_version: 2, account, ...range, forward: true, limit: PAGE_LENGTH, ...filters };
}

/** Which rows are written, and their format. */
function shapeOf({ format, direction }: ExportOptions): Pick<ExportState, 'format' | 'columns' | 'direction'> {
  return { format, columns: EXPORT_COLUMNS.join(), ...(direction === undefined ? {} : { direction }) };
}

/** A resumed export must have the same options. */
function checkSame({ request, format, columns, direction }: ExportState, options: ExportOptions): void {
  const asked = Object.entries({ account: options.account, ...options.filters });
  const isSame = asked.every(([name, value]) => JSON.stringify(request[name]) === JSON.stringify(value));
  const filterCount = Object.keys(request).length - Object.keys(options.filters).length;
  if (columns !== EXPORT_COLUMNS.join()) {
    throw new CommandError(
      'the unfinished export has other columns than this version writes; delete it and start again',
    );
  }
  if (!isSame || format !== options.format || direction !== options.direction || filterCount !== REQUEST_MEMBERS) {
    throw new CommandError('the unfinished export has another account, format or filter');
  }
}

/** Members of a request without filters. */
const REQUEST_MEMBERS = 6;

/** Share of the range up to the end of a page. */
function shareOf({
  ledger_index_min: first,
  ledger_index_max: last,
  transactions,
  marker,
  search,
}: JsonObject): number {
  if (marker === undefined) return 1;
  const newest = (transactions as readonly JsonObject[]).at(-1)?.ledger_index;
  const stopped = isJsonObject(search) && isJsonObject(search.stopped_at) ? search.stopped_at.ledger : newest;
  return (Number(stopped ?? first) - Number(first)) / Math.max(1, Number(last) - Number(first));
}

const REDRAW_MS = 100;

export interface ExportProgress {
  /** Shows the share of the ledgers, 0 to 1, and the rows so far. */
  show(share: number, rows: number): void;
  finish(rows: number): void;
}

export function createProgress(stream: NodeJS.WriteStream, nowMs: () => number): ExportProgress {
  const bar = new ProgressBar(stream);
  const startMs = nowMs();
  let drawnMs = Number.NEGATIVE_INFINITY;
  return {
    show(share, rows) {
      if (nowMs() - drawnMs < REDRAW_MS) return;
      drawnMs = nowMs();
      bar.draw(share, `${Math.floor(share * 100)}% of ledgers, ${rows.toLocaleString('en')} rows`);
    },
    finish(rows) {
      const seconds = Math.max(0.001, (nowMs() - startMs) / 1000);
      bar.clear();
      stream.write(`${rows.toLocaleString('en')} rows in ${seconds.toFixed(1)} s\n`);
    },
  };
}
