/** Queries of a load, with checks of their answers. */
import type { JsonObject } from '../../../src/protocol/values.ts';
import type { Answer } from '../rpc-call.ts';
import type { LoadClient } from './load-client.ts';
import type { LoadParties } from './load-parties.ts';

interface Question {
  readonly method: string;
  readonly weight: number;
  readonly params: (parties: LoadParties) => JsonObject;
  readonly isGood: (answer: Answer, params: JsonObject) => boolean;
  /** Another name in the figures. */
  readonly name?: string;
}

const PAST_LEDGERS = 200;
const OVER_SOCKET_SHARE = 0.3;
const someAccount = (parties: LoadParties) => parties.random.pick(parties.traders).address;
const someLedger = (parties: LoadParties) => parties.random.pick(['validated', 'current', 'closed']);
const pastLedger = ({ desk, random, fundedLedger }: LoadParties) =>
  Math.max(fundedLedger, desk.book.lastLedger - random.below(PAST_LEDGERS));
const isSuccess = (answer: Answer) => answer.status === 'success';
const failsWith = (token: string) => (answer: Answer) => answer.error === token;

const QUESTIONS: readonly Question[] = [
  {
    method: 'account_info',
    weight: 25,
    params: (parties) => ({ account: someAccount(parties), ledger_index: someLedger(parties) }),
    isGood: ({ account_data: root }, { account }) => root?.Account === account && Number(root.Balance) > 0,
  },
  {
    method: 'account_info',
    name: 'account_info, past',
    weight: 5,
    params: (parties) => ({ account: someAccount(parties), ledger_index: pastLedger(parties) }),
    isGood: ({ account_data: root, validated }, { account }) => root?.Account === account && validated === true,
  },
  {
    method: 'account_lines',
    weight: 8,
    params: (parties) => ({ account: someAccount(parties), ledger_index: someLedger(parties) }),
    isGood: ({ lines }) => lines?.length >= 2,
  },
  {
    method: 'account_channels',
    weight: 6,
    params: (parties) => ({ account: parties.random.pick(parties.channels).payee.address, role: 'destination' }),
    isGood: ({ channels }) => channels?.length >= 1,
  },
  {
    method: 'account_tx',
    weight: 10,
    params: (parties) => ({ account: someAccount(parties), limit: 20, ledger_index_min: -1, ledger_index_max: -1 }),
    isGood: ({ transactions }) => transactions?.length > 0,
  },
  { method: 'account_objects', weight: 4, params: (parties) => ({ account: someAccount(parties) }), isGood: isSuccess },
  {
    method: 'account_currencies',
    weight: 2,
    params: (parties) => ({ account: someAccount(parties) }),
    isGood: isSuccess,
  },
  {
    method: 'ledger_entry',
    weight: 6,
    params: (parties) => ({ payment_channel: parties.random.pick(parties.channels).id, ledger_index: 'validated' }),
    isGood: ({ node }) => node?.LedgerEntryType === 'PayChannel',
  },
  {
    method: 'ledger',
    name: 'ledger, header',
    weight: 4,
    params: () => ({ ledger_index: 'validated' }),
    isGood: isSuccess,
  },
  {
    method: 'ledger_data',
    weight: 2,
    params: ({ random }) => ({ ledger_index: 'validated', limit: 128, binary: random.chance(0.5) }),
    isGood: ({ state }) => state?.length > 0,
  },
  { method: 'server_info', weight: 4, params: () => ({}), isGood: ({ info }) => info?.validated_ledger.seq > 0 },
  { method: 'server_state', weight: 1, params: () => ({}), isGood: isSuccess },
  { method: 'fee', weight: 4, params: () => ({}), isGood: ({ drops }) => Number(drops?.base_fee) === 10 },
  { method: 'channel_verify', weight: 8, params: goodClaim, isGood: (answer) => answer.signature_verified === true },
  {
    method: 'channel_verify',
    name: 'channel_verify, wrong',
    weight: 2,
    params: (parties) => ({ ...goodClaim(parties), amount: '5' }),
    isGood: (answer) => answer.signature_verified === false,
  },
  {
    method: 'gateway_balances',
    weight: 1,
    params: ({ issuers }) => ({ account: issuers[0]!.account.address }),
    isGood: ({ obligations }) => Number(obligations?.USD) > 0,
  },
  {
    method: 'ripple_path_find',
    weight: 1,
    params: pathQuestion,
    isGood: ({ alternatives }) => alternatives?.length > 0,
  },
  {
    method: 'account_info',
    name: 'errors',
    weight: 2,
    params: () => ({ account: 'malformed' }),
    isGood: failsWith('actMalformed'),
  },
  {
    method: 'tx',
    name: 'errors',
    weight: 1,
    params: ({ random }) => ({ transaction: random.hex(32) }),
    isGood: failsWith('txnNotFound'),
  },
  {
    method: 'account_tx',
    name: 'errors',
    weight: 1,
    params: (parties) => ({ account: someAccount(parties), marker: { ledger: 'x' } }),
    isGood: failsWith('invalidParams'),
  },
  { method: 'no_such_method', name: 'errors', weight: 1, params: () => ({}), isGood: failsWith('unknownCmd') },
];

const WEIGHTS = QUESTIONS.reduce((sum, { weight }) => sum + weight, 0);

/** Sends a random query over HTTP or a WebSocket, and checks the answer. */
export async function ask(parties: LoadParties, client: LoadClient): Promise<void> {
  const { method, name = method, params: make, isGood } = pickQuestion(parties);
  const params = make(parties);
  const isOverSocket = parties.random.chance(OVER_SOCKET_SHARE);
  const answer = await (isOverSocket ? client.callOverSocket(method, params, name) : client.call(method, params, name));
  if (isGood(answer, params)) return;
  client.figures.report(`${method} ${JSON.stringify(params)}: ${JSON.stringify(answer).slice(0, 400)}`);
}

function pickQuestion({ random }: LoadParties): Question {
  let left = random.below(WEIGHTS);
  for (const question of QUESTIONS) {
    left -= question.weight;
    if (left < 0) return question;
  }
  return QUESTIONS[0]!;
}

function goodClaim({ random, channels }: LoadParties): JsonObject {
  const { id, payer } = random.pick(channels);
  const drops = BigInt(random.between(1_000, 1_000_000));
  return {
    channel_id: id,
    amount: String(drops),
    public_key: payer.party.keys.publicKey,
    signature: payer.signClaim(id, drops),
  };
}

function pathQuestion(parties: LoadParties): JsonObject {
  const from = parties.random.pick(parties.traders);
  const issuer = parties.issuers[parties.random.below(2)]!;
  const destination_amount = { currency: issuer.code, issuer: issuer.account.address, value: '1' };
  return { source_account: from.address, destination_account: parties.otherTrader(from).address, destination_amount };
}
