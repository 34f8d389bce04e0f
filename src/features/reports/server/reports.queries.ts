import { type IssuedStatement, statementMonthsOf, statementsOf } from '#features/statements/server/index.ts';
import { bpsOf } from '#kernel/money.ts';
import { monthBounds } from '#kernel/months.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import {
  type CapitalGainRow,
  type CapitalGains,
  MAX_SHOWN_GAINS,
  type PerformanceMetric,
  type Report,
  type ReportPeriod,
} from '../reports.contract.ts';
import { type InvestorHistory, investorHistory, type NamedStory } from './history.ts';
import { incomeWithin, performanceOf } from './performance.ts';
import {
  comparedPeriods,
  type NamedPeriod,
  quarterMonths,
  quarterPeriod,
  reportedPeriods,
  yearPeriod,
} from './periods.ts';

const isWithin = (at: Date, { from, to }: NamedPeriod) => at >= from && at < to;

function gainsWithin({ gains, stories }: InvestorHistory, period: NamedPeriod): CapitalGains {
  const nameOf = new Map(stories.map(({ propertyId, name }) => [propertyId, name]));
  const items = gains
    .filter(({ disposedAt }) => isWithin(disposedAt, period))
    .reverse()
    .map(
      (gain): CapitalGainRow => ({
        id: gain.id,
        kind: gain.kind,
        propertyId: gain.propertyId,
        propertyName: nameOf.get(gain.propertyId) ?? '',
        sharesSold: gain.shares,
        acquiredDate: gain.acquiredAt.toISOString(),
        saleDate: gain.disposedAt.toISOString(),
        salePriceCents: gain.proceedsCents,
        purchasePriceCents: gain.basisCents,
        disallowedCents: gain.disallowedCents,
        gainLossCents: gain.gainCents,
        gainLossBps: gain.basisCents > 0 ? bpsOf(gain.gainCents, gain.basisCents) : null,
        term: gain.term,
      }),
    );
  const sum = (term?: CapitalGainRow['term']) =>
    items
      .filter((one) => term === undefined || one.term === term)
      .reduce((total, { gainLossCents }) => total + gainLossCents, 0);
  return {
    items,
    count: items.length,
    shortCents: sum('short'),
    longCents: sum('long'),
    disallowedCents: items.reduce((total, one) => total + one.disallowedCents, 0),
    totalCents: sum(),
  };
}

const hasFigures = ({ totalInvestmentCents, totalIncomeCents }: PerformanceMetric) =>
  totalInvestmentCents > 0 || totalIncomeCents > 0;

function grouped(
  stories: readonly NamedStory[],
  period: NamedPeriod,
  groupOf: (story: NamedStory) => { id: string; label: string },
): PerformanceMetric[] {
  const groups = new Map<string, { label: string; stories: NamedStory[] }>();
  for (const story of stories) {
    const { id, label } = groupOf(story);
    const group = groups.get(id) ?? { label, stories: [] };
    group.stories.push(story);
    groups.set(id, group);
  }
  return [...groups]
    .map(([id, { label, stories }]) => ({ id, label, ...performanceOf(stories, period) }))
    .filter(hasFigures)
    .sort((one, two) => (one.label < two.label ? -1 : 1));
}

/** When there was something to report first: a purchase, or the first month with a statement. */
function firstMoment(history: InvestorHistory, months: readonly string[]): Date | null {
  const moments = history.stories.flatMap(({ events }) => events.slice(0, 1).map(({ at }) => at));
  const [oldest] = months.slice(-1);
  if (oldest) moments.push(monthBounds(oldest).from);
  return moments.length === 0 ? null : new Date(Math.min(...moments.map((at) => at.getTime())));
}

const firstPurchase = ({ stories }: InvestorHistory) =>
  stories.reduce<Date | null>((first, { events }) => {
    const at = events[0]?.at;
    return at && (first === null || at < first) ? at : first;
  }, null);

/** Years whose figures are complete: wash sales reach into January, whose statement closes the year before. */
export function closedYears(statementMonths: readonly string[]): number[] {
  const months = new Set(statementMonths);
  return [...months]
    .filter((month) => month.endsWith('-12'))
    .map((month) => Number(month.slice(0, 4)))
    .filter((year) => months.has(`${year + 1}-01`));
}

/** A report with the figures that only its files show. */
export interface FullReport extends Report {
  history: InvestorHistory;
  period: NamedPeriod;
  issued: IssuedStatement[];
}

/** Everything about a year or a quarter of a person; without a year, the running one. */
export async function fullReport(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  wanted: ReportPeriod,
): Promise<FullReport> {
  const now = clock.now();
  const [history, months] = await Promise.all([investorHistory(db, userId), statementMonthsOf(db, userId)]);
  const periods = reportedPeriods(firstMoment(history, months), now);
  const chosen = periods.find(({ year }) => year === wanted.year) ?? periods[0];
  const year = chosen?.year ?? now.getUTCFullYear();
  const quarter = chosen?.quarters.find((one) => one === wanted.quarter) ?? null;
  const period = quarter === null ? yearPeriod(year, now) : quarterPeriod(year, quarter, now);
  const [firstMonth = '', lastMonth = ''] =
    quarter === null
      ? [`${year}-01`, `${year}-12`]
      : [0, 2].map((at) => quarterMonths(year, quarter)[at] ?? '');
  const issued = await statementsOf(db, userId, { from: firstMonth, through: lastMonth });
  const { stories } = history;
  const gains = gainsWithin(history, period);
  const first = firstPurchase(history);
  const valuedAt = new Date(period.to.getTime() - 1);
  const compared = first ? comparedPeriods(first, { year, quarter }, valuedAt) : [];
  const span = compared.find(({ id }) => id === wanted.span) ?? period;
  const byPeriod = compared.map(({ id, label, from, to }) => ({
    id,
    label,
    ...performanceOf(stories, { from, to }),
  }));
  const total = byPeriod.find(({ id }) => id === period.id) ?? performanceOf(stories, period);
  return {
    periods,
    year,
    quarter,
    periodLabel: period.label,
    statements: issued.map(({ view }) => view),
    performance: {
      // Someone whose only purchase was canceled has no performance.
      byPeriod: byPeriod.some(hasFigures) ? byPeriod : [],
      span: { id: span.id, label: span.label },
      byProperty: grouped(stories, span, ({ propertyId, name }) => ({
        id: String(propertyId),
        label: name,
      })),
      byMarket: grouped(stories, span, ({ location }) => ({ id: location, label: location })),
    },
    capitalGains: gains,
    taxSummaryIsFinal: closedYears(months).includes(year),
    cards: {
      incomeCents: incomeWithin(stories, yearPeriod(year, now)),
      capitalGainsCents: gains.totalCents,
      totalReturnRate: total.totalReturnRate,
      portfolioValueCents: total.currentValueCents,
      valuedAt: valuedAt.toISOString(),
    },
    history,
    period,
    issued,
  };
}

/** Figures of the reports screen. */
export async function overview(
  platform: Pick<Platform, 'db' | 'clock'>,
  { userId }: UserActor,
  wanted: ReportPeriod,
): Promise<Report> {
  const {
    history: _history,
    period: _period,
    issued: _issued,
    ...shown
  } = await fullReport(platform, userId, wanted);
  const { items, ...sums } = shown.capitalGains;
  return { ...shown, capitalGains: { items: items.slice(0, MAX_SHOWN_GAINS), ...sums } };
}
