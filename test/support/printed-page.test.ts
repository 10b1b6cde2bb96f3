import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { printedSteps } from './printed-page.ts';

const block = (kind: string, ...lines: string[]) => ['', `\`\`\`${kind}`, ...lines, '```', ''].join('\n');

describe('a printed page', () => {
  test('pairs each command with the answer below it', () => {
    const two = block('sh', "curl -s http://x -d '{", "  1}'", 'npm run a \\', '  b');
    const answers = block('json', '{', '  "a": {}', '}', '{ "b": 1 }');
    assert.deepEqual(printedSteps(`One${two}prints${answers}${block('', 'npm run c')}`), [
      { command: "curl -s http://x -d '{\n  1}'", shown: '{\n  "a": {}\n}' },
      { command: 'npm run a b', shown: '{ "b": 1 }' },
    ]);
  });

  test('pairs a message with its answer, and takes those that come later one by one', () => {
    const talk = block('json sent', '{ "a": 1 }') + block('json received', '{ "b": 2 }');
    assert.deepEqual(printedSteps(`${talk}and later${block('json received', '{ "c": 3 }', '{ "d": 4 }')}`), [
      { command: 'sent: { "a": 1 }\n', shown: '{ "b": 2 }\n' },
      { command: 'received', shown: '{ "c": 3 }' },
      { command: 'received', shown: '{ "d": 4 }' },
    ]);
    assert.throws(() => printedSteps(block('json sent', '{}')), /no answer is shown/);
  });

  test('is refused if a command has no answer, or an answer no command', () => {
    assert.throws(() => printedSteps(block('sh', 'npm start')), /nothing is shown/);
    assert.throws(() => printedSteps(block('sh', 'npm a', 'npm b') + block('json', '{}')), /each command/);
    assert.throws(() => printedSteps(block('sh', 'npm a') + block('json', '{}', '{}')), /each command/);
  });
});
