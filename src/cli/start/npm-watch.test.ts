import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { npmGone, type ProcessFacts } from './npm-watch.ts';

const SCRIPT = {
  npm_lifecycle_event: 'start',
  npm_lifecycle_script: 'weir start',
  npm_package_json: '/a/package.json',
};

/** npm (20) runs a shell (30) that runs the server (40); below a terminal's shell (10). */
class ProcessTree {
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
    const tree = new ProcessTree();
    tree.watch();
    assert.equal(await tree.look(), false);
    tree.processes.delete(20);
    assert.equal(await tree.look(), true);
    assert.equal(tree.isWatching, false);
  });

  test('notices that npm is a zombie, or that another process has its number', async () => {
    for (const change of [{ hasEnded: true }, { startedAt: 'later' }]) {
      const tree = new ProcessTree();
      tree.watch();
      tree.put(20, 10, change);
      assert.equal(await tree.look(), true);
    }
  });

  test('works without a shell, and with an npm that runs npm', async () => {
    const tree = new ProcessTree();
    tree.put(40, 20, {}, SCRIPT);
    tree.put(20, 10, {}, { ...SCRIPT, npm_lifecycle_event: 'serve' });
    tree.watch();
    tree.processes.delete(10);
    assert.equal(await tree.look(), false);
    tree.processes.delete(20);
    assert.equal(await tree.look(), true);
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
      const tree = new ProcessTree({ ...SCRIPT, npm_lifecycle_script: script });
      tree.watch();
      assert.equal(tree.isWatching, isWatching, script);
    }
    const [alone, detached, hidden] = [new ProcessTree({}), new ProcessTree(), new ProcessTree()];
    detached.put(40, 30, { group: 40 }, SCRIPT);
    hidden.put(20, 10, { environment: undefined });
    for (const tree of [alone, detached, hidden]) {
      tree.watch();
      assert.equal(tree.isWatching, false);
    }
  });
});
