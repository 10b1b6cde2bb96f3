/**
 * The token that makes the page an administrator of a server with `--admin private`. The tab keeps it until it is closed. A page can set
 * no header of a WebSocket, so the token is one of the offered protocols; the server agrees on the other one.
 */

const KEY = 'weir-admin-token';
const PROTOCOL = 'weir';
const TOKEN_PROTOCOL = 'weir.token.';

/** The protocols that the WebSocket offers; none without a token. */
export function offeredProtocols() {
  const token = sessionStorage.getItem(KEY);
  return token === null ? [] : [PROTOCOL, TOKEN_PROTOCOL + token];
}

/** Keeps the token, or forgets it if it is empty, and loads the page again. */
export function applyToken(token) {
  if (token === '') sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, token);
  location.reload();
}

/** True for a text that can be the name of a protocol. */
export function isTokenForm(text) {
  return /^[A-Za-z0-9._~-]{20,200}$/.test(text);
}
