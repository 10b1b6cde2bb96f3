/** Processor time of this process. Unlike wall-clock time it hardly depends on other load. */

/** Milliseconds of the processor that this process has used, its threads together. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
