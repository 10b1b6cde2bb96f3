/**
 * `npm run examples [-- names…]`: runs the projects in `examples/` as a user who has installed the package, each with
 * its own tools. The tools download packages from registries, so this is not part of `npm test`. A project whose tools
 * are missing is skipped, with a message.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import './test-tools.ts';
import { ServerProcess } from '../test/support/server-process.ts';

const ROOT = path.join(import.meta.dirname, '..');

/** The output of every project in another language; all have the same steps. */
const STORY = ['Before the approval: tecPATH_DRY', 'After the approval: tesSUCCESS', 'Outstanding: 19.99 EUR'].join(
  '\n',
);

interface Project {
  /** Name of its folder in `examples/`. */
  readonly name: string;
  /** Programs that the project needs. Without them it is skipped. */
  readonly needs: readonly string[];
  /**
   * Runs the project in a copy of its folder, inside a project that has Weir installed; returns the output. `dockerHost` is the
   * address of a substitute for Docker's daemon, whose containers are the server.
   */
  readonly run: (directory: string, serverUrl: string, dockerHost: string) => string;
  /** The output must contain this. */
  readonly expected: string;
}

const PROJECTS: readonly Project[] = [
  {
    name: 'vouchers',
    needs: [],
    run: (directory) => run(directory, process.execPath, '--test', '--test-reporter=tap'),
    expected: '# fail 0',
  },
  {
    name: 'parking',
    needs: [],
    run(directory) {
      typeCheck(directory, 'src/till.ts', 'test/till.test.ts');
      return run(directory, process.execPath, '../node_modules/vitest/vitest.mjs', 'run', '--reporter=json');
    },
    expected: '"success":true',
  },
  {
    name: 'facilitator',
    needs: [],
    run: (directory) => run(directory, process.execPath, '--test', '--test-reporter=tap'),
    expected: '# fail 0',
  },
  {
    name: 'python',
    needs: ['python3'],
    run(directory, url) {
      run(directory, 'python3', '-m', 'venv', 'environment');
      run(directory, 'environment/bin/pip', 'install', '--quiet', '-r', 'requirements.txt');
      runWithWeir(directory, 'environment/bin/python', '-m', 'pytest', '-q');
      return run(directory, 'environment/bin/python', 'vouchers.py', url);
    },
    expected: STORY,
  },
  { name: 'go', needs: ['go'], run: (directory, url) => run(directory, 'go', 'run', '.', url), expected: STORY },
  {
    name: 'java',
    needs: ['mvn', 'javac'],
    run(directory, url) {
      runWithWeir(directory, 'mvn', '-q', '-B', 'test');
      return run(directory, 'mvn', '-q', '-B', 'compile', 'exec:java', `-Dexec.args=${url}`);
    },
    expected: STORY,
  },
  {
    name: 'containers/testcontainers/node',
    needs: [],
    run(directory, _url, dockerHost) {
      typeCheck(directory, 'weir-container.test.ts');
      return runWithDocker(dockerHost, directory, process.execPath, '--test', '--test-reporter=tap');
    },
    expected: '# pass 1',
  },
  {
    name: 'containers/testcontainers/python',
    needs: ['python3'],
    run(directory, _url, dockerHost) {
      run(directory, 'python3', '-m', 'venv', 'environment');
      run(directory, 'environment/bin/pip', 'install', '--quiet', '-r', 'requirements.txt');
      return runWithDocker(dockerHost, directory, 'environment/bin/python', '-m', 'pytest', '-q');
    },
    expected: '1 passed',
  },
  {
    name: 'containers/testcontainers/java',
    needs: ['mvn', 'javac'],
    run: (directory, _url, dockerHost) => runWithDocker(dockerHost, directory, 'mvn', '-B', 'test'),
    expected: 'Tests run: 1, Failures: 0',
  },
];

/** Runs a program that uses Testcontainers. */
function runWithDocker(dockerHost: string, directory: string, command: string, ...args: string[]): string {
  const env = {
    ...process.env,
    DOCKER_HOST: dockerHost,
    TESTCONTAINERS_HOST_OVERRIDE: '127.0.0.1',
    TESTCONTAINERS_CONNECTION_MODE: 'docker_host',
    TESTCONTAINERS_RYUK_DISABLED: 'true',
    TESTCONTAINERS_CHECKS_DISABLE: 'true',
  };
  return execFileSync(command, args, { cwd: directory, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function typeCheck(directory: string, ...files: string[]): void {
  const options = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--module', 'nodenext', '--types', 'node'];
  run(
    directory,
    process.execPath,
    path.join(ROOT, 'node_modules/typescript/bin/tsc'),
    ...options,
    '--skipLibCheck',
    ...files,
  );
}

/** Starts a substitute for Docker's daemon in its own process, since this process waits while the projects run. */
async function startDockerStandIn(serverUrl: string): Promise<{ standIn: ChildProcess; dockerHost: string }> {
  const args = [path.join(import.meta.dirname, 'docker-stand-in.ts'), '0', new URL(serverUrl).port];
  const standIn = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(standIn.stdout!, 'data');
  return { standIn, dockerHost: String(line).trim() };
}

function run(directory: string, command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Runs tests that start a server themselves. */
function runWithWeir(directory: string, command: string, ...args: string[]): void {
  const env = { ...process.env, WEIR_COMMAND: path.join(directory, '../node_modules/.bin/weir') };
  execFileSync(command, args, { cwd: directory, env, stdio: 'inherit' });
}

function isHere(command: string): boolean {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      return readdirSync(folder).includes(command);
    } catch {
      return false;
    }
  });
}

/** Creates a project that has installed the package and the other packages that the examples use. */
function installPackage(directory: string): void {
  writeFileSync(path.join(directory, 'package.json'), '{"private":true,"type":"module"}');
  run(ROOT, 'npm', 'pack', '--silent', '--pack-destination', directory);
  const archive = readdirSync(directory).find((name) => name.endsWith('.tgz'))!;
  const more = ['xrpl@5', 'vitest@4', 'testcontainers@12', '@types/node@24'];
  run(directory, 'npm', 'install', '--no-audit', '--no-fund', '--silent', `./${archive}`, ...more);
}

/** Returns false if the project failed. */
function check(project: Project, directory: string, { url }: ServerProcess, dockerHost: string): boolean {
  const missing = project.needs.find((command) => !isHere(command));
  if (missing !== undefined) {
    console.log(`skipped ${project.name}: ${missing} is not on this machine`);
    return true;
  }
  const copy = path.join(directory, project.name);
  cpSync(path.join(directory, 'node_modules/@weir-ledger/weir/examples', project.name), copy, { recursive: true });
  try {
    const printed = project.run(copy, url, dockerHost);
    if (!printed.includes(project.expected)) throw new Error(`it printed:\n${printed}`);
    console.log(`passed ${project.name}`);
    return true;
  } catch (error) {
    console.log(`failed ${project.name}: ${(error as Error).message}`);
    return false;
  }
}

const names = process.argv.slice(2);
const chosen = PROJECTS.filter(({ name }) => names.length === 0 || names.includes(name));
const directory = mkdtempSync(path.join(tmpdir(), 'weir-examples-'));
try {
  installPackage(directory);
  const installed = path.join(directory, 'node_modules/@weir-ledger/weir');
  const main = path.join(installed, JSON.parse(run(installed, 'npm', 'pkg', 'get', 'bin.weir')));
  const server = await ServerProcess.start(['--ephemeral', '--dev', '--close-interval', '0'], { program: main });
  const { standIn, dockerHost } = await startDockerStandIn(server.url);
  const passed = chosen.filter((project) => check(project, directory, server, dockerHost)).length;
  standIn.kill();
  await server.stop();
  if (passed < chosen.length || chosen.length === 0) process.exitCode = 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
