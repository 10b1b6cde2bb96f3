/** The number of workers of test servers: `WEIR_THREADS`, or the server's default. */

const { WEIR_THREADS: threads } = process.env;

/** Number of workers of servers in the test's process; 0: the test's own thread serves the ports. */
export const TEST_THREADS = Number(threads ?? 0);

/** Options of `weir start` that set the number of workers. Later options of a test override them. */
export const THREAD_WORDS: readonly string[] = threads === undefined ? [] : ['--threads', threads];

/** Options of `weir start` for tests in which threads do not matter: no worker, whose start takes longer, unless `WEIR_THREADS` is set. */
export const ONE_THREAD: readonly string[] = threads === undefined ? ['--threads', '0'] : [];

/** Skip reason for tests that control the clock of the ports. */
export const SKIP_WITH_THREADS = TEST_THREADS > 0 && 'workers use the clock of the machine';
