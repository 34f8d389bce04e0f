import { DAY } from '#kernel/time.ts';
import { type Model, type Offering, part } from './model.ts';
import { isFunded } from './offerings.ts';

export interface FiledValuation {
  /** Null for an offering's own. */
  id: string | null;
  propertyId: number;
  amountCents: number;
  /** The day from which it counts; of two for one day, the one that was filed later does. */
  day: number;
  status: 'pending' | 'approved' | 'rejected';
}

/** In the order in which they were filed. */
export const valuationsIn = part<FiledValuation[]>(() => []);

const dayOf = (model: Model) => Math.floor(model.now() / DAY);

export function fileValuation(
  model: Model,
  valuation: Pick<FiledValuation, 'id' | 'propertyId' | 'amountCents' | 'status'>,
): void {
  valuationsIn(model).push({ ...valuation, day: dayOf(model) });
}

/** The offering of an approved property values it at price × shares, unless the last one did and continues. */
export function valueByOffering(model: Model, { id, price, totalShares }: Offering, begins: boolean): void {
  const own = valuationsIn(model).findLast((one) => one.propertyId === id && one.id === null);
  const amountCents = price * totalShares;
  if (own && !begins && own.amountCents === amountCents) return;
  fileValuation(model, { id: null, propertyId: id, amountCents, status: 'approved' });
}

/** What the whole property is worth by the valuation that counts; null while the offering price does. */
export function worthOf(model: Model, property: Offering): number | null {
  if (!isFunded(model, property)) return null;
  const approved = valuationsIn(model)
    .filter(({ propertyId, status }) => propertyId === property.id && status === 'approved')
    .sort((one, two) => one.day - two.day);
  return approved.at(-1)?.amountCents ?? null;
}

/** What a share is worth: the part of the newest valuation that counts, cut off to the cent, or its price. */
export function shareValueOf(model: Model, property: Offering): number {
  const worth = worthOf(model, property);
  return worth === null ? property.price : Math.floor(worth / property.totalShares);
}
