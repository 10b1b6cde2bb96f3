/** A short run of each fuzzer: every input of its corpus, then a few thousand new ones. The long runs are `npm run soak -- fuzz-…`. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runCampaign, tryInputs } from '../../fuzz/campaign.ts';
import { codecTarget } from '../../fuzz/codec-target.ts';
import { readCorpus } from '../../fuzz/corpus.ts';
import { engineTarget } from '../../fuzz/engine-target.ts';
import { envelopeTarget } from '../../fuzz/envelope-target.ts';
import type { FuzzTarget } from '../../fuzz/fuzz-target.ts';

async function tryBriefly<Input>(target: FuzzTarget<Input>, cases: number): Promise<ReadonlyMap<string, number>> {
  const corpus = readCorpus(target.name);
  const known = await tryInputs(target, corpus);
  assert.equal(known.length, corpus.length);
  const { outcomes } = await runCampaign(target, { seed: 7, cases, corpus });
  assert.equal(
    outcomes.values().reduce((sum, count) => sum + count, 0),
    cases,
  );
  return outcomes;
}

describe('random input', () => {
  test('is refused or kept bit for bit by the codec', async () => {
    const outcomes = await tryBriefly(codecTarget, 6_000);
    assert.ok((outcomes.get('a transaction, from its JSON too') ?? 0) > 20, 'some are well-formed');
    assert.ok((outcomes.get('refused bytes') ?? 0) > 100 && (outcomes.get('refused JSON') ?? 0) > 100, 'most are not');
  });

  test('is refused or answered as a request', async () => {
    const outcomes = await tryBriefly(envelopeTarget, 1_000);
    assert.ok((outcomes.get('success') ?? 0) > 50 && (outcomes.get('error') ?? 0) > 50);
  });

  test('has a result in the engine, and the ledger stays valid', async () => {
    const outcomes = await tryBriefly(engineTarget, 800);
    assert.ok((outcomes.get('tesSUCCESS') ?? 0) > 10, 'some do something');
    assert.ok([...outcomes.keys()].filter((result) => result.startsWith('tec')).length > 4, 'some only cost a fee');
  });
});
