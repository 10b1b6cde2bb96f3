/**
 * True if tests try every case instead of a selection: `WEIR_TEST_CASES=all`. `npm run soak` sets it for the tests that
 * it runs completely.
 */
export const TRIES_EVERY_CASE = process.env.WEIR_TEST_CASES === 'all';
