/** Options of `weir start` with higher limits, for loads that the default limits would refuse. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LIMITS = { open_ledger_size: 20_000, connections: 20_000 };

/** Options of a server with this data directory, whose ledgers close only by `ledger_accept`. */
export function roomyLimits(directory: string): string[] {
  return ['--data', directory, '--manual', ...limitsWords(directory)];
}

/** The options for the limits only. Their file is written to the directory. */
export function limitsWords(directory: string): string[] {
  const file = join(directory, 'limits.json');
  writeFileSync(file, JSON.stringify(LIMITS));
  return ['--limits', file];
}
