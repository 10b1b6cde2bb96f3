/**
 * The presets of `weir start --like NAME` for the test suites of client libraries. Each preset is the configuration of the reference in
 * the CI of the library (`.ci-config/xrpld.cfg` in its repository), as options of `weir start`. Explicit options take precedence.
 */
import { usageError } from '../../util/command-error.ts';

type PresetOptions = Readonly<Record<string, string>>;

/** Ports, fees and amendments of both presets. */
const SHARED: PresetOptions = {
  port: '5005',
  'ws-port': '6006',
  'public-port': '80',
  'public-host': '127.0.0.1',
  'base-fee': '200',
  'reserve-base': '20000000',
  'reserve-inc': '5000000',
  amendments: '+BatchV1_1,+DynamicMPT,+PermissionDelegationV1_1',
};

const PRESETS: ReadonlyMap<string, PresetOptions> = new Map([
  // Its tests in a browser are pages of Karma, which has this port.
  ['xrpl.js-ci', { ...SHARED, 'network-id': '0', 'cors-origin': 'http://localhost:9876' }],
  ['xrpl-py-ci', { ...SHARED, 'network-id': '63456' }],
]);

/** No data, and the tests close ledgers. */
const SWITCHES = ['ephemeral', 'manual'];

/** By option of a preset: explicit options that exclude it, such as a genesis file that sets fees. */
const EXCLUDED_BY: Readonly<Record<string, readonly string[]>> = {
  ephemeral: ['data', 'durable-submit'],
  manual: ['close-interval'],
  amendments: ['genesis'],
  'network-id': ['genesis'],
  'base-fee': ['genesis'],
  'reserve-base': ['genesis'],
  'reserve-inc': ['genesis'],
};

export const PRESET_NAMES: readonly string[] = [...PRESETS.keys()];

/** The options of a preset, to insert before the given ones. Throws a usage error for an unknown name. */
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
 * Settings of presets without an option: the public port is for WebSockets. It is optional, since most systems reserve its number for
 * the root user.
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
