/** What the explorer writes into files, finds by names and keeps in the address, without a browser. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EXPORT_COLUMNS, EXPORT_FORMATS, exportRows } from '../../explorer/history/export-text.js';
import { developmentAccounts } from '../../src/node/development-funds.ts';
import { MASTER } from '../support/env.ts';

/** Its modules are JavaScript for browsers, which the compiler does not look at. */
const load = (name: string) => import(new URL(`../../explorer/${name}`, import.meta.url).href);
const { directionOf } = await load('history/export-text.js');
const { counterpartyOf } = await load('history/moves.js');
const { filterParams } = await load('history/filters.js');
const { collect } = await load('history/export.js');
const { addressOfName, nameOfAddress } = await load('names.js');
const { addressValues, withValues } = await load('address.js');
const { parseRoute, routeOfSearch } = await load('route.js');
const { balanceChanges, fieldDifferences } = await load('changes.js');

const [ALICE, BOB, GATE] = developmentAccounts().map(({ address }) => address) as [string, string, string];
const HASH = 'AB'.repeat(32);

/** A payment of tokens from Alice to Bob, as `account_tx` has it. */
function payment(currency: string, value: string) {
  const balance = (amount: string) => ({ currency, issuer: 'rrrrrrrrrrrrrrrrrrrrBZbvji', value: amount });
  const line = { LowLimit: { currency, issuer: BOB, value: '9' }, HighLimit: { currency, issuer: GATE, value: '0' } };
  return {
    ...{ hash: HASH, ledger_index: 7, close_time_iso: '2026-01-01T00:00:10Z' },
    tx_json: { TransactionType: 'Payment', Account: ALICE, Destination: BOB, Fee: '12' },
    meta: {
      TransactionResult: 'tesSUCCESS',
      delivered_amount: { currency, issuer: GATE, value },
      AffectedNodes: [
        {
          ModifiedNode: {
            ...{ LedgerEntryType: 'RippleState', LedgerIndex: HASH },
            FinalFields: { ...line, Balance: balance(value) },
            PreviousFields: { Balance: balance('0') },
          },
        },
      ],
    },
  };
}

/** The line of a row with this memo, which may be any text. */
function lineOfMemo(text: string): string {
  const item = payment('USD', '1');
  const Memos = [{ Memo: { MemoData: Buffer.from(text).toString('hex') } }];
  const [row] = exportRows({ ...item, tx_json: { ...item.tx_json, Memos } }, BOB);
  return EXPORT_FORMATS.csv.row(row!, true);
}

describe('a history as CSV', () => {
  test('has quotes where they are needed', () => {
    assert.match(lineOfMemo('a,b'), /,"a,b",/);
    assert.match(lineOfMemo('say "x"'), /,"say ""x""",/);
    assert.match(lineOfMemo('two\nlines'), /,"two\nlines",/);
    assert.match(lineOfMemo('plain'), /,plain,/);
  });

  test('has no formula in it', () => {
    for (const text of [
      '=1+1',
      '+A1',
      '-A1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      '＝1+1',
      '=HYPERLINK("x","y")',
      '-',
    ]) {
      assert.match(lineOfMemo(text), /,"'[^']/, JSON.stringify(text));
    }
    assert.match(lineOfMemo('-12.5'), /,-12\.5,/, 'numbers stay numbers');
    assert.match(EXPORT_FORMATS.csv.row(exportRows(payment('@A1', '1'), BOB)[0]!, true), /,"'@A1",/);
  });

  test('has amounts with all digits, and a line without one where no balance changed', () => {
    const [row] = exportRows(payment('USD', '1234567890.12345'), BOB);
    assert.equal(
      EXPORT_FORMATS.csv.row(row!, true),
      `2026-01-01T00:00:10Z,7,Payment,tesSUCCESS,in,1234567890.12345,USD,${GATE},${ALICE},,1234567890.12345,,,,,${HASH}\n`,
    );
    const [tiny] = exportRows(payment('USD', '1e-15'), BOB);
    assert.deepEqual([tiny!.amount, tiny!.balance_after], ['0.000000000000001', '0.000000000000001']);
    assert.deepEqual(Object.keys(row!), EXPORT_COLUMNS);
  });

  test('goes by what the balance of the account did, and not by who sent the transaction', () => {
    const root = { LedgerEntryType: 'AccountRoot', LedgerIndex: HASH };
    const moved = (Account: string, before: string, after: string) => ({
      ModifiedNode: { ...root, FinalFields: { Account, Balance: after }, PreviousFields: { Balance: before } },
    });
    const claim = {
      tx_json: { TransactionType: 'PaymentChannelClaim', Account: BOB, Fee: '10' },
      meta: { TransactionResult: 'tesSUCCESS', AffectedNodes: [moved(BOB, '100', '140')] },
    };
    assert.deepEqual([directionOf(claim, BOB), directionOf(claim, ALICE)], ['in', '']);
    const paid = payment('USD', '1');
    assert.deepEqual([directionOf(paid, BOB), directionOf(paid, GATE)], ['in', 'out']);
    const settings = { ...claim, meta: { ...claim.meta, AffectedNodes: [moved(BOB, '100', '90')] } };
    assert.equal(directionOf(settings, BOB), '', 'a fee is no direction');
  });

  test('knows the other end of what has no destination', () => {
    const nodes = (kind: string, entry: object) => ({ AffectedNodes: [{ [kind]: { LedgerIndex: HASH, ...entry } }] });
    const channel = nodes('ModifiedNode', {
      LedgerEntryType: 'PayChannel',
      FinalFields: { Account: ALICE, Destination: BOB },
    });
    const claim = { tx_json: { Account: BOB, Channel: HASH }, meta: channel };
    assert.equal(counterpartyOf(claim, BOB), ALICE);
    const trust = { tx_json: { Account: ALICE, LimitAmount: { issuer: GATE } }, meta: { AffectedNodes: [] } };
    assert.equal(counterpartyOf(trust, ALICE), GATE);
    const settings = { tx_json: { Account: ALICE, TransactionType: 'AccountSet' }, meta: { AffectedNodes: [] } };
    assert.equal(counterpartyOf(settings, ALICE), '');
    const escrow = nodes('DeletedNode', {
      LedgerEntryType: 'Escrow',
      FinalFields: { Account: ALICE, Destination: BOB },
    });
    const finish = { tx_json: { Account: GATE, Owner: ALICE }, meta: escrow };
    assert.deepEqual([counterpartyOf(finish, ALICE), counterpartyOf(finish, BOB)], [BOB, ALICE]);
  });
});

describe('an export', () => {
  const pages = [2, 0, 1];
  /** A server with three pages, one of them empty. */
  const server = {
    asked: [] as object[],
    request: async (_: string, question: { marker?: number }) => {
      server.asked.push(question);
      const at = question.marker ?? 0;
      const transactions = Array.from({ length: pages[at]! }, () => payment('USD', '1'));
      return { transactions, ledger_index_min: 2, ledger_index_max: 12, ...(at < 2 ? { marker: at + 1 } : {}) };
    },
  };

  test('takes all pages, and tells how far it is', async () => {
    const progress: number[] = [];
    const onProgress = ({ rows }: { rows: number }) => progress.push(rows);
    const { blob, rows } = await collect(
      server,
      { account: BOB },
      EXPORT_FORMATS.csv,
      new AbortController().signal,
      onProgress,
    );
    assert.deepEqual([rows, progress], [3, [2, 2, 3]]);
    assert.equal((await blob.text()).trimEnd().split('\n').length, 4);
    assert.deepEqual(server.asked.at(-1), { account: BOB, marker: 2 });
  });

  test('ends when it is given up', async () => {
    const control = new AbortController();
    const before = server.asked.length;
    await collect(server, { account: BOB }, EXPORT_FORMATS.jsonl, control.signal, () => control.abort());
    assert.equal(server.asked.length, before + 1, 'nothing more is asked for');
  });
});

describe('filters of a history', () => {
  test('are parameters of account_tx', () => {
    assert.deepEqual(filterParams({}), {});
    assert.deepEqual(
      filterParams({
        tx_type: 'Payment,TrustSet',
        destination_tag: '7',
        to_time: '2026-01-31',
        from_time: '2026-01-01',
        currency: 'USD',
      }),
      {
        tx_type: ['Payment', 'TrustSet'],
        destination_tag: 7,
        to_time: '2026-01-31T23:59:59Z',
        from_time: '2026-01-01',
        currency: 'USD',
      },
    );
  });

  test('stay in the address beside the ledger', () => {
    const place = `#/account/${ALICE}`;
    const filtered = withValues(`${place}?ledger=7`, { direction: 'in', issuer: '' });
    assert.equal(filtered, `${place}?ledger=7&direction=in`);
    assert.equal(parseRoute(filtered).ledger, 7);
    assert.deepEqual(addressValues(filtered, ['direction', 'issuer']), { direction: 'in' });
    assert.equal(withValues(filtered, { ledger: undefined, direction: undefined }), place);
    assert.equal(withValues('', { ledger: 3 }), '#/?ledger=3');
  });
});

describe('names that are searched for', () => {
  test('are those of the accounts that a server for development has', () => {
    for (const [at, { address }] of developmentAccounts().entries()) {
      assert.equal(addressOfName(`dev ${at + 1}`), address);
      assert.equal(nameOfAddress(address), `development account ${at + 1}`);
    }
    for (const name of ['development account 2', 'Dev-2', 'dev#2', ' dev2 ']) assert.equal(addressOfName(name), BOB);
    assert.equal(addressOfName('Master'), MASTER.address);
    assert.equal(nameOfAddress(MASTER.address), 'the master account');
    for (const name of ['dev', 'dev 0', 'dev 11', 'device 1', 'rX']) assert.equal(addressOfName(name), undefined);
  });

  test('lead to a view, as ids and pairs of ledgers do', () => {
    assert.equal(routeOfSearch('dev 1', 5), `#/account/${ALICE}?ledger=5`);
    assert.equal(
      routeOfSearch('000000eb8a20e3583fdbdfd9f25511459ae1115b46d3ae5e'),
      '#/issuance/000000EB8A20E3583FDBDFD9F25511459AE1115B46D3AE5E',
    );
    for (const pair of ['5/9', '5..9', '5 - 9']) assert.equal(routeOfSearch(pair), '#/compare/5/9');
    assert.equal(parseRoute('#/compare/5/9').subject, '5/9');
  });
});

describe('what differs', () => {
  test('is told by field, of entries that came and went too', () => {
    const rows = fieldDifferences({ index: HASH, A: 1, B: { c: 2 }, D: 4 }, { index: HASH, A: 1, B: { c: 3 }, E: 5 });
    assert.deepEqual(rows, [
      { name: 'B', before: { c: 2 }, after: { c: 3 } },
      { name: 'D', before: 4, after: undefined },
      { name: 'E', before: undefined, after: 5 },
    ]);
    assert.deepEqual(fieldDifferences(undefined, { A: 1 }), [{ name: 'A', before: undefined, after: 1 }]);
    assert.deepEqual(fieldDifferences({ A: 1 }), [{ name: 'A', before: 1, after: undefined }]);
  });

  test('is a balance of a multi-purpose token too', () => {
    const node = (fields: object) => ({ ModifiedNode: { LedgerEntryType: 'MPToken', LedgerIndex: HASH, ...fields } });
    const holding = { Account: ALICE, MPTokenIssuanceID: '00', MPTAmount: '5' };
    const moved = node({ FinalFields: holding, PreviousFields: { MPTAmount: '7' } });
    const locked = node({ FinalFields: holding, PreviousFields: { Flags: 0 } });
    assert.deepEqual(balanceChanges({}, { AffectedNodes: [moved, locked] }), [
      { account: ALICE, value: '-2', amount: { mpt_issuance_id: '00', value: '-2' }, balance: '5' },
    ]);
  });
});
