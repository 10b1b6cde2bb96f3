import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Counter, figuresText, gauge, Histogram, sumFigures } from './prometheus.ts';

describe('figures for Prometheus', () => {
  test('count by labels, and from 0 without any', () => {
    const requests = new Counter('requests_total', 'Requests', 'method', 'outcome');
    requests.add(1, 'ping', 'success');
    requests.add(2, 'ping', 'say "no"\n');
    requests.add(3, 'ping', 'success');
    const failures = new Counter('failures_total', 'What failed');
    assert.equal(
      figuresText([requests.figure(), failures.figure()]),
      `# HELP requests_total Requests
# TYPE requests_total counter
requests_total{method="ping",outcome="success"} 4
requests_total{method="ping",outcome="say \\"no\\"\\n"} 2

# HELP failures_total What failed
# TYPE failures_total counter
failures_total 0
`,
    );
  });

  test('count values up to each bound, the bound itself included', () => {
    const times = new Histogram('seconds', 'Times', [0.5, 1], 'method');
    for (const seconds of [0.25, 0.5, 0.75, 1.5]) times.observe(seconds, 'ping');
    assert.equal(
      figuresText([times.figure()]),
      `# HELP seconds Times
# TYPE seconds histogram
seconds_bucket{le="0.5",method="ping"} 2
seconds_bucket{le="1",method="ping"} 3
seconds_bucket{le="+Inf",method="ping"} 4
seconds_sum{method="ping"} 3
seconds_count{method="ping"} 4
`,
    );
  });

  test('show numbers that are not finite as Prometheus reads them', () => {
    const rows = [
      [{ kind: 'none' }, Number.NaN],
      [{ kind: 'all' }, Number.POSITIVE_INFINITY],
      [{ kind: 'less' }, Number.NEGATIVE_INFINITY],
    ] as const;
    assert.match(figuresText([gauge('rooms', 'Rooms', rows)]), /\{kind="none"\} NaN\n.*\} Inf\n.*\} -Inf\n/);
  });

  test('of several threads are added, each series by itself', () => {
    const ofThread = (method: string) => {
      const requests = new Counter('requests_total', 'Requests', 'method');
      requests.add(1, 'ping');
      requests.add(2, method);
      const times = new Histogram('seconds', 'Times', [1]);
      times.observe(2);
      return structuredClone([requests.figure(), times.figure()]);
    };
    const text = figuresText(sumFigures([...ofThread('submit'), ...ofThread('fee')]));
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    assert.deepEqual(lines, [
      'requests_total{method="ping"} 2',
      'requests_total{method="submit"} 2',
      'requests_total{method="fee"} 2',
      'seconds_bucket{le="1"} 0',
      'seconds_bucket{le="+Inf"} 2',
      'seconds_sum 4',
      'seconds_count 2',
    ]);
  });
});
