#!/usr/bin/env node
/**
 * `npm create @weir-ledger/weir DIRECTORY`: writes a project with a first test on a ledger. It installs nothing. The project depends
 * on the version of Weir that has the version of this package.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const USAGE = 'usage: npm create @weir-ledger/weir [DIRECTORY] [-- --weir PACKAGE]';
const DEFAULT_DIRECTORY = 'ledger-tests';

/** @returns {number} the exit code */
function main() {
  const given = readArguments(process.argv.slice(2));
  if ('problem' in given) return fail(`${given.problem}\n${USAGE}`, 2);
  const { directory, weir } = given;
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    return fail(`${directory} is not empty: name a new directory\n${USAGE}`, 1);
  }
  createProject(directory, weir);
  console.log(`Created ${directory}. Next:\n\n  cd ${shellWord(directory)}\n  npm install\n  npm test\n`);
  return 0;
}

/**
 * @param {string[]} words
 * @returns {{ directory: string, weir: string } | { problem: string }}
 */
function readArguments(words) {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { weir: { type: 'string' } },
    });
    if (positionals.length > 1) return { problem: `one directory at most, not ${positionals.join(' ')}` };
    return { directory: positionals[0] ?? DEFAULT_DIRECTORY, weir: dependency(values.weir) };
  } catch (error) {
    return { problem: /** @type {Error} */ (error).message };
  }
}

/**
 * The value of a dependency in package.json. The path of an archive is absolute there, since npm reads it from the project's directory.
 * @param {string | undefined} chosen
 */
function dependency(chosen) {
  if (chosen === undefined) return versionOfThisPackage();
  return existsSync(chosen) ? `file:${path.resolve(chosen)}` : chosen;
}

/** @returns {string} */
function versionOfThisPackage() {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8')).version;
}

/**
 * @param {string} directory
 * @param {string} weir
 */
function createProject(directory, weir) {
  mkdirSync(directory, { recursive: true });
  cpSync(path.join(import.meta.dirname, 'template'), directory, { recursive: true });
  const manifest = {
    name: packageName(directory),
    private: true,
    type: 'module',
    scripts: { start: 'weir start --ephemeral --dev', test: 'node --test' },
    devDependencies: { '@weir-ledger/weir': weir },
  };
  writeFileSync(path.join(directory, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  // npm omits files of this name from packages, so it is not in the template.
  writeFileSync(path.join(directory, '.gitignore'), 'node_modules/\n');
}

/**
 * The name of the directory, with the characters that npm allows.
 * @param {string} directory
 */
function packageName(directory) {
  const name = path.basename(path.resolve(directory)).toLowerCase();
  return name.replaceAll(/[^a-z0-9._-]+/g, '-').replace(/^[._-]+/, '') || DEFAULT_DIRECTORY;
}

/**
 * The text as one word of a shell.
 * @param {string} text
 */
function shellWord(text) {
  return /^[\w./@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * @param {string} message
 * @param {number} exitCode
 */
function fail(message, exitCode) {
  console.error(`create-weir: ${message}`);
  return exitCode;
}

process.exitCode = main();
