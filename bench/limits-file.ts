/** Options of `weir start` for a load that the usual limits would not let in. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LIMITS = { open_ledger_size: 20_000, connections: 20_000 };

/** Options of a server whose data are in that directory, and whose ledgers close by `ledger_accept` only. */
export function roomyLimits(directory: string): string[] {
  return ['--data', directory, '--manual', ...limitsWords(directory)];
}

/** The limits alone, whose file goes into that directory. */
export function limitsWords(directory: string): string[] {
  const file = join(directory, 'limits.json');
  writeFileSync(file, JSON.stringify(LIMITS));
  return ['--limits', file];
}
