/**
 * Ends the process with one line on a Node.js that is too old for Weir. Plain JavaScript with nothing new in it, and
 * imported before everything else, because older ones already fail at reading the rest.
 */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/** @type {{ engines: { node: string } }} */
const { engines } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8'));

/** @param {string} version such as `v22.18.0` or `>=22.18` */
function parts(version) {
  const [major, minor] = version.replace(/^[^0-9]*/, '').split('.');
  return [Number(major), Number(minor)];
}

const [major = 0, minor = 0] = parts(process.version);
const [neededMajor = 0, neededMinor = 0] = parts(engines.node);
if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  process.stderr.write(
    `weir: Node.js ${neededMajor}.${neededMinor} or newer is needed, but this is ${process.version} (${process.execPath})\n`,
  );
  process.exit(1);
}
