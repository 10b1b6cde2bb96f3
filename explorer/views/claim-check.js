/** Checks whether a channel claim can be redeemed now. */
import { Amount, Text } from '../components.js';
import { html, useState } from '../vendor/preact-htm.js';

const EXAMPLE = '{"amount": "45000000", "signature": "…"}';

/** `channel` is the entry; it supplies values that the claim lacks. */
export function ClaimCheck({ server, channel }) {
  const [answer, setAnswer] = useState({});
  const check = async (event) => {
    event.preventDefault();
    const text = event.target.elements.claim.value;
    setAnswer({});
    try {
      const { amount, signature, channel_id = channel.index, public_key = channel.PublicKey } = claimOf(text);
      const claim = { channel_id, amount: String(amount), public_key, signature };
      setAnswer({ verdict: await server.request('channel_verify', { ...claim, channel_state: true }) });
    } catch (error) {
      setAnswer({ error });
    }
  };
  return html`<section><h2>Check a claim</h2>
    <form class="claim" onSubmit=${check}>
      <textarea name="claim" rows="3" spellcheck="false" aria-label="A claim in JSON" placeholder=${EXAMPLE}></textarea>
      <button>Check</button></form>
    <div role="status">${answer.error && html`<p class="bad"><${Text} text=${answer.error.message} /></p>`}
      ${answer.verdict && html`<${Verdict} verdict=${answer.verdict} />`}</div></section>`;
}

function claimOf(text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new Error(`The claim is not valid JSON. Example: ${EXAMPLE}`);
  }
}

function Verdict({ verdict: { redeemable, reasons = [], value_now: value } }) {
  if (redeemable) return html`<p class="good">The claim is valid and redeems <${Amount} amount=${value} /> now.</p>`;
  return html`<p class="bad">The claim cannot be redeemed:</p><ul>${reasons.map((reason) => html`<li><${Text} text=${reason} /></li>`)}</ul>`;
}
