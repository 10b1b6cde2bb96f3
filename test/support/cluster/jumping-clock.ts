/**
 * Loaded into a process before its program: its time of day is ahead of the machine's by as many milliseconds as a file
 * says, which is looked at again and again. Spans are left alone, as they are where an operator sets a clock.
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
    // Not set yet.
  }
}

if (file !== undefined) {
  look();
  setInterval(look, LOOK_MS).unref();
  Date.now = () => machineNow() + offsetMs;
}
