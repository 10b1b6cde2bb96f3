/** The options of all method calls. */
import { flagOption, textOption } from '../options/option-table.ts';
import { URL_DEFAULT_TEXT } from '../options/server-url.ts';

export const METHOD_OPTIONS = {
  url: textOption('URL', `the server (${URL_DEFAULT_TEXT})`),
  help: flagOption('this text'),
} as const;
