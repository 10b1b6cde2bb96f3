/**
 * The choice of a signer for an account. A secret is entered in a password field, which is read once and cleared; then
 * only the signer has it. It is dropped with the view, or with the run that it signs for.
 */
import { Text } from '../../components.js';
import { benchSigner, pageSigner } from '../../signing/signers.js';
import { html, useEffect, useRef, useState } from '../../vendor/preact-htm.js';

/** `onSigner` is called with the signer, or with undefined when it is removed. */
export function SignerForm({ server, account, permissions, accounts = [], signer, onSigner }) {
  const [fault, setFault] = useState('');
  const secret = useRef(null);
  useEffect(() => () => onSigner(undefined), [account]);
  const known = accounts.find((one) => one.account === account);
  const useKey = async (text) => {
    try {
      const own = await pageSigner(server, text, account);
      setFault('');
      onSigner({ ...own, common: permissions.common });
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
    return html`<p class="signer"><span class="good">Signing with ${signer.name}.</span>${' '}
      <button type="button" onClick=${() => onSigner(undefined)}>Remove key</button></p>`;
  return html`<div class="signer"><label>Secret of ${account} or its regular key${' '}
      <input ref=${secret} type="password" autocomplete="off" spellcheck="false" onKeyDown=${submitOnEnter} aria-describedby="secret-note" /></label>${' '}
      <button type="button" onClick=${useTyped}>Use this key</button>
      ${known && html` <button type="button" onClick=${() => useKey(known.seed)}>Use the key of ${known.name}</button>`}
      ${
        permissions.isAdmin &&
        permissions.isTestBench &&
        html` <button type="button" onClick=${() => onSigner({ ...benchSigner(account), common: permissions.common })}>Let the test bench sign</button>`
      }
      ${!isSecureContext && html`<p class="insecure bad">This page is not a secure context: it came over plain HTTP from another machine, so others in the network can read and change it. Do not enter the secret of a real account here.</p>`}
      <p id="secret-note" class="muted">A family seed (s… or sEd…) or 32 hex digits. It stays in this page: it is not sent or stored, and is discarded when you leave and all transactions are sent.</p>
      <p role="alert" class="bad"><${Text} text=${fault} /></p></div>`;
}
