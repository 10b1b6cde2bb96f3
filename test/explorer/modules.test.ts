/** The modules of the explorer that work without a page: numbers, addresses of views, changes, exports, and forms. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { EXPORT_COLUMNS, EXPORT_FORMATS, exportRows } from '../../explorer/history/export-text.js';
import { developmentAccounts } from '../../src/node/development-funds.ts';
import { serverDefinitions } from '../../src/rpc/json/definitions-json.ts';
import { SENT_TYPES } from '../../src/transactions/types/table.ts';
import { MASTER } from '../support/env.ts';

/** The modules are JavaScript for browsers without types. */
const load = (name: string) => import(new URL(`../../explorer/${name}`, import.meta.url).href);
const { decimalText, difference, dropsToXrp, parseDecimal, ratio, sum } = await load('decimals.js');
const { durationText, ledgerDate, ledgerSeconds, localeNumber } = await load('numbers.js');
const { assetsOf, parseRoute, routeTo } = await load('route.js');
const { interpretationsOf, routeOfSearch } = await load('search/interpretations.js');
const { searchedTime } = await load('search/searched-time.js');
const { addressValues, withValues } = await load('address.js');
const { addressOfName, nameOfAddress } = await load('account-names.js');
const { affectedBalances, fieldDifferences } = await load('changes.js');
const { entryChanges } = await load('entries/entry-changes.js');
const { partsText } = await load('values/parts.js');
const { directionOf } = await load('history/export-text.js');
const { counterpartyOf } = await load('history/counterparty.js');
const { collect } = await load('history/export.js');
const { filterParams } = await load('history/filters.js');
const { signOf } = await load('identicon.js');
const { graphAround, MAX_NODES, withLines } = await load('charts/trust-edges.js');
const { tradeWith } = await load('charts/amm-math.js');
const { readChannelEvents } = await load('charts/channel-events.js');
const { followLedgers } = await load('ledger-feed.js');
const { formOf, sendableTypes } = await load('send/formats.js');
const { transactionOf } = await load('send/read-input.js');
const { Definitions } = await load('signing/serialize.js');

const [ALICE, BOB, GATE] = developmentAccounts().map(({ address }) => address) as [string, string, string];
const HASH = 'AB'.repeat(32);
const node = (kind: string, type: string, fields: object) => ({
  [kind]: { LedgerEntryType: type, LedgerIndex: HASH, ...fields },
});

describe('numbers', () => {
  test('are added and subtracted exactly, in any notation', () => {
    const decimal = fc.tuple(fc.bigInt(-(10n ** 16n), 10n ** 16n), fc.integer({ min: -30, max: 30 }));
    fc.assert(
      fc.property(decimal, decimal, ([a, e], [b, f]) => {
        const [one, other] = [`${a}e${e}`, `${b}e${f}`];
        const exact = a * 10n ** BigInt(e + 30) - b * 10n ** BigInt(f + 30);
        assert.equal(difference(one, other), decimalText({ digits: exact, places: 30 }));
        assert.equal(difference(sum(one, other), other), decimalText(parseDecimal(one)));
      }),
    );
    assert.equal(decimalText(parseDecimal('-12.50')), '-12.5');
    assert.deepEqual(
      [parseDecimal('NaN'), parseDecimal('0x10'), difference('x', '1')],
      [undefined, undefined, undefined],
    );
    assert.deepEqual([ratio('1', '3'), ratio('200', '1e-5'), ratio('1', '0')], ['0.3333333333', '20000000', undefined]);
    assert.equal(dropsToXrp('100000000000000001'), '100000000000.000001');
  });

  test('are shown with all digits, and durations in two units', () => {
    assert.equal(localeNumber('1234567'), new Intl.NumberFormat().format(1_234_567));
    assert.equal(localeNumber('100000000000.000001'), '100,000,000,000.000001');
    assert.equal(localeNumber('9999999999999999e80'), '9.999999999999999e95');
    assert.equal(localeNumber('many'), 'many');
    const durations = [0, 59, 3_661, 86_399, 86_400 * 400 + 3_599].map((seconds) => durationText(seconds));
    assert.deepEqual(durations, ['0 s', '59 s', '1 h 1 min', '23 h 59 min', '400 d']);
    assert.equal(ledgerDate(0).toISOString(), '2000-01-01T00:00:00.000Z');
    assert.equal(ledgerSeconds('2000-01-01T00:00:07Z'), 7);
  });

  test('of a trade follow the constant product, the fee and the price impact', () => {
    const pool = { reserveIn: '1000', reserveOut: '500', fee: 0 };
    const after = { reserveIn: '2000', reserveOut: '250' };
    assert.deepEqual(tradeWith(pool, '1000'), { given: '250', price: '4', after, impactPercent: '100.00' });
    for (const amount of ['', '0', '-1', 'x']) assert.equal(tradeWith(pool, amount), undefined);
  });
});

describe('the history of a channel', () => {
  test('has each change in words, from its creation to its end', async () => {
    const start = { Account: ALICE, Amount: '100', Balance: '0' };
    const funded = { ...start, Amount: '150', Balance: '40' };
    const steps: [kind: string, account: string, fields: object][] = [
      ['CreatedNode', ALICE, { NewFields: { Amount: '100', Account: ALICE } }],
      ['ModifiedNode', BOB, { FinalFields: { ...start, Balance: '30' } }],
      ['ModifiedNode', ALICE, { FinalFields: { ...start, Balance: '40' } }],
      ['ModifiedNode', ALICE, { FinalFields: funded }],
      ['ModifiedNode', ALICE, { FinalFields: { ...funded, Expiration: 900 } }],
      ['ModifiedNode', ALICE, { FinalFields: { ...funded, Expiration: 800 } }],
      ['ModifiedNode', ALICE, { FinalFields: funded }],
      ['ModifiedNode', ALICE, { FinalFields: { ...funded, Sequence: 1 } }],
      ['DeletedNode', BOB, { FinalFields: { ...funded, Balance: '150' } }],
    ];
    const transactions = steps.map(([kind, Account, fields], at) => ({
      hash: String(at),
      ledger_index: at,
      tx_json: { Account, date: at },
      meta: { AffectedNodes: [node(kind, 'PayChannel', { ...fields, PreviousTxnID: String(at - 1) })] },
    }));
    const server = {
      request: async (_: string, { transaction }: { transaction: string }) => transactions[+transaction],
    };
    const { events, isWhole } = await readChannelEvents(server, HASH, '8', new Map());
    const words = events.map(({ words: text, mark }: { words: string; mark: string }) => `${text} (${mark})`);
    assert.deepEqual(words, [
      'opened (deposit)',
      'claimed (claim)',
      'paid by the source (claim)',
      'deposit added (deposit)',
      'close requested (close)',
      'expiration changed (close)',
      'close request cancelled (close)',
      'changed (close)',
      'closed (close)',
    ]);
    assert.equal(isWhole, true);
  });
});

describe('the live view', () => {
  test('reads the state of the server a second after news, once for all of that second', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    Object.assign(globalThis, { requestAnimationFrame: () => 1, cancelAnimationFrame: () => {} });
    const sent: string[] = [];
    const server = {
      request: async (method: string) => void sent.push(method),
      watch: () => () => {},
      listen: (listener: (message: object) => void) => {
        receive = listener;
        return () => {};
      },
    };
    let receive = (_: object) => {};
    const end = followLedgers(
      server,
      () => {},
      () => {},
    );
    const pending = { type: 'transaction', tx_json: { TransactionType: 'Payment' }, engine_result: 'tesSUCCESS' };
    const closed = { type: 'ledgerClosed', ledger_index: 7, txn_count: 0 };
    for (const [message, read] of [
      [pending, ['server_info', 'fee']],
      [closed, ['server_info', 'fee', 'weir_ledgers']],
    ] as const) {
      for (const hash of ['1', '2']) receive({ ...message, hash });
      t.mock.timers.tick(999);
      assert.deepEqual(sent.splice(0), []);
      t.mock.timers.tick(1);
      assert.deepEqual(sent.splice(0), read);
    }
    end();
  });
});

describe('addresses of views', () => {
  test('are read and written, with ledger and filters', () => {
    assert.deepEqual(parseRoute(''), { view: 'live', subject: '', ledger: undefined });
    for (const [view, subject, ledger] of [
      ['account', ALICE, 7],
      ['tx', HASH, undefined],
      ['compare', '5/9', 12],
    ])
      assert.deepEqual(parseRoute(routeTo(view, subject, ledger)), { view, subject, ledger });
    assert.equal(parseRoute('#/account/r?ledger=-1').ledger, undefined);
    assert.equal(parseRoute('#/account/%').subject, '%');
    const filtered = withValues(`#/account/${ALICE}?ledger=7`, { direction: 'in', issuer: '' });
    assert.equal(filtered, `#/account/${ALICE}?ledger=7&direction=in`);
    assert.deepEqual(addressValues(filtered, ['direction', 'issuer']), { direction: 'in' });
    assert.equal(withValues(filtered, { ledger: undefined, direction: undefined }), `#/account/${ALICE}`);
    const filters = { tx_type: 'Payment,TrustSet', destination_tag: '7', to_time: '2026-01-31' };
    const params = { tx_type: ['Payment', 'TrustSet'], destination_tag: 7, to_time: '2026-01-31' };
    assert.deepEqual(filterParams(filters), params);
  });

  test('are found by search texts', () => {
    for (const [text, route] of [
      [` ${ALICE} `, `#/account/${ALICE}`],
      ['123', '#/ledger/123'],
      ['c000000300000000', '#/tx/C000000300000000'],
      [HASH.toLowerCase(), `#/find/${HASH}`],
      ['ab'.repeat(24), `#/issuance/${'AB'.repeat(24)}`],
      ['5 - 9', '#/compare/5/9'],
      ['5..9', '#/compare/5/9'],
      [`XRP  USD/${ALICE}`, `#/book/XRP%20USD%2F${ALICE}`],
      ['dev 1', `#/account/${ALICE}`],
      ['1,030', '#/ledger/1030'],
      ['#30', '#/ledger/30'],
      ['ledger 7', '#/ledger/7'],
      [`USD/${ALICE}`, `#/token/USD.${ALICE}`],
      [`RLUSD.${ALICE}`, `#/token/${'524C555344'.padEnd(40, '0')}.${ALICE}`],
      [`XRP RLUSD/${ALICE}`, `#/book/XRP%20${'524C555344'.padEnd(40, '0')}%2F${ALICE}`],
      ['2026-03-14 12:04', '#/lookup/2026-03-14%2012%3A04'],
      ['2026-03-14', '#/lookup/2026-03-14'],
      ['XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2m4Er6SnvjVLpMWPjR', '#/lookup/XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2m4Er6SnvjVLpMWPjR'],
      [`https://livenet.xrpl.org/transactions/${HASH.toLowerCase()}/raw`, undefined],
      [`https://livenet.xrpl.org/transactions/${HASH.toLowerCase()}`, `#/tx/${HASH}`],
      [`https://livenet.xrpl.org/accounts/${ALICE}`, `#/account/${ALICE}`],
      [`https://livenet.xrpl.org/token/USD.${ALICE}`, `#/token/USD.${ALICE}`],
      ['http://127.0.0.1:5005/#/ledger/9?ledger=3', '#/ledger/9?ledger=3'],
      ['javascript:alert(1)', undefined],
      ['', undefined],
    ])
      assert.equal(routeOfSearch(text), route);
    assert.equal(routeOfSearch('2026-02-30'), undefined);
    assert.equal(searchedTime('2026-03-14').ms, Date.parse('2026-03-14T23:59:59.999Z'));
    assert.equal(searchedTime('2026-03-14T12:04Z').ms, Date.parse('2026-03-14T12:04:00Z'));
    const names = [[BOB, 'Coffee House']];
    assert.deepEqual(interpretationsOf('coff', { names }), [
      { title: 'Coffee House', kind: BOB, href: `#/account/${BOB}` },
    ]);
    assert.equal(routeOfSearch('dev 1', 5), `#/account/${ALICE}?ledger=5`);
    assert.deepEqual(assetsOf(`XRP USD/${ALICE}`), [{ currency: 'XRP' }, { currency: 'USD', issuer: ALICE }]);
    assert.equal(assetsOf('XRP USD'), undefined);
  });

  test('of development accounts are found by name', () => {
    for (const [at, { address }] of developmentAccounts().entries()) {
      assert.equal(addressOfName(`dev ${at + 1}`), address);
      assert.equal(nameOfAddress(address), `Dev ${at + 1}`);
    }
    for (const name of ['development account 2', 'Dev-2', 'dev#2', ' dev2 ']) assert.equal(addressOfName(name), BOB);
    assert.equal(addressOfName('Master'), MASTER.address);
    for (const name of ['dev', 'dev 0', 'dev 11', 'device 1', 'rX']) assert.equal(addressOfName(name), undefined);
  });
});

describe('changes', () => {
  test('of balances are those of XRP, both sides of trust lines, and MPTs', () => {
    const usd = (value: string) => ({ currency: 'USD', issuer: 'rrrrrrrrrrrrrrrrrrrrBZbvji', value });
    const limits = { LowLimit: { issuer: 'rLow' }, HighLimit: { issuer: 'rHigh' } };
    const AffectedNodes = [
      node('CreatedNode', 'AccountRoot', { NewFields: { Account: 'rNew', Balance: '5' } }),
      node('ModifiedNode', 'AccountRoot', { PreviousFields: { Sequence: 1 }, FinalFields: { Balance: '7' } }),
      node('CreatedNode', 'AccountRoot', { NewFields: { Account: 'rPool', Sequence: 1 } }),
      node('ModifiedNode', 'RippleState', {
        PreviousFields: { Balance: usd('1.5') },
        FinalFields: { Balance: usd('-2'), ...limits },
      }),
      node('ModifiedNode', 'MPToken', {
        PreviousFields: { MPTAmount: '7' },
        FinalFields: { Account: ALICE, MPTokenIssuanceID: '00', MPTAmount: '5' },
      }),
    ];
    const rows = affectedBalances({}, { AffectedNodes }) as { account: string; amount: unknown; value: string }[];
    assert.deepEqual(
      rows.filter(({ value }) => value !== '0').map(({ account, amount }) => [account, amount]),
      [
        ['rNew', '5'],
        ['rLow', { currency: 'USD', issuer: 'rHigh', value: '-3.5' }],
        ['rHigh', { currency: 'USD', issuer: 'rLow', value: '3.5' }],
        [ALICE, { mpt_issuance_id: '00', value: '-2' }],
      ],
    );
  });

  test('of entries are fields before and after, and arrays by what was added and removed', () => {
    const nft = (id: string) => ({ NFToken: { NFTokenID: id } });
    const modified = { PreviousFields: { Sequence: 1, Domain: 'ABCD' }, FinalFields: { Sequence: 2, Flags: 0 } };
    const page = { PreviousFields: { NFTokens: [nft('A')] }, FinalFields: { NFTokens: [nft('B'), nft('C')] } };
    const AffectedNodes = [
      node('ModifiedNode', 'AccountRoot', modified),
      node('ModifiedNode', 'NFTokenPage', page),
      node('ModifiedNode', 'DirectoryNode', { FinalFields: { Owner: ALICE } }),
      node('ModifiedNode', 'AMM', {}),
    ];
    const { entries, quiet } = entryChanges({ AffectedNodes });
    const texts = entries.map(({ rows }: { rows: Record<string, never>[] }) =>
      rows.map(({ name, before, after, change }) => [
        name,
        ...[before, after, change].map((parts) => parts && partsText(parts)),
      ]),
    );
    assert.deepEqual(texts, [
      [
        ['Sequence', '1', '2', undefined],
        ['Domain', 'ABCD', undefined, undefined],
      ],
      [['NFTokens', undefined, undefined, '+2 NFTs, −1 NFT']],
    ]);
    assert.deepEqual(
      quiet.map(({ type }: { type: string }) => type),
      ['DirectoryNode', 'AMM'],
    );
    assert.deepEqual(fieldDifferences({ index: HASH, A: 1, B: { c: 2 } }, { index: HASH, A: 1, B: { c: 3 } }), [
      { name: 'B', before: { c: 2 }, after: { c: 3 } },
    ]);
  });
});

/** A payment of tokens from ALICE to BOB, in the form of `account_tx`. */
function payment(value: string, memo = '', currency = 'USD') {
  const balance = (amount: string) => ({ currency, issuer: 'rrrrrrrrrrrrrrrrrrrrBZbvji', value: amount });
  const limits = { LowLimit: { currency, issuer: BOB, value: '9' }, HighLimit: { currency, issuer: GATE, value: '0' } };
  const line = { FinalFields: { ...limits, Balance: balance(value) }, PreviousFields: { Balance: balance('0') } };
  const Memos = memo === '' ? [] : [{ Memo: { MemoData: Buffer.from(memo).toString('hex') } }];
  const AffectedNodes = [node('ModifiedNode', 'RippleState', line)];
  return {
    ...{ hash: HASH, ledger_index: 7, close_time_iso: '2026-01-01T00:00:10Z' },
    tx_json: { TransactionType: 'Payment', Account: ALICE, Destination: BOB, Fee: '12', Memos },
    meta: { TransactionResult: 'tesSUCCESS', delivered_amount: { currency, issuer: GATE, value }, AffectedNodes },
  };
}

describe('an exported history', () => {
  const csv = (item: ReturnType<typeof payment>) => EXPORT_FORMATS.csv.row(exportRows(item, BOB)[0]!, true);

  test('has all digits, and quotes where CSV needs them', () => {
    assert.equal(
      csv(payment('1234567890.12345')),
      `2026-01-01T00:00:10Z,7,Payment,tesSUCCESS,in,1234567890.12345,USD,${GATE},${ALICE},,1234567890.12345,,,,,${HASH}\n`,
    );
    assert.equal(exportRows(payment('1e-15'), BOB)[0]!.amount, '0.000000000000001');
    assert.deepEqual(Object.keys(exportRows(payment('1'), BOB)[0]!), EXPORT_COLUMNS);
    assert.match(csv(payment('1', 'say "x", twice')), /,"say ""x"", twice",/);
    assert.match(csv(payment('1', 'two\nlines')), /,"two\nlines",/);
  });

  test('has no formulas for spreadsheets', () => {
    for (const memo of ['=1+1', '+A1', '-A1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '=HYPERLINK("x","y")', '-'])
      assert.match(csv(payment('1', memo)), /,"'[^']/, JSON.stringify(memo));
    assert.match(csv(payment('1', '', '@A1')), /,"'@A1",/);
    assert.match(csv(payment('1', '-12.5')), /,-12\.5,/, 'numbers stay numbers');
  });

  test('has direction and counterparty from the side of the account', () => {
    assert.deepEqual([directionOf(payment('1'), BOB), directionOf(payment('1'), GATE)], ['in', 'out']);
    const paidFee = { FinalFields: { Account: BOB, Balance: '90' }, PreviousFields: { Balance: '100' } };
    const settings = {
      tx_json: { TransactionType: 'AccountSet', Account: BOB, Fee: '10' },
      meta: { TransactionResult: 'tesSUCCESS', AffectedNodes: [node('ModifiedNode', 'AccountRoot', paidFee)] },
    };
    assert.deepEqual([directionOf(settings, BOB), counterpartyOf(settings, BOB)], ['', '']);
    const ends = { FinalFields: { Account: ALICE, Destination: BOB } };
    const finish = {
      tx_json: { Account: GATE, Owner: ALICE },
      meta: { AffectedNodes: [node('DeletedNode', 'Escrow', ends)] },
    };
    assert.deepEqual([counterpartyOf(finish, ALICE), counterpartyOf(finish, BOB)], [BOB, ALICE]);
    const trust = { tx_json: { Account: ALICE, LimitAmount: { issuer: GATE } }, meta: { AffectedNodes: [] } };
    assert.equal(counterpartyOf(trust, ALICE), GATE);
  });

  test('has all pages, and ends when it is cancelled', async () => {
    const requests: object[] = [];
    const request = async (_: string, params: { marker?: number }) => {
      requests.push(params);
      const page = params.marker ?? 0;
      const transactions = Array.from({ length: [2, 0, 1][page]! }, () => payment('1'));
      return { transactions, ledger_index_min: 2, ledger_index_max: 12, ...(page < 2 ? { marker: page + 1 } : {}) };
    };
    const control = new AbortController();
    const run = (onProgress: () => void) =>
      collect({ request }, { account: BOB }, EXPORT_FORMATS.csv, control.signal, onProgress);
    const { blob, rows } = await run(() => {});
    assert.equal(rows, 3);
    assert.equal((await blob.text()).trimEnd().split('\n').length, 4);
    assert.deepEqual(requests.splice(0).at(-1), { account: BOB, marker: 2 });
    await run(() => control.abort());
    assert.equal(requests.length, 1);
  });
});

describe('pictures', () => {
  test('of similar addresses differ', () => {
    const pictures = Array.from({ length: 500 }, (_, at) => signOf(`rHb9CJAWyB4rj91VRWn${at}kukG4bwdtyTh`));
    const different = new Set(pictures.map(({ path, colour }) => path + colour));
    assert.ok(different.size > 495, `${different.size} of 500`);
  });

  test('of trust lines have a maximum of accounts, and each line once', () => {
    const line = (account: string) => ({ account, currency: 'USD', balance: '0', limit: '1', limit_peer: '0' });
    const lines = Array.from({ length: MAX_NODES + 5 }, (_, at) => line(`r${at}`));
    const graph = withLines(graphAround('rA'), 'rA', { lines });
    assert.equal(graph.nodes.size, MAX_NODES);
    assert.deepEqual(graph.nodes.get('rA'), { address: 'rA', isWhole: true, isCut: true });
    const peer = { ...line('rA'), limit: '0', limit_peer: '1' };
    assert.equal(withLines(graph, 'r0', { lines: [peer] }).edges.size, graph.edges.size);
  });
});

describe('forms for transactions', () => {
  const definitions = new Definitions(serverDefinitions().json);
  const read = (type: string, values: object, flags: readonly number[] = []) =>
    transactionOf({ type, account: 'dev 1', values, flags: new Set(flags) }, formOf(definitions, type));

  test('have an input of its own kind for every field of every type', () => {
    const types = new Set(sendableTypes(definitions));
    const inJson = new Set<string>();
    for (const type of SENT_TYPES) {
      assert.ok(types.has(type), type);
      const { own, common } = formOf(definitions, type);
      for (const { name, kind } of [...own, ...common]) if (kind === 'json') inJson.add(name);
    }
    assert.deepEqual([...inJson].sort(), ['BatchSigners', 'CounterpartySignature', 'Paths', 'RawTransactions']);
    assert.ok(!types.has('SetFee') && !types.has('Invalid'));
  });

  test('read values of every kind', () => {
    const values = { Destination: 'dev 2', Amount: { value: '1.5' }, DestinationTag: ' 7 ', InvoiceID: '', Memos: [] };
    assert.deepEqual(read('Payment', values, [0x2_0000, 0x4_0000]), {
      ...{ TransactionType: 'Payment', Account: ALICE, Flags: 0x6_0000 },
      ...{ Destination: BOB, Amount: '1500000', DestinationTag: 7 },
    });
    const time = '2030-06-07T08:09:10';
    const unix = Math.floor(new Date(time).getTime() / 1000);
    const token = { kind: 'token', currency: 'USD', issuer: 'dev 2' };
    const price = { BaseAsset: 'XRP', QuoteAsset: 'USD', AssetPrice: '255', Scale: '2' };
    const bridge = { LockingChainDoor: 'dev 1', IssuingChainDoor: 'dev 2', IssuingChainIssue: token };
    const usd = { currency: 'USD', issuer: BOB };
    const xrp = { currency: 'XRP' };
    for (const [type, input, expected] of [
      ['AMMVote', { Asset: {}, Asset2: token, TradingFee: '10' }, { Asset: xrp, Asset2: usd, TradingFee: 10 }],
      [
        'CheckCreate',
        { Destination: BOB, SendMax: { ...token, value: '1e3' } },
        { SendMax: { ...usd, value: '1000' } },
      ],
      [
        'CheckCreate',
        { Destination: BOB, SendMax: { value: '1' }, Expiration: time },
        { Expiration: unix - 946_684_800 },
      ],
      [
        'OracleSet',
        { OracleDocumentID: '1', LastUpdateTime: time, PriceDataSeries: [price] },
        { LastUpdateTime: unix, PriceDataSeries: [{ PriceData: { ...price, AssetPrice: 'FF', Scale: 2 } }] },
      ],
      ['MPTokenIssuanceCreate', { MaximumAmount: '255' }, { MaximumAmount: '255' }],
      ['DIDSet', { URI: { text: 'ä' }, Data: { form: 'hex', text: 'ab' } }, { URI: 'C3A4', Data: 'AB' }],
      ['NFTokenCancelOffer', { NFTokenOffers: `${HASH.toLowerCase()}\n${HASH}` }, { NFTokenOffers: [HASH, HASH] }],
      [
        'XChainCreateBridge',
        { XChainBridge: bridge, SignatureReward: { value: '1' } },
        {
          XChainBridge: {
            ...{ LockingChainDoor: ALICE, LockingChainIssue: xrp },
            ...{ IssuingChainDoor: BOB, IssuingChainIssue: usd },
          },
        },
      ],
      ['AccountSet', { SetFlag: '8' }, { SetFlag: 8 }],
    ] as const)
      assert.partialDeepStrictEqual(read(type, input), expected);
  });

  test('refuse invalid values and name the field', () => {
    const good = { Destination: BOB, Amount: { value: '1' } };
    for (const [type, values, message] of [
      ['Payment', {}, /^Destination is missing\.$/],
      ['Payment', { ...good, Amount: { value: '-1' } }, /^Amount is not an amount of XRP/],
      ['Payment', { ...good, Amount: { value: '1', kind: 'token' } }, /^Amount needs a currency and an issuer/],
      ['Payment', { ...good, Amount: { value: '1', kind: 'MPT', issuance: 'AB' } }, /^Amount needs an issuance ID/],
      ['Payment', { ...good, Memos: [{ MemoType: { text: 'x' } }] }, /^Memos 1: MemoData is missing\.$/],
      ['XChainCommit', { XChainBridge: { LockingChainDoor: ALICE } }, /^XChainBridge needs both doors/],
      ['CheckCreate', { Destination: BOB, SendMax: { value: '1' }, Expiration: 'x' }, /^Expiration is not a date/],
      ['MPTokenIssuanceCreate', { MaximumAmount: '1.5' }, /^MaximumAmount is not a whole number/],
    ] as const)
      assert.throws(() => read(type, values), { message });
  });
});
