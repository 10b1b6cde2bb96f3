/** Builds the bundle. Users run the bundle, so benchmarks of start time and memory use it instead of the sources. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');

/** Builds the bundle from the current sources. */
export function buildBundle(): void {
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/build.ts')]);
}
