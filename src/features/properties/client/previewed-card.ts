import { parsePercent } from '#kernel/money.ts';
import { readPrice, readShareCount, withTwoDecimals } from '#kernel/typed-numbers.ts';
import { buildingOf } from '../building.rules.ts';
import { anyPrice, type TypedForm } from './typed-form.ts';

/**
 * The card as the market would show it, with placeholders for empty fields. The picture is copied only after the form
 * is sent, so the building is drawn here.
 */
export function previewOf(form: TypedForm) {
  const priceCents = readPrice(withTwoDecimals(form.pricePerShare), anyPrice).value ?? 0;
  const shares = readShareCount(form.totalShares).value ?? 0;
  const worth = priceCents * shares;
  return {
    name: form.name.trim() || 'Your property',
    location: form.location.trim() || 'City, state',
    propertyType: form.propertyType,
    ...buildingOf(form.description),
    imageUrl: null,
    pricePerShareCents: priceCents,
    totalShares: shares,
    availableShares: shares,
    minimumShares: readShareCount(form.minimumShares).value ?? 0,
    annualYieldBps: parsePercent(withTwoDecimals(form.annualYield)) ?? 0,
    valuationCents: Number.isSafeInteger(worth) && worth > 0 ? worth : 0,
  };
}
