/**
 * Preloaded into a process: shifts its time of day by the number of milliseconds in a file, which is read repeatedly.
 * Durations are not changed, as when an operator sets a clock.
 */
import { readFileSync } from 'node:fs';

const LOOK_MS = 50;

const file = process.env.WEIR_CLOCK_OFFSET_FILE;
const machineNow = Date.now.bind(Date);
let offsetMs = 0;

function look(): void {
  try {
    offsetMs = Number(readFileSync(file!, 'utf8'));
  } catch {
    // The file does not exist yet.
  }
}

if (file !== undefined) {
  look();
  setInterval(look, LOOK_MS).unref();
  Date.now = () => machineNow() + offsetMs;
}
