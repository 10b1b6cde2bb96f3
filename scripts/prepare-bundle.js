/**
 * What `npm ci` does at its end (`prepare`): bundles the program, so that it starts fast. Without the bundle the sources
 * run, so nothing that is missing here makes an installation fail: the bundler, or a Node that reads TypeScript.
 */
try {
  await import('./build.ts');
} catch (error) {
  process.stderr.write(`weir: not bundled, and so slower to start: ${/** @type {Error} */ (error).message}\n`);
}
