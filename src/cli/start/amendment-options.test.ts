import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { chooseAmendments } from '../../ledger/chosen-amendments.ts';
import { parseAmendmentOption } from './amendment-options.ts';
import { runServer } from './run-server.ts';
import { parseStartOptions } from './start-options.ts';

const CONFIGURATION = `# Amendments of a test network
[network_id]
DynamicMPT
[features]
DID # has its own types
PermissionDelegationV1_1

[amendments]
${chooseAmendments(['BatchV1_1']).find((id) => !chooseAmendments([]).includes(id))} BatchV1_1
[voting]
reference_fee = 200
`;

describe('the option for the amendments of a new chain', () => {
  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'weir-amendments-'));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  const fileOf = (text: string) => {
    const path = join(directory, 'list.txt');
    writeFileSync(path, text);
    return path;
  };

  test('is a list, or a file', () => {
    const both = chooseAmendments(['BatchV1_1', 'PermissionDelegationV1_1']);
    assert.deepEqual(parseAmendmentOption('+BatchV1_1,+PermissionDelegationV1_1,-DynamicMPT', false), both);
    assert.deepEqual(parseAmendmentOption(fileOf('BatchV1_1\n\nPermissionDelegationV1_1'), false), both);
    assert.deepEqual(parseAmendmentOption(fileOf(CONFIGURATION), false), both);
    assert.equal(parseAmendmentOption(undefined, true), undefined);
  });

  test('is refused with the word that is wrong', () => {
    const refused = (text: string, message: RegExp) => assert.throws(() => parseAmendmentOption(text, false), message);
    refused('+Batch', /^CommandError: --amendments: Weir has no amendment 'Batch'; it has AMM/);
    refused('-DID', /--amendments: DID is always in force/);
    refused('BatchV1_1', /--amendments must be a list such as \+BatchV1_1,\+DynamicMPT or a file: ENOENT/);
    refused(fileOf('[features]\nConfidentialTransfer'), /list\.txt: Weir has no amendment 'ConfidentialTransfer'/);
    assert.throws(
      () => parseAmendmentOption('+BatchV1_1', true),
      /exclude each other: put "amendments" into the genesis/,
    );
  });

  test('is for a new chain only', async () => {
    const start = (line: string) => runServer(parseStartOptions(line.split(' ')), pino({ level: 'silent' }));
    const data = `--port 0 --manual --threads 0 --data ${join(directory, 'chain')}`;
    await (await start(`${data} --amendments +DynamicMPT`)).stop();
    await (await start(data)).stop();
    await (await start(`${data} --amendments +DynamicMPT`)).stop();
    await assert.rejects(
      start(`${data} --amendments +BatchV1_1,+DynamicMPT`),
      /the chain in the data directory does not have the amendment BatchV1_1: leave out --amendments/,
    );
  });
});
