/** Amounts of the native currency as people read them. */
import { DROPS_PER_XRP } from './amount-math.ts';

const XRP_DECIMALS = 6;

/** `1.5` of 1,500,000 drops; never in exponents, and without zeros at the end. */
export function dropsToXrp(drops: bigint): string {
  const magnitude = drops < 0n ? -drops : drops;
  const fraction = String(magnitude % DROPS_PER_XRP)
    .padStart(XRP_DECIMALS, '0')
    .replace(/0+$/, '');
  return `${drops < 0n ? '-' : ''}${magnitude / DROPS_PER_XRP}${fraction === '' ? '' : `.${fraction}`}`;
}
