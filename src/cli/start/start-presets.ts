/**
 * The presets of `weir start --like NAME`: what the tests of client libraries expect of the server. Each is the
 * configuration with which a library's continuous integration runs the reference on its own (`.ci-config/xrpld.cfg` in
 * its repository), as options of `weir start`. Options that are given beside a preset win.
 */
import { usageError } from '../../util/command-error.ts';

type PresetOptions = Readonly<Record<string, string>>;

/** The same for both: the ports, and fees that are easy to tell from the usual ones. */
const SHARED: PresetOptions = {
  port: '5005',
  'ws-port': '6006',
  'public-port': '80',
  'public-host': '127.0.0.1',
  'base-fee': '200',
  'reserve-base': '20000000',
  'reserve-inc': '5000000',
};

const PRESETS: ReadonlyMap<string, PresetOptions> = new Map([
  ['xrpl.js-ci', { ...SHARED, 'network-id': '0' }],
  ['xrpl-py-ci', { ...SHARED, 'network-id': '63456' }],
]);

/** Nothing is kept, and the tests close the ledgers. */
const SWITCHES = ['ephemeral', 'manual'];

/** Options that leave no room for one of a preset's: the chain's terms are in the genesis file, for example. */
const EXCLUDED_BY: Readonly<Record<string, readonly string[]>> = {
  ephemeral: ['data', 'durable-submit'],
  manual: ['close-interval'],
  'network-id': ['genesis'],
  'base-fee': ['genesis'],
  'reserve-base': ['genesis'],
  'reserve-inc': ['genesis'],
};

export const PRESET_NAMES: readonly string[] = [...PRESETS.keys()];

/** The words of a preset, to stand before those that were given. Throws a usage error for an unknown name. */
export function presetWords(name: string, given: readonly string[]): string[] {
  const options = PRESETS.get(name);
  if (options === undefined) {
    throw usageError(`--like must be one of ${PRESET_NAMES.join(', ')}, not '${name}'`);
  }
  const isFree = (option: string) => !EXCLUDED_BY[option]?.some((other) => isGiven(other, given));
  return [
    ...Object.entries(options).flatMap(([option, value]) => (isFree(option) ? [`--${option}`, value] : [])),
    ...SWITCHES.filter(isFree).map((option) => `--${option}`),
  ];
}

/**
 * What presets say beyond their words: their public port is for WebSockets, and as most systems keep its number for the
 * administrator of the machine, the server does without it where it cannot be had.
 */
export function presetFacts(
  name: string | undefined,
  given: readonly string[],
): { readonly isPublicPortForWebSockets?: boolean; readonly isPublicPortOptional?: boolean } {
  if (name === undefined) return {};
  return { isPublicPortForWebSockets: true, isPublicPortOptional: !isGiven('public-port', given) };
}

function isGiven(option: string, words: readonly string[]): boolean {
  return words.some((word) => word === `--${option}` || word.startsWith(`--${option}=`));
}
