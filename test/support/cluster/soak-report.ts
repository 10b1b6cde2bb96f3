/** The report of a cluster soak, as text. */
import type { FaultName } from './cluster-chaos.ts';
import type { ClusterSoakReport } from './cluster-soak.ts';

const STEPS_MS = [100, 250, 500, 1_000, 2_000, 3_000, 4_000, 5_000, 7_500, 10_000, 20_000];
const WIDEST_BAR = 50;
/** Faults after which another member must take the lead. Without the database no member can. */
const TAKEOVERS: readonly FaultName[] = ['kill leader', 'stop leader', 'pause leader', 'isolate leader from database'];

/** The percentile `share` (0 to 1) of the numbers. */
function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** Times from the start of a fault that takes the lead to the next accepted submission, in milliseconds. */
function takeoversMs({ silencesMs }: ClusterSoakReport): number[] {
  return TAKEOVERS.flatMap((name) => silencesMs.get(name) ?? []);
}

export function reportText(report: ClusterSoakReport): string {
  const { clients, ledgers, epochs, transactions, unexpectedEnds, silencesMs, gapsMs, failovers, lostLedgers } = report;
  const others = [...clients.others].sort((one, other) => other[1] - one[1]);
  return [
    `${ledgers} ledgers with ${transactions} transactions, ${epochs} epochs; ${unexpectedEnds} processes ended by themselves`,
    `${clients.acknowledged} submissions acknowledged, ${clients.read} answers to readers, ${clients.readPast} about the past, ${clients.unanswered} requests without an answer`,
    `${failovers} fail-overs of the database, which lost ${lostLedgers} ledgers`,
    `longest time without an answer to any reader: ${Math.round(clients.longestSilenceMs)} ms`,
    `other answers: ${others.map(([what, count]) => `${what} ${count}`).join(', ') || 'none'}`,
    '',
    'milliseconds from the start of a fault to the first acknowledgement of a submission that started after it:',
    ...[...silencesMs].map(([name, all]) => faultLine(name, all)),
    '',
    'milliseconds between two acknowledgements, the longest time of each fault:',
    ...[...gapsMs].map(([name, all]) => faultLine(name, all)),
    '',
    `faults that take the lead from a member (${TAKEOVERS.join(', ')}):`,
    shares(takeoversMs(report)),
    ...histogram(takeoversMs(report)),
    ...report.longSilences.map((silence) => `long: ${silence}`),
  ].join('\n');
}

function faultLine(name: FaultName, all: readonly number[]): string {
  return `${name.padEnd(38)} ${shares(all)}`;
}

function shares(all: readonly number[]): string {
  const [half, most, longest] = [0.5, 0.99, 1].map((share) => percentile(all, share).toFixed(0).padStart(6));
  return `${String(all.length).padStart(4)} times  p50 ${half}  p99 ${most}  longest ${longest}`;
}

function histogram(numbers: readonly number[]): string[] {
  const counts = new Map<number, number>();
  for (const number of numbers) {
    const step = STEPS_MS.find((edge) => number <= edge) ?? Number.POSITIVE_INFINITY;
    counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  const widest = Math.max(1, ...counts.values());
  return [...STEPS_MS, Number.POSITIVE_INFINITY].flatMap((edge, at) => {
    const count = counts.get(edge) ?? 0;
    if (count === 0) return [];
    const range = `${STEPS_MS[at - 1] ?? 0} – ${Number.isFinite(edge) ? edge : '…'} ms`;
    return [
      `${range.padStart(18)} ${String(count).padStart(4)} ${'█'.repeat(Math.ceil((count / widest) * WIDEST_BAR))}`,
    ];
  });
}
