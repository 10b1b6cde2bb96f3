/** A view that looks something up and then replaces itself with the page of what it found. */
import { RequestStatus, Text } from '../components.js';
import { PageHead } from '../panel.js';
import { useRequest } from '../use-request.js';
import { html, useEffect } from '../vendor/preact-htm.js';

/** `placeOf(server, subject, ledger)` resolves to the address of the page. */
export function redirectView(placeOf) {
  return function RedirectView({ server, subject, ledger }) {
    const request = useRequest(server, () => placeOf(server, subject, ledger), [subject, ledger]);
    useEffect(() => {
      if (request.result !== undefined) location.replace(request.result);
    }, [request.result]);
    return html`<${PageHead} title=${html`Find <span class="mono"><${Text} text=${subject} /></span>`} /><${RequestStatus} request=${request} />`;
  };
}
