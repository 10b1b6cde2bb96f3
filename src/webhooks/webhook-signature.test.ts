import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseSecrets, signedHeaders } from './webhook-signature.ts';

/** The example of the Standard Webhooks libraries. */
const EXAMPLE = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

describe('the signature of a webhook', () => {
  test('is that of the Standard Webhooks convention', () => {
    const { secret, timestamp, ...message } = EXAMPLE;
    assert.deepEqual(signedHeaders(message, timestamp * 1000 + 999, parseSecrets(secret)!), {
      'webhook-id': EXAMPLE.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': EXAMPLE.signature,
    });
  });

  test('is made by each secret', () => {
    const keys = parseSecrets(`whsec_${Buffer.alloc(32).toString('base64')}\n${EXAMPLE.secret}\n`)!;
    const [first, second, ...others] = signedHeaders(EXAMPLE, EXAMPLE.timestamp * 1000, keys)[
      'webhook-signature'
    ]!.split(' ');
    assert.match(first!, /^v1,[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual([second, others], [EXAMPLE.signature, []]);
  });

  test('needs secrets of 24 to 64 bytes in their form', () => {
    const short = `whsec_${Buffer.alloc(23).toString('base64')}`;
    const long = `whsec_${Buffer.alloc(65).toString('base64')}`;
    for (const text of ['', ' \n', 'secret', EXAMPLE.secret.slice('whsec_'.length), short, long, `${EXAMPLE.secret} x`])
      assert.equal(parseSecrets(text), undefined, text);
  });
});
