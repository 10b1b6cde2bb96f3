/** The number of workers of the tests' servers: `WEIR_THREADS`, or the server's default. */

const { WEIR_THREADS: threads } = process.env;

/** For servers in the test's process; 0: the test's thread has the ports. */
export const TEST_THREADS = Number(threads ?? 0);

/** Options of `weir start`; those that a test gives come after them and win. */
export const THREAD_WORDS: readonly string[] = threads === undefined ? [] : ['--threads', threads];

/** Why a test is skipped that holds the time of what has the ports. */
export const SKIP_WITH_THREADS = TEST_THREADS > 0 && 'workers go by the time of the machine';
