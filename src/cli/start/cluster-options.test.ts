import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CommandError } from '../../util/command-error.ts';
import { parseStartOptions } from './start-options.ts';

const URL = 'postgres://weir@db1:5432,db2:5432/weir';
const parse = (...words: string[]) =>
  parseStartOptions(['--cluster', URL, '--cluster-secret-file', 'secret', ...words]);

describe('options of a member of a cluster', () => {
  test('are the database, the secret, and where the others find it', () => {
    assert.deepEqual(parse().cluster, {
      ...{ url: URL, secretFile: 'secret', address: '127.0.0.1:0', listen: undefined, nodeName: undefined },
      history: undefined,
    });
    const words = ['--cluster-address', 'n1.example:7000', '--cluster-listen', '[::]:7001', '--node-name', 'n-1'];
    assert.equal(parse('--history', '300').cluster?.history, 300);
    const { cluster, threads } = parse(...words, '--threads', '2');
    assert.deepEqual(
      [cluster?.address, cluster?.listen, cluster?.nodeName, threads],
      ['n1.example:7000', '[::]:7001', 'n-1', 2],
    );
  });

  test('are refused where they make no sense', () => {
    const refused: [string[], RegExp][] = [
      [['--cluster', URL], /needs --cluster-secret-file/],
      [['--cluster', 'mysql://x/y', '--cluster-secret-file', 's'], /must be like postgres:/],
      [['--node-name', 'n1'], /--node-name needs --cluster/],
      [['--cluster-address', 'n1:1'], /--cluster-address needs --cluster/],
      [['--history', '1000'], /--history needs --cluster/],
    ];
    for (const [words, message] of refused) {
      assert.throws(
        () => parseStartOptions(words),
        (error) => error instanceof CommandError && message.test(error.message),
      );
    }
    for (const [words, message] of [
      [['--ephemeral'], /--ephemeral and --cluster exclude each other/],
      [['--dev'], /--dev and --cluster exclude each other/],
      [['--history', '299'], /300 at least, not '299'/],
      [['--history', 'all'], /300 at least, not 'all'/],
      [['--node-name', 'n 1'], /--node-name takes letters/],
      [['--cluster-address', '::1:7000'], /must be HOST:PORT/],
      [['--cluster-address', 'n1:70000'], /must be HOST:PORT/],
    ] as [string[], RegExp][]) {
      assert.throws(() => parse(...words), message);
    }
  });
});
