/**
 * The choice of a signer for an account. A secret is entered in a password field, which is read once and cleared; then
 * only the signer has it. It is dropped with the view, or with the run that it signs for.
 */
import { Text } from '../../parts.js';
import { benchSigner, pageSigner } from '../../signing/signers.js';
import { html, useEffect, useRef, useState } from '../../vendor/preact-htm.js';

/** `onSigner` is called with the signer, or with undefined when it is removed. */
export function SignerForm({ server, account, powers, accounts = [], signer, onSigner }) {
  const [fault, setFault] = useState('');
  const secret = useRef(null);
  useEffect(() => () => onSigner(undefined), [account]);
  const known = accounts.find((one) => one.account === account);
  const useKey = async (text) => {
    try {
      const own = await pageSigner(server, text, account);
      setFault('');
      onSigner({ ...own, common: powers.common });
    } catch (error) {
      setFault(error.message);
    }
  };
  const useTyped = () => {
    const text = secret.current.value;
    secret.current.value = '';
    void useKey(text);
  };
  const submitOnEnter = (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    useTyped();
  };
  if (signer !== undefined)
    return html`<p class="signer"><span class="good">Signed by ${signer.name}.</span>${' '}
      <button type="button" onClick=${() => onSigner(undefined)}>Forget it</button></p>`;
  return html`<div class="signer"><label>Secret of ${account}, or of its regular key${' '}
      <input ref=${secret} type="password" autocomplete="off" spellcheck="false" onKeyDown=${submitOnEnter} aria-describedby="secret-note" /></label>${' '}
      <button type="button" onClick=${useTyped}>Use this key</button>
      ${known && html` <button type="button" onClick=${() => useKey(known.seed)}>Use the key of ${known.name}</button>`}
      ${
        powers.isAdmin &&
        powers.isTestBench &&
        html` <button type="button" onClick=${() => onSigner({ ...benchSigner(account), common: powers.common })}>Let the test bench sign</button>`
      }
      <p id="secret-note" class="muted">A family seed (s… or sEd…) or 32 hex digits. This page signs with it; it is sent nowhere and stored nowhere, and is forgotten when you leave and all is done.</p>
      <p role="alert" class="bad"><${Text} text=${fault} /></p></div>`;
}
