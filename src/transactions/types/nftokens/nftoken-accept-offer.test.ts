import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NftokenLedger } from '../../../../test/support/nftoken-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { tokens, USD } from '../../../../test/support/token-ledger.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { AccountId, Amount, Hash256, StObject } from '../../../protocol/values.ts';

/** Makes the tokens. */
const MAKER = testAccount('Maker');
const SELLER = testAccount('Seller');
const BUYER = testAccount('Buyer');
const BROKER = testAccount('Broker');
/** Issues USD. */
const GATE = testAccount('Gate');
const HALF = { TransferFee: 50_000 };
const NO_OFFER = 'AB'.repeat(32);
const { AccountRoot: Bits } = EntryFlags;
const { tfSetFreeze, tfSetDeepFreeze, tfSetfAuth, tfSetNoRipple } = TransactionFlags.TrustSet;

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

describe('NFTokenAcceptOffer', () => {
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
});

describe('An offer to sell', () => {
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

  const refused: readonly [string, Amount, Amount, StObject, Parameters<typeof brokered>[2], string][] = [
    ['a fee in other money', 1n, 5n, { NFTokenBrokerFee: usd('1') }, {}, 'tecNFTOKEN_BUY_SELL_MISMATCH'],
    ['an offer to buy from another', 1n, 5n, {}, { buy: { Destination: SELLER } }, 'tecNO_PERMISSION'],
  ];
  for (const [name, asked, bid, terms, options, expected] of refused) {
    test(`refuses ${name}: ${expected}`, () => {
      const { ledger, fields } = brokered(asked, bid, options);
      assert.equal(ledger.accept(BROKER, { ...fields, ...terms }), expected);
    });
  }

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
});

describe('The maker’s part of a price', () => {
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

  test('in tokens must not come over a line that is frozen in this direction', () => {
    const { ledger, id } = saleLedger({ mint: HALF });
    const sell = ledger.selling(SELLER, id, usd('10'));
    ledger.trust(GATE, MAKER, '0', { Flags: tfSetFreeze | tfSetDeepFreeze });
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: sell }), 'tecFROZEN');
  });
});

describe('Who is paid in tokens', () => {
  test('cannot get more than an amount can express', () => {
    const { ledger, id } = saleLedger({ holders: [] });
    const most = { mantissa: 10n ** 16n - 1n, exponent: 80, currency: USD, issuer: GATE };
    ledger.apply({ TransactionType: 'TrustSet', Account: SELLER, LimitAmount: most });
    ledger.apply({ TransactionType: 'Payment', Account: GATE, Destination: SELLER, Amount: most });
    assert.equal(ledger.accept(GATE, { NFTokenSellOffer: ledger.selling(SELLER, id, most) }), 'tefEXCEPTION');
  });

  test('gets nothing of an issuer whose account is gone', () => {
    const { ledger, id } = saleLedger();
    const sell = ledger.selling(SELLER, id, 1n);
    ledger.view.rawReplace({ ...ledger.offer(sell)!, Amount: tokens('0', testAccount('Absent')) });
    assert.equal(ledger.accept(BUYER, { NFTokenSellOffer: sell }), 'tecNO_ISSUER');
  });
});
