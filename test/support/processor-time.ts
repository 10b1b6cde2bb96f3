/** How much a test's process has worked: unlike the time on a clock, this says little about what else the machine does. */

/** Milliseconds of the processor that this process has used, its threads together. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
