import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { npmGone, type ProcessFacts } from './npm-watch.ts';

const SCRIPT = {
  npm_lifecycle_event: 'start',
  npm_lifecycle_script: 'weir start',
  npm_package_json: '/a/package.json',
};

/** npm (20) runs a shell (30) that runs the server (40); below a terminal's shell (10). */
class World {
  readonly processes = new Map<number, ProcessFacts>();
  #check: (() => void) | undefined;
  isNoticed = false;

  constructor(script: Record<string, string> = SCRIPT) {
    this.put(10, 1, { group: 10 });
    this.put(20, 10, {});
    this.put(30, 20, {}, script);
    this.put(40, 30, {}, script);
  }

  put(pid: number, parent: number, facts: Partial<ProcessFacts>, environment: Record<string, string> = {}): void {
    const usual = { parent, group: 20, startedAt: `start of ${pid}`, hasEnded: false };
    this.processes.set(pid, { ...usual, environment: new Map(Object.entries(environment)), ...facts });
  }

  watch(): void {
    const repeat = (callback: () => void) => {
      this.#check = callback;
      return () => {
        this.#check = undefined;
      };
    };
    void npmGone({ pid: 40, lookUp: (pid) => this.processes.get(pid), repeat }).then(() => {
      this.isNoticed = true;
    });
  }

  get isWatching(): boolean {
    return this.#check !== undefined;
  }

  async look(): Promise<boolean> {
    this.#check?.();
    await Promise.resolve();
    return this.isNoticed;
  }
}

describe('the watch over npm', () => {
  test('notices that npm has ended although its shell runs, and then stops', async () => {
    const world = new World();
    world.watch();
    assert.equal(await world.look(), false);
    world.processes.delete(20);
    assert.equal(await world.look(), true);
    assert.equal(world.isWatching, false);
  });

  test('notices that npm is a zombie, or that another process has its number', async () => {
    for (const change of [{ hasEnded: true }, { startedAt: 'later' }]) {
      const world = new World();
      world.watch();
      world.put(20, 10, change);
      assert.equal(await world.look(), true);
    }
  });

  test('works without a shell, and with an npm that runs npm', async () => {
    const world = new World();
    world.put(40, 20, {}, SCRIPT);
    world.put(20, 10, {}, { ...SCRIPT, npm_lifecycle_event: 'serve' });
    world.watch();
    world.processes.delete(10);
    assert.equal(await world.look(), false);
    world.processes.delete(20);
    assert.equal(await world.look(), true);
  });

  test('begins only for a server in the foreground of a script of npm', () => {
    const scripts: readonly (readonly [script: string, isWatching: boolean])[] = [
      ['weir start &', false],
      ['weir start --dev & jest', false],
      ['tsc && weir start', true],
      ['weir start >log 2>&1', true],
      ['weir start &>log', true],
    ];
    for (const [script, isWatching] of scripts) {
      const world = new World({ ...SCRIPT, npm_lifecycle_script: script });
      world.watch();
      assert.equal(world.isWatching, isWatching, script);
    }
    const [alone, detached, hidden] = [new World({}), new World(), new World()];
    detached.put(40, 30, { group: 40 }, SCRIPT);
    hidden.put(20, 10, { environment: undefined });
    for (const world of [alone, detached, hidden]) {
      world.watch();
      assert.equal(world.isWatching, false);
    }
  });
});
