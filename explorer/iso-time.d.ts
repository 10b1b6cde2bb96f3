/** The types of `iso-time.js`, for the command line and the server. */

export function timeSpan(text: string): { readonly first: number; readonly last: number } | undefined;
