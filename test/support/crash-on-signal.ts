/** Preloaded into a server (`--import`): SIGUSR2 throws an error whose message quotes a secret. */
process.on('SIGUSR2', () => {
  const quoted = JSON.stringify({ secret: process.env.CRASH_SECRET });
  throw new Error(`cannot use ${process.env.CRASH_SECRET} of ${quoted}`);
});
