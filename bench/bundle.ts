/** The bundle, which users run: benchmarks of what a start or a process costs use it and not the sources. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');

/** Makes the bundle of the sources as they are. */
export function buildBundle(): void {
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/build.ts')]);
}
