/** Runs the pages with worked examples as printed. Each page starts its own server. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { TIME_PARAMS } from '../../src/rpc/account-tx/time-params.ts';
import { FILTER_PARAMS } from '../../src/rpc/account-tx/transaction-filter.ts';
import { documentNames } from '../support/documents.ts';
import { type PrintedStep, printedSteps } from '../support/printed-page.ts';
import { PrintedSession } from '../support/printed-session.ts';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');
/** Page → texts that its commands or answers must contain. */
const PAGES = new Map([
  ['README.md', ['submit', 'ledger_accept', 'account_tx']],
  ['docs/tour.md', ['wallet_propose', 'submit', 'ledger_accept', 'tx', 'account_info', 'account_tx', 'weir --']],
  [
    'docs/trust-lines.md',
    [
      ...['"SetFlag": 2', '"SetFlag": 8', '"SetFlag": 16', 'fee_mult_max', 'requireAuthorization'],
      ...['65536', 'account_lines', 'peer_authorized', 'tecPATH_DRY', 'engine_result_reason'],
      ...['"pending"', '--all-pending', '1048576', 'freeze_peer', 'Clawback'],
      ...['-- holders --issuer', '-- holders freeze', '-- holders unfreeze', '-- holders clawback'],
    ],
  ],
  [
    'docs/channels.md',
    [
      ...['PaymentChannelCreate', 'PaymentChannelFund', 'PaymentChannelClaim', 'channel_authorize', 'channel_verify'],
      ...['account_channels', '131072', '"channel_state"', '"claims"', '"min_seconds_left"', 'channel watch'],
    ],
  ],
  [
    'docs/mpt.md',
    [
      ...['MPTokenIssuanceCreate', 'MPTokenAuthorize', 'MPTokenIssuanceSet', 'Clawback'],
      ...['mpt_issuance_id', 'OutstandingAmount', 'tecLOCKED', '"currency"'],
    ],
  ],
  [
    'docs/escrow.md',
    [
      ...['EscrowCreate', 'EscrowFinish', '"FinishAfter"', '"CancelAfter"', '"Condition"', '-- clock advance'],
      ...['"Fulfillment"', 'tecNO_PERMISSION', 'tecCRYPTOCONDITION_ERROR', '"locked"', '"SetFlag": 17'],
    ],
  ],
  [
    'docs/trading.md',
    [
      ...['OfferCreate', '"Paths"', '"SendMax"', 'book_offers', 'ripple_path_find', 'weir -- book'],
      ...['"subscribe"', 'bookChanges', 'delivered_amount'],
    ],
  ],
  [
    'docs/nfts.md',
    [
      ...['NFTokenMint', 'NFTokenCreateOffer', 'NFTokenAcceptOffer', 'NFTokenBrokerFee', 'account_nfts'],
      ...['nft_sell_offers', 'nft_buy_offers', '"nftoken_id"', '"counterparty"'],
    ],
  ],
  [
    'docs/bridges.md',
    [
      ...['SignerListSet', 'XChainCreateBridge', 'XChainCommit', 'XChainCreateClaimID', 'XChainAddClaimAttestation'],
      ...['"type": "bridge"', 'xchain_owned_claim_id', '"SignatureReward"', '"WasLockingChainSend": 0'],
    ],
  ],
  ['docs/replay.md', ['ledger_accept', '-- replay 4 --from']],
  [
    'docs/test-bench.md',
    [
      ...[
        '-- clock set',
        '-- clock advance',
        '-- fund',
        '-- drop',
        'weir_impersonate',
        'weir_set_entry',
        '-- snapshot',
        '-- revert',
      ],
      ...['"SettleDelay"', '"override"', '"altered"', '"frozen": true'],
    ],
  ],
  [
    'docs/explain.md',
    [
      ...[
        'engine_result_reason',
        '"explain": true',
        '"method": "explain"',
        'weir -- explain',
        '"decided_by"',
        '"strands"',
      ],
      ...['tecPATH_DRY', 'tecPATH_PARTIAL', 'terPRE_SEQ', 'temBAD_AMOUNT'],
    ],
  ],
  ['docs/history.md', ['"binary": true', '"marker"', 'tx_blob', 'destination_tag', '"ledger_index"', '-- export']],
]);

/** Pages whose servers are processes. */
const AS_READERS = new Set(['README.md', 'docs/tour.md']);

function follow(page: string, steps: readonly PrintedStep[]): void {
  const session = new PrintedSession({ startsProcesses: AS_READERS.has(page) });
  after(() => session.end());
  for (const [index, step] of steps.entries()) {
    const title = step.command.replace(/^curl -s \S+ -d '/, '').replaceAll(/\s+/g, ' ');
    test(`step ${index + 1}: ${title.slice(0, 90)}`, async () => {
      assert.deepEqual(await session.differences(step), []);
    });
  }
}

for (const [page, contents] of PAGES) {
  describe(`the page ${page}`, () => {
    const steps = printedSteps(read(page));
    test('starts a server and shows its required contents', () => {
      assert.match(steps[0]?.command ?? '', /^npm start/);
      const all = steps.map(({ command, shown }) => `${command}\n${shown}`).join('\n');
      for (const word of contents) assert.ok(all.includes(word), word);
    });
    follow(page, steps);
  });
}

describe('what is printed', () => {
  test('is run: no other page has such commands', () => {
    const withCommands = documentNames().filter((name) => /^```sh$/m.test(read(name)));
    assert.deepEqual(withCommands.sort(), [...PAGES.keys()].sort());
  });

  test('names every filter of a history', () => {
    for (const { name } of [...FILTER_PARAMS, ...TIME_PARAMS]) {
      assert.ok(read('docs/history.md').includes(`\`${name}\``), name);
    }
  });
});
