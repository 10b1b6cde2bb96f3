/** Error boundaries: a part that cannot be drawn shows an error, and the rest of the page stays. */
import { ErrorMessage } from './components.js';
import { html, useErrorBoundary, useRef } from './vendor/preact-htm.js';

/**
 * `name` is the heading shown on failure, in an `h2` unless `heading` names another element. New content is drawn
 * again.
 */
export function ErrorBoundary({ name, heading = 'h2', children }) {
  const failed = useRef(undefined);
  const drawn = useRef(undefined);
  drawn.current = children;
  const [fault, draw] = useErrorBoundary((error) => {
    failed.current = drawn.current;
    console.error(error);
  });
  if (fault === undefined || failed.current !== children) return children;
  return html`<section><${heading}>${name}</${heading}><p>This section could not be shown. The rest of the page is not affected.</p>
    <${ErrorMessage} error=${fault} retry=${() => draw()} /></section>`;
}
