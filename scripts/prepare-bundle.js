/**
 * Run by `npm ci` at its end (`prepare`): bundles the program, so that it starts fast. Without a bundle the sources
 * run, so a missing bundler or an old Node does not fail the installation.
 */
try {
  await import('./build.ts');
} catch (error) {
  process.stderr.write(`weir: not bundled, and so slower to start: ${/** @type {Error} */ (error).message}\n`);
}
