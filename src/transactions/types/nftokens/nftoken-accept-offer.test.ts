import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NftokenLedger } from '../../../../test/support/nftoken-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { testCurrency, tokens, USD } from '../../../../test/support/token-ledger.ts';
import { Sandbox } from '../../../ledger/sandbox.ts';
import { lastNftPageKeylet, nftOfferById } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { NftokenFlags, nftokenId } from '../../../protocol/entries/nftoken-id.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { AccountId, Amount, Hash256, StObject } from '../../../protocol/values.ts';
import { findToken, insertToken } from '../../nftokens/nftoken-pages.ts';

/** Makes the tokens. */
const MAKER = testAccount('Maker');
const SELLER = testAccount('Seller');
const BUYER = testAccount('Buyer');
const BROKER = testAccount('Broker');
/** Issues USD. */
const GATE = testAccount('Gate');
/** What a test's ledger has as its parent's close time. */
const NOW = 1_000_000;
const FEE_DROPS = 10n;
const HALF = { TransferFee: 50_000 };
const NO_OFFER = 'AB'.repeat(32);
const { AccountRoot: Bits } = EntryFlags;
const { tfSetFreeze, tfSetDeepFreeze, tfSetfAuth, tfSetNoRipple } = TransactionFlags.TrustSet;
const EUR = testCurrency('EUR');

function usd(text: string): Amount {
  return tokens(text, GATE);
}

/** The accounts of `holders` have 100 USD each; the seller has a token of the maker's. */
function saleLedger({
  holders = [SELLER, BUYER, BROKER, MAKER],
  gate = {},
  mint = {},
}: {
  readonly holders?: readonly AccountId[];
  readonly gate?: { readonly Flags?: number; readonly TransferRate?: number };
  readonly mint?: StObject;
} = {}): { readonly ledger: NftokenLedger; readonly id: Hash256 } {
  const ledger = new NftokenLedger();
  for (const account of [MAKER, SELLER, BUYER, BROKER]) ledger.fund(account);
  const { Flags: gateFlags = 0, ...gateTerms } = gate;
  ledger.fund(GATE, { Flags: Bits.lsfDefaultRipple | gateFlags, ...gateTerms });
  for (const account of holders) {
    ledger.trust(account, GATE, '1000');
    if ((gateFlags & Bits.lsfRequireAuth) !== 0) ledger.trust(GATE, account, '0', { Flags: tfSetfAuth });
    ledger.pay(GATE, account, '100', GATE);
  }
  const id = ledger.minted(MAKER, mint);
  if (ledger.accept(SELLER, { NFTokenSellOffer: ledger.selling(MAKER, id, 0n) }) !== 'tesSUCCESS') throw new Error();
  return { ledger, id };
}

function owns(ledger: NftokenLedger, account: AccountId, id: Hash256): boolean {
  return findToken(ledger.view, account, id) !== undefined;
}

/** From now on, the gate's tokens are for these only. */
function requireAuth(ledger: NftokenLedger, ...authorized: readonly AccountId[]): void {
  const gate = ledger.account(GATE);
  ledger.view.rawReplace({ ...gate, Flags: gate.Flags | Bits.lsfRequireAuth });
  for (const account of authorized) ledger.trust(GATE, account, '0', { Flags: tfSetfAuth });
}

function balance(ledger: NftokenLedger, account: AccountId): bigint {
  return ledger.account(account).Balance;
}

describe('NFTokenAcceptOffer', () => {
  const malformed: readonly [string, StObject][] = [
    ['no offer', {}],
    ['a fee without a second offer', { NFTokenSellOffer: NO_OFFER, NFTokenBrokerFee: 1n }],
    ['a fee for one offer to buy', { NFTokenBuyOffer: NO_OFFER, NFTokenBrokerFee: 1n }],
    ['a fee of nothing', { NFTokenBuyOffer: NO_OFFER, NFTokenSellOffer: NO_OFFER, NFTokenBrokerFee: 0n }],
    ['a negative fee', { NFTokenBuyOffer: NO_OFFER, NFTokenSellOffer: NO_OFFER, NFTokenBrokerFee: -1n }],
  ];
  for (const [name, fields] of malformed) {
    test(`refuses ${name}: temMALFORMED`, () => {
      assert.equal(saleLedger().ledger.accept(BUYER, fields), 'temMALFORMED');
    });
  }

  test('refuses what is not there, and what is no such offer', () => {
    const { ledger, id } = saleLedger();
    const sell = ledger.selling(SELLER, id, 1n);
    const buy = ledger.buying(BUYER, id, SELLER, 1n);
    for (const missing of [NO_OFFER, '0'.repeat(64), ledger.account(BUYER).index]) {
      for (const name of ['NFTokenSellOffer', 'NFTokenBuyOffer']) {
        assert.equal(ledger.accept(BROKER, { [name]: missing }), 'tecOBJECT_NOT_FOUND');
      }
    }
    assert.equal(ledger.accept(BROKER, { NFTokenBuyOffer: sell }), 'tecNFTOKEN_OFFER_TYPE_MISMATCH');
    assert.equal(ledger.accept(BROKER, { NFTokenSellOffer: buy }), 'tecNFTOKEN_OFFER_TYPE_MISMATCH');
    ledger.view.rawReplace({ ...ledger.offer(sell)!, Amount: -1n });
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: sell }), 'temBAD_OFFER');
  });

  test('removes expired offers, and fails', () => {
    for (const expired of [['sell'], ['buy'], ['sell', 'buy']]) {
      const { ledger, id } = saleLedger();
      const offers = { sell: ledger.selling(SELLER, id, 1n), buy: ledger.buying(BUYER, id, SELLER, 1n) };
      for (const kind of expired) {
        const offer = ledger.offer(offers[kind as keyof typeof offers])!;
        ledger.view.rawReplace({ ...offer, Expiration: NOW });
      }
      const fields = { NFTokenSellOffer: offers.sell, NFTokenBuyOffer: offers.buy };
      const transaction = ledger.transaction({ TransactionType: 'NFTokenAcceptOffer', Account: BROKER, ...fields });
      const sandbox = new Sandbox(ledger.view);
      assert.equal(ledger.run(sandbox, transaction).result, 'tecEXPIRED');
      const left = Object.entries(offers).filter(([, key]) => sandbox.read(nftOfferById(key)) !== undefined);
      assert.deepEqual(
        left.map(([kind]) => kind),
        ['sell', 'buy'].filter((kind) => !expired.includes(kind)),
      );
    }
  });
});

describe('An offer to sell', () => {
  test('moves the token to who accepts it, for its price', () => {
    const { ledger, id } = saleLedger();
    const sell = ledger.selling(SELLER, id, 1000n);
    const [seller, buyer] = [balance(ledger, SELLER), balance(ledger, BUYER)];
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: sell }), 'tesSUCCESS');
    assert.deepEqual([owns(ledger, SELLER, id), owns(ledger, BUYER, id)], [false, true]);
    assert.deepEqual([balance(ledger, SELLER) - seller, balance(ledger, BUYER) - buyer], [1000n, -1000n - FEE_DROPS]);
    assert.equal(ledger.read(nftOfferById(sell)), undefined);
    // The buyer has a page of tokens now, beside the line; the seller has only the line left.
    assert.deepEqual([ledger.account(SELLER).OwnerCount, ledger.account(BUYER).OwnerCount], [1, 2]);
  });

  test('is not for its maker, nor for others than it says, nor of who has not got the token any more', () => {
    const { ledger, id } = saleLedger();
    const sell = ledger.selling(SELLER, id, 1n);
    const forBroker = ledger.selling(SELLER, id, 1n, { Destination: BROKER });
    assert.equal(ledger.accept(SELLER, { NFTokenSellOffer: sell }), 'tecCANT_ACCEPT_OWN_NFTOKEN_OFFER');
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: forBroker }), 'tecNO_PERMISSION');
    assert.equal(ledger.accept(BROKER, { NFTokenSellOffer: forBroker }), 'tesSUCCESS');
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: sell }), 'tecNO_PERMISSION');
  });

  test('takes funds of who accepts it, and the reserve of what is left', () => {
    const { ledger, id } = saleLedger({ holders: [SELLER] });
    const sell = ledger.selling(SELLER, id, 1000n);
    const setBalance = (Balance: bigint) => ledger.view.rawReplace({ ...ledger.account(BUYER), Balance });
    setBalance(1_000_999n);
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: sell }), 'tecINSUFFICIENT_FUNDS');
    setBalance(1_201_009n);
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: sell }), 'tecINSUFFICIENT_RESERVE');
    setBalance(1_201_010n);
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: sell }), 'tesSUCCESS');
    // One more token fits on the page.
    setBalance(1_000_010n);
    const another = ledger.selling(SELLER, ledger.minted(SELLER), 0n);
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: another }), 'tesSUCCESS');
    const dear = ledger.selling(SELLER, ledger.minted(SELLER), usd('5'));
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: dear }), 'tecINSUFFICIENT_FUNDS');
  });

  test('is paid in tokens by their issuer as well', () => {
    const { ledger, id } = saleLedger();
    assert.equal(ledger.accept(GATE, { NFTokenSellOffer: ledger.selling(SELLER, id, usd('500')) }), 'tesSUCCESS');
    assert.equal(ledger.held(SELLER, GATE), '600');
  });

  test('fails where the transfer fee of the tokens makes it too dear', () => {
    const { ledger, id } = saleLedger({ gate: { TransferRate: 1_250_000_000 } });
    assert.equal(
      ledger.accept(BUYER, { NFTokenSellOffer: ledger.selling(SELLER, id, usd('100')) }),
      'tecINSUFFICIENT_FUNDS',
    );
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: ledger.selling(SELLER, id, usd('80')) }), 'tesSUCCESS');
    assert.deepEqual([ledger.held(BUYER, GATE), ledger.held(SELLER, GATE)], ['0', '180']);
  });
});

describe('An offer to buy', () => {
  test('moves the token of who accepts it, for its price', () => {
    const { ledger, id } = saleLedger();
    const buy = ledger.buying(BUYER, id, SELLER, usd('30'));
    assert.equal(ledger.accept(SELLER, { NFTokenBuyOffer: buy }), 'tesSUCCESS');
    assert.equal(owns(ledger, BUYER, id), true);
    assert.deepEqual([ledger.held(SELLER, GATE), ledger.held(BUYER, GATE)], ['130', '70']);
  });

  test('is for who has the token and whom it names, not for its maker', () => {
    const { ledger, id } = saleLedger();
    const buy = ledger.buying(BUYER, id, SELLER, 1n);
    const forBroker = ledger.buying(BUYER, id, SELLER, 1n, { Destination: BROKER });
    assert.equal(ledger.accept(BUYER, { NFTokenBuyOffer: buy }), 'tecCANT_ACCEPT_OWN_NFTOKEN_OFFER');
    assert.equal(ledger.accept(BROKER, { NFTokenBuyOffer: buy }), 'tecNO_PERMISSION');
    assert.equal(ledger.accept(SELLER, { NFTokenBuyOffer: forBroker }), 'tecNO_PERMISSION');
  });

  test('must be funded still', () => {
    const { ledger, id } = saleLedger();
    const buy = ledger.buying(BUYER, id, SELLER, usd('30'));
    ledger.pay(BUYER, GATE, '71', GATE);
    assert.equal(ledger.accept(SELLER, { NFTokenBuyOffer: buy }), 'tecINSUFFICIENT_FUNDS');
    const inDrops = ledger.buying(BUYER, id, SELLER, 1000n);
    // The reserve of the buyer's line and two offers is not for sale.
    ledger.view.rawReplace({ ...ledger.account(BUYER), Balance: 1_600_999n });
    assert.equal(ledger.accept(SELLER, { NFTokenBuyOffer: inDrops }), 'tecINSUFFICIENT_FUNDS');
  });
});

describe('A sale between two offers', () => {
  /** The two offers, and the fields of a transaction that brings them together. */
  function brokered(
    asked: Amount,
    bid: Amount,
    { sell = {}, buy = {}, ...options }: Parameters<typeof saleLedger>[0] & { sell?: StObject; buy?: StObject } = {},
  ) {
    const { ledger, id } = saleLedger(options);
    const NFTokenSellOffer = ledger.selling(SELLER, id, asked, sell);
    const NFTokenBuyOffer = ledger.buying(BUYER, id, SELLER, bid, buy);
    return { ledger, id, fields: { NFTokenSellOffer, NFTokenBuyOffer } };
  }

  test('costs the buyer what they offered: the fee, the maker’s part of the rest, and the seller’s remainder', () => {
    const { ledger, id, fields } = brokered(100n, 1000n, { mint: { TransferFee: 10_000 } });
    const parties = [BUYER, BROKER, MAKER, SELLER];
    const before = parties.map((party) => balance(ledger, party));
    assert.equal(ledger.accept(BROKER, { ...fields, NFTokenBrokerFee: 200n }), 'tesSUCCESS');
    const changes = parties.map((party, at) => balance(ledger, party) - before[at]!);
    assert.deepEqual(changes, [-1000n, 200n - FEE_DROPS, 80n, 720n]);
    assert.equal(owns(ledger, BUYER, id), true);
    assert.deepEqual(ledger.offerCounts(id), [0, 0]);
  });

  test('may be for just what is asked for', () => {
    const { ledger, fields } = brokered(50n, 50n);
    assert.equal(ledger.accept(BROKER, fields), 'tesSUCCESS');
  });

  test('without a fee leaves the seller everything', () => {
    const { ledger, fields } = brokered(usd('10'), usd('50'));
    assert.equal(ledger.accept(BROKER, fields), 'tesSUCCESS');
    assert.deepEqual([ledger.held(SELLER, GATE), ledger.held(BUYER, GATE)], ['150', '50']);
  });

  const refused: readonly [string, Amount, Amount, StObject, Parameters<typeof brokered>[2], string][] = [
    ['less than is asked for', 100n, 99n, {}, {}, 'tecINSUFFICIENT_PAYMENT'],
    ['other money than is asked for', 1n, usd('1'), {}, {}, 'tecNFTOKEN_BUY_SELL_MISMATCH'],
    ['a fee in other money', 1n, 5n, { NFTokenBrokerFee: usd('1') }, {}, 'tecNFTOKEN_BUY_SELL_MISMATCH'],
    ['a fee of all that is paid', 0n, 5n, { NFTokenBrokerFee: 5n }, {}, 'tecINSUFFICIENT_PAYMENT'],
    ['a fee out of what is asked for', 4n, 5n, { NFTokenBrokerFee: 2n }, {}, 'tecINSUFFICIENT_PAYMENT'],
    ['an offer to sell to another', 1n, 5n, {}, { sell: { Destination: BUYER } }, 'tecNO_PERMISSION'],
    ['an offer to buy from another', 1n, 5n, {}, { buy: { Destination: SELLER } }, 'tecNO_PERMISSION'],
  ];
  for (const [name, asked, bid, terms, options, expected] of refused) {
    test(`refuses ${name}: ${expected}`, () => {
      const { ledger, fields } = brokered(asked, bid, options);
      assert.equal(ledger.accept(BROKER, { ...fields, ...terms }), expected);
    });
  }

  test('refuses tokens of the same name from another issuer, or of another name', () => {
    for (const other of [tokens('1', MAKER), tokens('1', GATE, EUR)]) {
      const { ledger, fields } = brokered(usd('1'), usd('1'));
      ledger.view.rawReplace({ ...ledger.offer(fields.NFTokenBuyOffer)!, Amount: other });
      assert.equal(ledger.accept(BROKER, fields), 'tecNFTOKEN_BUY_SELL_MISMATCH');
    }
  });

  test('is for one token, and for two others than the broker', () => {
    const { ledger, id, fields } = brokered(1n, 5n);
    const another = ledger.selling(SELLER, ledger.minted(SELLER), 1n);
    const mismatch = { ...fields, NFTokenSellOffer: another };
    assert.equal(ledger.accept(BROKER, mismatch), 'tecNFTOKEN_BUY_SELL_MISMATCH');
    for (const own of [SELLER, BUYER]) assert.equal(ledger.accept(own, fields), 'tecCANT_ACCEPT_OWN_NFTOKEN_OFFER');
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: fields.NFTokenSellOffer }), 'tesSUCCESS');
    const again = ledger.selling(BUYER, id, 1n);
    const loop = { ...fields, NFTokenSellOffer: again };
    assert.equal(ledger.accept(BROKER, loop), 'tecCANT_ACCEPT_OWN_NFTOKEN_OFFER');
  });

  test('refuses two offers of one kind', () => {
    const { ledger, id, fields } = brokered(1n, 5n);
    const broker = ledger.buying(BROKER, id, SELLER, 1n);
    const twoBuys = { NFTokenSellOffer: broker, NFTokenBuyOffer: fields.NFTokenBuyOffer };
    assert.equal(ledger.accept(MAKER, twoBuys), 'tecNFTOKEN_OFFER_TYPE_MISMATCH');
  });

  test('pays a broker in tokens only what they may hold', () => {
    const terms = { NFTokenBrokerFee: usd('1') };
    const unasked = brokered(usd('1'), usd('5'), { gate: { Flags: Bits.lsfRequireAuth }, holders: [SELLER, BUYER] });
    assert.equal(unasked.ledger.accept(BROKER, { ...unasked.fields, ...terms }), 'tecNO_LINE');
    const frozen = brokered(usd('1'), usd('5'));
    frozen.ledger.trust(GATE, BROKER, '0', { Flags: tfSetFreeze | tfSetDeepFreeze });
    assert.equal(frozen.ledger.accept(BROKER, { ...frozen.fields, ...terms }), 'tecFROZEN');
    assert.equal(frozen.ledger.accept(BROKER, frozen.fields), 'tesSUCCESS');
  });
});

describe('The maker’s part of a price', () => {
  test('is paid by the buyer, out of the price', () => {
    const { ledger, id } = saleLedger({ mint: HALF });
    const maker = balance(ledger, MAKER);
    const seller = balance(ledger, SELLER);
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: ledger.selling(SELLER, id, 1001n) }), 'tesSUCCESS');
    // Of a drop, half is rounded to the even one.
    assert.deepEqual([balance(ledger, MAKER) - maker, balance(ledger, SELLER) - seller], [500n, 501n - FEE_DROPS]);
  });

  test('is nothing where the maker sells or buys', () => {
    const { ledger, id } = saleLedger({ mint: HALF });
    const seller = balance(ledger, SELLER);
    assert.equal(ledger.accept(MAKER, { NFTokenSellOffer: ledger.selling(SELLER, id, 1000n) }), 'tesSUCCESS');
    assert.equal(balance(ledger, SELLER) - seller, 1000n - FEE_DROPS);
    const maker = balance(ledger, MAKER);
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: ledger.selling(MAKER, id, 1000n) }), 'tesSUCCESS');
    assert.equal(balance(ledger, MAKER) - maker, 1000n - FEE_DROPS);
  });

  test('is no part of its own where the maker sells, so that the price is rounded once', () => {
    const { ledger } = saleLedger();
    const sell = ledger.selling(MAKER, ledger.minted(MAKER, HALF), usd('0.0000000000001'));
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: sell }), 'tesSUCCESS');
    assert.equal(ledger.held(MAKER, GATE), '100.0000000000001');
  });

  test('in tokens makes a line for the maker of an old token that says so', () => {
    const { ledger } = saleLedger({ holders: [SELLER, BUYER] });
    const flags = NftokenFlags.createTrustLines | NftokenFlags.transferable;
    const id = nftokenId({ flags, transferFee: 50_000, issuer: MAKER, taxon: 0, serial: 99 });
    const sandbox = new Sandbox(ledger.view);
    insertToken(sandbox, SELLER, { NFTokenID: id });
    sandbox.applyTo(ledger.view);
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: ledger.selling(SELLER, id, usd('10')) }), 'tesSUCCESS');
    assert.equal(ledger.held(MAKER, GATE), '5');
  });

  test('in tokens needs the maker’s line still, unless they are the maker’s own', () => {
    const { ledger, id } = saleLedger({ mint: HALF });
    const sell = ledger.selling(SELLER, id, usd('10'));
    ledger.pay(MAKER, GATE, '100', GATE);
    ledger.trust(MAKER, GATE, '0', { Flags: tfSetNoRipple });
    assert.equal(ledger.line(MAKER, GATE), undefined);
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: sell }), 'tecNO_LINE');
    const own = ledger.minted(GATE, HALF);
    ledger.accept(SELLER, { NFTokenSellOffer: ledger.selling(GATE, own, 0n) });
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: ledger.selling(SELLER, own, usd('10')) }), 'tesSUCCESS');
    assert.deepEqual([ledger.held(SELLER, GATE), ledger.held(BUYER, GATE)], ['105', '90']);
  });

  test('makes a line for the maker where the token says so, as old ones do', () => {
    const { ledger } = saleLedger({ holders: [SELLER, BUYER] });
    const flags = NftokenFlags.createTrustLines | NftokenFlags.transferable;
    const old = nftokenId({ flags, transferFee: 50_000, issuer: MAKER, taxon: 0, serial: 99 });
    ledger.view.rawReplace({ ...ledger.read(lastNftPageKeylet(SELLER))!, NFTokens: [{ NFToken: { NFTokenID: old } }] });
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: ledger.selling(SELLER, old, usd('10')) }), 'tesSUCCESS');
    assert.equal(ledger.held(MAKER, GATE), '5');
  });

  test('in tokens must not come over a line that is frozen in this direction', () => {
    const { ledger, id } = saleLedger({ mint: HALF });
    const sell = ledger.selling(SELLER, id, usd('10'));
    ledger.trust(GATE, MAKER, '0', { Flags: tfSetFreeze | tfSetDeepFreeze });
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: sell }), 'tecFROZEN');
  });

  test('in tokens needs the maker’s authorization', () => {
    const { ledger, id } = saleLedger({ mint: HALF });
    const sell = ledger.selling(SELLER, id, usd('10'));
    requireAuth(ledger, SELLER, BUYER);
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: sell }), 'tecNO_AUTH');
  });
});

describe('Who is paid in tokens', () => {
  const deepFreeze = (ledger: NftokenLedger, account: AccountId) =>
    ledger.trust(GATE, account, '0', { Flags: tfSetFreeze | tfSetDeepFreeze });

  test('must be let by their issuer, and who pays as well: of an offer to sell', () => {
    for (const [authorized, expected] of [
      [[], 'tecNO_AUTH'],
      [[SELLER], 'tecNO_AUTH'],
      [[BUYER], 'tecNO_AUTH'],
      [[SELLER, BUYER], 'tesSUCCESS'],
    ] as const) {
      const { ledger, id } = saleLedger();
      const sell = ledger.selling(SELLER, id, usd('10'));
      requireAuth(ledger, ...authorized);
      assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: sell }), expected);
    }
  });

  test('must be let by their issuer, and who pays as well: of an offer to buy', () => {
    for (const [authorized, expected] of [
      [[SELLER], 'tecNO_AUTH'],
      [[BUYER], 'tecNO_AUTH'],
      [[SELLER, BUYER], 'tesSUCCESS'],
    ] as const) {
      const { ledger, id } = saleLedger();
      const buy = ledger.buying(BUYER, id, SELLER, usd('10'));
      requireAuth(ledger, ...authorized);
      assert.equal(ledger.accept(SELLER, { NFTokenBuyOffer: buy }), expected);
    }
  });

  test('must not have a line that nothing may come in by', () => {
    const { ledger, id } = saleLedger();
    const sell = ledger.selling(SELLER, id, usd('10'));
    const buy = ledger.buying(BUYER, id, SELLER, usd('10'));
    deepFreeze(ledger, SELLER);
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: sell }), 'tecFROZEN');
    assert.equal(ledger.accept(SELLER, { NFTokenBuyOffer: buy }), 'tecFROZEN');
    assert.equal(ledger.accept(BROKER, { NFTokenSellOffer: sell, NFTokenBuyOffer: buy }), 'tecFROZEN');
  });

  test('needs no line yet', () => {
    const { ledger, id } = saleLedger({ holders: [BUYER] });
    const buy = ledger.buying(BUYER, id, SELLER, usd('10'));
    assert.equal(ledger.accept(SELLER, { NFTokenBuyOffer: buy }), 'tesSUCCESS');
    assert.equal(ledger.held(SELLER, GATE), '10');
  });

  test('cannot get more than an amount can say', () => {
    const { ledger, id } = saleLedger({ holders: [] });
    const most = { mantissa: 10n ** 16n - 1n, exponent: 80, currency: USD, issuer: GATE };
    ledger.apply({ TransactionType: 'TrustSet', Account: SELLER, LimitAmount: most });
    ledger.apply({ TransactionType: 'Payment', Account: GATE, Destination: SELLER, Amount: most });
    assert.equal(ledger.accept(GATE, { NFTokenSellOffer: ledger.selling(SELLER, id, most) }), 'tefEXCEPTION');
  });

  test('gets nothing of an issuer whose account is gone', () => {
    const { ledger, id } = saleLedger();
    const sell = ledger.selling(SELLER, id, 1n);
    ledger.view.rawReplace({ ...ledger.offer(sell)!, Amount: tokens('0', testAccount('Nobody')) });
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: sell }), 'tecNO_ISSUER');
  });
});

test('A token that finds no page of the buyer’s stays where it is', () => {
  const { ledger, id } = saleLedger();
  const sell = ledger.selling(SELLER, id, 0n);
  const alike = Array.from({ length: 32 }, (_, number) => (number + 1).toString(16).padStart(4, '0').toUpperCase());
  const NFTokens = alike.map((fee) => ({ NFToken: { NFTokenID: id.slice(0, 4) + fee + id.slice(8) } }));
  ledger.put({ ...newEntry(lastNftPageKeylet(BUYER)), NFTokens });
  assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: sell }), 'tecNO_SUITABLE_NFTOKEN_PAGE');
});
