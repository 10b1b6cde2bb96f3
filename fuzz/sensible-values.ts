/** Values such as somebody would send who means it: amounts that can be paid, times that are near, conditions that are met. */
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../src/protocol/amounts/amount-math.ts';
import { type Field, fieldByName } from '../src/protocol/tables/fields.ts';
import type { Amount, FieldValue, NumberValue, StObject } from '../src/protocol/values.ts';
import type { LedgerNames } from '../test/support/ledger-names.ts';
import type { SeededRandom } from '../test/support/seeded-random.ts';
import { PARTIES, SENDERS, usd } from './fuzz-ledger.ts';

const SENSIBLE_SHARE = 0.6;
/** Met by a preimage of nothing. */
const CONDITION = 'A0258020E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855810100';
const FULFILLMENT = 'A0028000';
const TIMES = /(After|Expiration|StartDate)$/;
const RATES = /(Fee|Rate|Scale|Total|Interval|Period)$/;
const MIN_NUMBER_MANTISSA = 10n ** 18n;

export class SensibleValues {
  readonly #random: SeededRandom;
  readonly #names: LedgerNames;
  readonly #nowSeconds: number;

  constructor(random: SeededRandom, names: LedgerNames, nowSeconds: number) {
    this.#random = random;
    this.#names = names;
    this.#nowSeconds = nowSeconds;
  }

  /** The fields, more than half of which become sensible where that can be told. */
  instead(fields: StObject): StObject {
    const copy: Record<string, FieldValue | undefined> = { ...fields };
    for (const name of Object.keys(fields)) {
      if (this.#random.chance(SENSIBLE_SHARE)) copy[name] = this.#value(fieldByName(name)!) ?? fields[name];
    }
    return copy;
  }

  #value({ name, type }: Field): FieldValue | undefined {
    const random = this.#random;
    if (name === 'Condition') return CONDITION;
    if (name === 'Fulfillment') return FULFILLMENT;
    if (name === 'LastUpdateTime') return this.#nowSeconds + RIPPLE_EPOCH_OFFSET_SECONDS + random.between(-10, 10);
    if (TIMES.test(name)) return this.#nowSeconds + random.between(-20, 60);
    if (type === 'Amount') return name === 'LimitAmount' ? this.#tokens() : this.#amount();
    if (type === 'Number') return this.#number();
    if ((type === 'UInt16' || type === 'UInt32') && RATES.test(name)) return random.below(1000);
    return undefined;
  }

  #amount(): Amount {
    const kind = this.#random.below(10);
    const value = BigInt(this.#random.between(1, 2000));
    if (kind < 2 && this.#names.issuances.length > 0) {
      return { value, mptIssuanceId: this.#random.pick(this.#names.issuances) };
    }
    return kind < 6 ? this.#tokens() : BigInt(this.#random.between(1, 20_000_000));
  }

  #tokens(): Amount {
    const issuer = this.#random.chance(0.7) ? PARTIES[0]! : this.#random.pick(SENDERS);
    return usd(BigInt(this.#random.between(1, 2000)), issuer.id);
  }

  #number(): NumberValue {
    let [mantissa, exponent] = [BigInt(this.#random.between(1, 1_000_000)), 0];
    for (; mantissa < MIN_NUMBER_MANTISSA; exponent--) mantissa *= 10n;
    return { mantissa, exponent };
  }
}
