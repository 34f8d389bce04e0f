import { DAY } from '#kernel/time.ts';
import { type Model, type Offering, part } from './model.ts';
import { fundingOf, isFunded } from './offerings.ts';

/** Valuation of a whole property, with its debt and the part of it that escrow repays. */
interface ModelAppraisal {
  amountCents: number;
  debtCents: number;
  repaymentCents: number;
}

export interface FiledValuation extends ModelAppraisal {
  /** Null for an offering's own. */
  id: string | null;
  propertyId: number;
  /** The day from which it counts; of two valuations of one day, the one filed later counts. */
  day: number;
  status: 'pending' | 'approved' | 'rejected';
}

/** In the order in which they were filed. */
export const valuationsIn = part<FiledValuation[]>(() => []);

const dayOf = (model: Model) => Math.floor(model.now() / DAY);

/** What was left of each property before its approvals, since the last one that later changes are measured from. */
const recentIn = part<{ propertyId: number; net: number; at: number }[]>(() => []);

function clearRecent(model: Model, propertyId: number): void {
  const recent = recentIn(model);
  recent.splice(0, recent.length, ...recent.filter((one) => one.propertyId !== propertyId));
}

export function fileValuation(model: Model, valuation: Omit<FiledValuation, 'day'>): void {
  valuationsIn(model).push({ ...valuation, day: dayOf(model) });
  if (valuation.status === 'approved') clearRecent(model, valuation.propertyId);
}

/** Value of a property, and the part of it that its shares are. */
export const wholeOf = ({ price, totalShares, confirmed }: Offering) =>
  confirmed ?? { worthCents: price * totalShares, equityBps: 10_000 };

/** Value of a property less its debt, for its holders and its owner together. */
const netOf = ({ amountCents, debtCents, repaymentCents }: ModelAppraisal) =>
  Math.max(0, amountCents - (debtCents - repaymentCents));

const ownOf = (model: Model, { id }: Offering) =>
  valuationsIn(model).findLast((one) => one.propertyId === id && one.id === null);

/** The valuation that an offering brings with it; null when its last one is still valid. */
function offeringValuation(model: Model, property: Offering, begins: boolean): ModelAppraisal | null {
  const own = ownOf(model, property);
  const amountCents = wholeOf(property).worthCents;
  if (own && !begins && own.amountCents === amountCents) return null;
  const { repaymentCents } = fundingOf(model, property);
  return { amountCents, debtCents: own?.debtCents ?? 0, repaymentCents };
}

/** Why a property is not approved at its share price, or null. */
export function refuseValuation(property: Offering, appraised: ModelAppraisal): string | null {
  if (appraised.repaymentCents > appraised.debtCents) return 'REPAYS_BEYOND_DEBT';
  const { price, totalShares } = property;
  const covered = netOf(appraised) * wholeOf(property).equityBps >= (price - 1) * totalShares * 10_000;
  return covered ? null : 'BELOW_SHARE_PRICE';
}

export function refuseOffering(model: Model, property: Offering, begins: boolean): string | null {
  const appraised = offeringValuation(model, property, begins);
  return appraised && refuseValuation(property, appraised);
}

/** The offering of an approved property values it, unless its last valuation did and continues. */
export function valueByOffering(model: Model, property: Offering, begins: boolean): void {
  const appraised = offeringValuation(model, property, begins);
  if (appraised)
    fileValuation(model, { ...appraised, id: null, propertyId: property.id, status: 'approved' });
}

/** The valuation that counts, with one more than those that are approved; null while the offering price counts. */
function counted(model: Model, property: Offering, added?: FiledValuation): FiledValuation | null {
  if (!isFunded(model, property)) return null;
  const approved = valuationsIn(model)
    .filter((one) => one.propertyId === property.id && (one.status === 'approved' || one === added))
    .sort((one, two) => one.day - two.day);
  return approved.at(-1) ?? null;
}

/** Whether approving a valuation changes what is left of the property by more than a tenth within 30 days. */
export function isLargeChange(model: Model, property: Offering, added: FiledValuation): boolean {
  const [before, after] = [counted(model, property), counted(model, property, added)];
  if (!before || !after) return false;
  const recent = recentIn(model).filter(
    ({ propertyId, at }) => propertyId === property.id && at > model.now() - 30 * DAY,
  );
  return [netOf(before), ...recent.map(({ net }) => net)].some(
    (net) => Math.abs(netOf(after) - net) * 100 > net * 10,
  );
}

/** Approves a valuation, and says whether that halts trading. */
export function approveValuation(model: Model, property: Offering, valuation: FiledValuation): boolean {
  const [before, isLarge] = [counted(model, property), isLargeChange(model, property, valuation)];
  valuation.status = 'approved';
  if (isLarge) clearRecent(model, property.id);
  else if (before) recentIn(model).push({ propertyId: property.id, net: netOf(before), at: model.now() });
  return isLarge;
}

/** Value of the whole property: by the valuation that counts, or as the offering says. */
export const valuationOf = (model: Model, property: Offering): number =>
  counted(model, property)?.amountCents ?? wholeOf(property).worthCents;

/** Value of a share: its part of the net by the valuation that counts, cut off to the cent, or its price. */
export function shareValueOf(model: Model, property: Offering): number {
  const valuation = counted(model, property);
  if (!valuation) return property.price;
  return Math.floor((netOf(valuation) * wholeOf(property).equityBps) / (10_000 * property.totalShares));
}
