/**
 * Preloaded before the test files: the test runner of Node.js does not follow promises. It follows every asynchronous
 * resource, to name the test of an uncaught error. For promises that takes a tenth of the processor time of all tests.
 * Without it such an error fails the file, and `node --test FILE` names the test.
 */
import hooks from 'node:async_hooks';

const { createHook } = hooks;
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
