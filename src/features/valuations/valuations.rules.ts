import { type BasisPoints, type Cents, proportion, WHOLE_BPS } from '#kernel/money.ts';
import { after, DAY, dayText, formatDate, startOfDay } from '#kernel/time.ts';
import type { ShareValue, ValuationBasis } from './share-value.contract.ts';
import type { ValueStep } from './valuations.contract.ts';

/** A change of the value of a share by more than this halts trading, until the next day begins. */
export const LARGE_CHANGE_PERCENT = 10;

/** Days within which changes add up: many small valuations are one large change. */
export const LARGE_CHANGE_DAYS = 30;

/** "more than 10% within 30 days". */
export const LARGE_CHANGE_TEXT = `more than ${LARGE_CHANGE_PERCENT}% within ${LARGE_CHANGE_DAYS} days`;

/** Valuations of one property that may wait for approval at once. */
export const MAX_PENDING_VALUATIONS = 5;

/** Figures of a valuation, for the whole property. */
export interface AppraisalFigures {
  amountCents: Cents;
  /** Debt that was disclosed, and the part of it that escrow repays. */
  debtCents: Cents;
  repaymentCents: Cents;
}

/** The part of a property that its shares are. */
export interface EquityShare {
  equityOfferedBps: BasisPoints;
  totalShares: number;
}

/** Debt that remains after the repayment from escrow. */
export function remainingDebt({ debtCents, repaymentCents }: Omit<AppraisalFigures, 'amountCents'>): Cents {
  return debtCents - repaymentCents;
}

/** Debt that is owed now: all that was disclosed, less what escrow has repaid of it so far. */
export function owedDebt(
  { debtCents, repaymentCents }: Omit<AppraisalFigures, 'amountCents'>,
  repaidCents: Cents,
): Cents {
  return debtCents - Math.min(repaymentCents, repaidCents);
}

/** A debt over the valuation, in basis points, and never more than a number holds exactly. */
export function loanToValueBps({
  amountCents,
  debtCents,
}: Omit<AppraisalFigures, 'repaymentCents'>): BasisPoints {
  return Math.min(proportion(debtCents, WHOLE_BPS, amountCents), Number.MAX_SAFE_INTEGER);
}

/** The valuation less the remaining debt, in cents; never below zero. */
function netValue(appraised: AppraisalFigures): bigint {
  const net = BigInt(appraised.amountCents) - BigInt(remainingDebt(appraised));
  return net > 0n ? net : 0n;
}

/** Net value of all shares together, in cents × 10,000. */
const holdersPart = (appraised: AppraisalFigures, { equityOfferedBps }: EquityShare): bigint =>
  netValue(appraised) * BigInt(equityOfferedBps);

/**
 * Net asset value per share: (valuation − debt that remains) × equity offered ÷ total shares, cut off to the cent, so
 * that all shares together are never worth more than the property. Nothing when the debt is higher.
 */
export function netAssetValuePerShare(appraised: AppraisalFigures, shared: EquityShare): Cents {
  return Number(holdersPart(appraised, shared) / (BigInt(WHOLE_BPS) * BigInt(shared.totalShares)));
}

/** Whether a share is worth its price, less one cent at most, by the exact fraction. */
export function coversSharePrice(
  appraised: AppraisalFigures,
  shared: EquityShare & { pricePerShareCents: Cents },
): boolean {
  const asked = BigInt(shared.pricePerShareCents - 1) * BigInt(shared.totalShares) * BigInt(WHOLE_BPS);
  return holdersPart(appraised, shared) >= asked;
}

/** Whether the net value of a property changes by more than a tenth, up or down; from nothing, every change is large. */
export function isLargeChange(before: AppraisalFigures, after: AppraisalFigures): boolean {
  const [was, is] = [netValue(before), netValue(after)];
  const change = is > was ? is - was : was - is;
  return change * 100n > was * BigInt(LARGE_CHANGE_PERCENT);
}

/** When the next day begins (UTC). */
export const nextDay = (now: Date): Date => after(startOfDay(now), DAY);

/** The facts of a valuation that values follow from. */
export interface FiledValuation extends AppraisalFigures {
  effectiveOn: string;
  /** Of two for one day, the one that was filed later counts. */
  filedAt: Date;
  basis: ValuationBasis;
}

export interface ApprovedValuation extends FiledValuation {
  decidedAt: Date;
  /** Later changes are measured from it: it is an offering's own, or its approval halted trading. */
  isBaseline: boolean;
}

/** Everything that the value of a share follows from, at any moment. */
export interface ValueHistory extends EquityShare {
  offeringPriceCents: Cents;
  /** When the offering was funded; null while it runs and when it failed. */
  fundedAt: Date | null;
  /** Approved ones, by the day from which they count, the newest last. */
  valuations: readonly ApprovedValuation[];
}

const offeringPrice = ({ offeringPriceCents }: ValueHistory): ShareValue => ({
  perShareCents: offeringPriceCents,
  basis: 'offering_price',
  effectiveOn: null,
});

function valueBy(history: ValueHistory, valuation: ApprovedValuation): ShareValue {
  const { basis, effectiveOn } = valuation;
  return { perShareCents: netAssetValuePerShare(valuation, history), basis, effectiveOn };
}

/** The effective valuation at a moment; undefined while shares are worth their offering price. */
export function valuationAt(history: ValueHistory, at: Date): ApprovedValuation | undefined {
  const { fundedAt, valuations } = history;
  if (fundedAt === null || at < fundedAt) return undefined;
  const day = dayText(at);
  return valuations.findLast(({ effectiveOn }) => effectiveOn <= day);
}

/**
 * Value of a share at a moment: the offering price while the offering runs, then the newest approved valuation.
 * Trades never count.
 */
export function valueAt(history: ValueHistory, at: Date): ShareValue {
  const valuation = valuationAt(history, at);
  return valuation ? valueBy(history, valuation) : offeringPrice(history);
}

/** The moments from which a share may have another value, in no order. */
export const revaluationsOf = ({ fundedAt, valuations }: ValueHistory): Date[] =>
  fundedAt === null
    ? []
    : [fundedAt, ...valuations.map(({ effectiveOn }) => new Date(`${effectiveOn}T00:00:00.000Z`))];

/** The valuations that were effective in the last 30 days, since the last baseline at most; the current one is the last. */
function recentlyEffective(history: ValueHistory, now: Date): ApprovedValuation[] {
  const { valuations } = history;
  const baselines = valuations.filter(({ isBaseline }) => isBaseline);
  const since = Math.max(
    after(now, -LARGE_CHANGE_DAYS * DAY).getTime(),
    ...baselines.map(({ decidedAt }) => decidedAt.getTime()),
  );
  const decisions = valuations.map(({ decidedAt }) => decidedAt.getTime()).sort((one, two) => one - two);
  return [since, ...decisions.filter((at) => at > since)].flatMap((at) => {
    const known = valuations.filter(({ decidedAt }) => decidedAt.getTime() <= at);
    return valuationAt({ ...history, valuations: known }, now) ?? [];
  });
}

/** Effect of approving another valuation now on the value of a share. */
export function revaluation(history: ValueHistory, added: FiledValuation, now: Date) {
  const isBefore = (one: ApprovedValuation) =>
    one.effectiveOn < added.effectiveOn ||
    (one.effectiveOn === added.effectiveOn && one.filedAt <= added.filedAt);
  const place = history.valuations.findLastIndex(isBefore) + 1;
  const approved = { ...added, decidedAt: nextDecisionAt(history, now), isBaseline: false };
  const revalued = { ...history, valuations: history.valuations.toSpliced(place, 0, approved) };
  const effective = valuationAt(revalued, now);
  return {
    beforeCents: valueAt(history, now).perShareCents,
    afterCents: valueAt(revalued, now).perShareCents,
    isLarge:
      effective !== undefined && recentlyEffective(history, now).some((one) => isLargeChange(one, effective)),
  };
}

/** The moment of the next approval: after all earlier ones, even if the clock of another server was ahead. */
export function nextDecisionAt({ valuations }: Pick<ValueHistory, 'valuations'>, now: Date): Date {
  return new Date(Math.max(now.getTime(), ...valuations.map(({ decidedAt }) => decidedAt.getTime() + 1)));
}

/** Every value that a share has had until now, with the day from which it did; one entry for each valuation. */
export function valueSteps(history: ValueHistory, now: Date): ValueStep[] {
  const { fundedAt, valuations } = history;
  if (valuations.length === 0) return [];
  // The offering's own valuation was filed first, and its document may be older than the offering.
  const [began] = valuations.map(({ filedAt }) => dayText(filedAt)).sort() as [string];
  const fundedOn = fundedAt && fundedAt <= now ? dayText(fundedAt) : null;
  const revalued = fundedOn ? [fundedOn, ...valuations.map(({ effectiveOn }) => effectiveOn)] : [];
  const days = new Set([began, ...revalued.filter((day) => day > began)]);
  const steps: ValueStep[] = [];
  for (const from of [...days].sort()) {
    const endOfDay = after(new Date(`${from}T00:00:00.000Z`), DAY - 1);
    const value = valueAt(history, endOfDay < now ? endOfDay : now);
    const last = steps.at(-1);
    const isSame = last?.basis === value.basis && last.effectiveOn === value.effectiveOn;
    if (!isSame) steps.push({ ...value, from });
  }
  return steps;
}

/** Text of the basis of a valuation. */
export const basisLabel: Record<ShareValue['basis'], string> = {
  offering_price: 'Offering price',
  purchase: 'Purchase price',
  appraisal: 'Appraisal',
  broker_opinion: 'Broker opinion',
  automated_estimate: 'Automated estimate',
  sale: 'Sale',
};

const NO_BREAK_SPACE = '\u00a0';

type Basis = Pick<ShareValue, 'basis' | 'effectiveOn'>;

/** Basis of a value, within a sentence: "offering price", "appraisal of Mar 3, 2026". No line ends within the date. */
export function valueBasisText({ basis, effectiveOn }: Basis): string {
  const label = basisLabel[basis].toLowerCase();
  return effectiveOn === null
    ? label
    : `${label} of ${formatDate(effectiveOn).replaceAll(' ', NO_BREAK_SPACE)}`;
}

/** The same after a figure: "based on the appraisal of Mar 3, 2026". */
export const basedOnText = (value: Basis): string => `based on the ${valueBasisText(value)}`;

/** Text beside sums and lists of values, where each cannot name its own basis. */
export const SHARE_VALUE_NOTE =
  'Each share counts at its offering price until the offering succeeds, then at the latest approved valuation.';

/** The same of whole properties. */
export const VALUATION_NOTE =
  'Valuations come from the offering until it succeeds, then from the latest approved valuation.';
