/**
 * `node scripts/build-libsecp256k1.ts`: compiles libsecp256k1 to `src/crypto/libsecp256k1/curve.wasm`, which is in git. The
 * sources are those in the Rust package `secp256k1-sys`, the compiler is the Python package `ziglang`: so it needs `cargo`,
 * `pip` and their registries. The same versions give the same bytes; `--check` compares instead of writing.
 *
 * No bulk memory operations: V8 calls a function for each copy of a point's few bytes, and verification takes three times as
 * long. Products of 64 bits suit WebAssembly better than those of 128. A window of 10 instead of 15 costs 3 %, and the
 * tables are a ninth as large.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const LIBRARY = { version: '0.14.1', sha256: 'f6b2992d4a3cd244539a7d5d0966aadbe5ca7fb868a5d7e38c29499b9e709bbd' };
const ZIG_VERSION = '0.17.1';
const PREFIX = 'rustsecp256k1_v0_14';
const SOURCES = ['secp256k1.c', 'precomputed_ecmult.c', 'precomputed_ecmult_gen.c'];
const DEFINITIONS = {
  PREFIX,
  USE_EXTERNAL_DEFAULT_CALLBACKS: 1,
  USE_FORCE_WIDEMUL_INT64: 1,
  ECMULT_WINDOW_SIZE: 10,
  COMB_BLOCKS: 11,
  COMB_TEETH: 6,
};

const FOLDER = path.join(import.meta.dirname, '../src/crypto/libsecp256k1');
const TARGET = path.join(FOLDER, 'curve.wasm');

const work = mkdtempSync(path.join(tmpdir(), 'weir-libsecp256k1-'));
try {
  const library = path.relative(work, fetchLibrary());
  run('pip', 'install', '--quiet', '--target', 'zig', `ziglang==${ZIG_VERSION}`);
  writeFileSync(path.join(work, 'curve.c'), readFileSync(path.join(FOLDER, 'curve.c')));
  run(
    path.join(work, 'zig/ziglang/zig'),
    ...['cc', '-target', 'wasm32-wasi', '-mcpu=mvp', '-O3', '-s', '-mexec-model=reactor'],
    ...['-Wl,--no-entry', '-Wl,-z,stack-size=65536', '-Wno-unused-function'],
    ...['', 'include', 'src'].map((folder) => `-I${path.join(library, folder)}`),
    ...Object.entries(DEFINITIONS).map(([name, value]) => `-D${name}=${value}`),
    ...['-o', 'curve.wasm', 'curve.c', ...SOURCES.map((name) => path.join(library, 'src', name))],
  );
  const wasm = readFileSync(path.join(work, 'curve.wasm'));
  if (!process.argv.includes('--check')) writeFileSync(TARGET, wasm);
  else if (!wasm.equals(readFileSync(TARGET))) throw new Error(`${TARGET} is not what this script compiles`);
  console.log(`${TARGET}: ${wasm.length} bytes`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Downloads the package of the library and compares its hash. Returns the folder of the sources in C. */
function fetchLibrary(): string {
  mkdirSync(path.join(work, 'src'));
  writeFileSync(path.join(work, 'src/lib.rs'), '');
  writeFileSync(
    path.join(work, 'Cargo.toml'),
    `[package]\nname = "sources"\nversion = "0.0.0"\n[dependencies]\nsecp256k1-sys = "=${LIBRARY.version}"\n`,
  );
  run('cargo', 'vendor', '--quiet', 'vendor');
  const folder = path.join(work, 'vendor/secp256k1-sys');
  const { package: sha256 } = JSON.parse(readFileSync(path.join(folder, '.cargo-checksum.json'), 'utf8'));
  if (sha256 !== LIBRARY.sha256) throw new Error(`secp256k1-sys ${LIBRARY.version} has the hash ${sha256}`);
  return path.join(folder, 'depend/secp256k1');
}

function run(command: string, ...words: readonly string[]): void {
  const { status, error } = spawnSync(command, words, { cwd: work, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} failed`, { cause: error });
}
