import type { ReportLines } from '#features/distributions/distributions.contract.ts';
import {
  datesOf,
  monthOf,
  monthsOf,
  noLines,
  quarterOf,
  reportableMonths,
  startOf,
} from '#features/distributions/distributions.rules.ts';
import { present } from '#kernel/assert.ts';
import { type Cents, multiply, parsePercent, parseUsd, proportion } from '#kernel/money.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { sampleProperties } from './cast.ts';
import { chanceOf } from './random.ts';
import type { Step } from './steps.ts';

/** The property whose roof had to be renewed, and how many months ago. */
const REPAIR = { property: 5, monthsAgo: 10 };

/** The property of which every fourth holder reinvests; it has the most shares left. */
const REINVESTED = 3;

/** The property whose owner is late: the last month of a quarter that should be paid by now is not reported yet. */
const LATE = 2;

/** The last month of the newest quarter whose day of payment is over at `now`. */
function lastMonthDue(now: Date): string {
  const current = monthsOf(quarterOf(monthOf(now)))[0] ?? '';
  const before = monthOf(startOf(current, -1));
  return datesOf(quarterOf(before)).payAt <= now ? before : monthOf(startOf(current, -4));
}

const shareOf = (amount: Cents, percent: number) => proportion(amount, percent, 100);

/** A month that earns about a twelfth of the stated yield: 0.8% of the valuation in rent, less what it costs. */
function monthLines(property: number, season: number): ReportLines {
  const { submission } = present(sampleProperties[property], 'a sample property');
  const price = present(parseUsd(submission.pricePerShare), 'a price');
  const valuation = multiply(price, submission.totalShares);
  const yieldBps = present(parsePercent(submission.annualYield), 'a yield');
  const income = shareOf(proportion(valuation, yieldBps, 120_000), 94 + Math.round(season * 12));
  const rentCents = Math.max(proportion(valuation, 8, 1_000), shareOf(income, 140));
  const vacancyCents = shareOf(rentCents, Math.round(season * 4));
  const costs = Math.max(0, rentCents - vacancyCents - income);
  const parts = { taxesCents: 30, insuranceCents: 12, maintenanceCents: 24, utilitiesCents: 14 };
  const spent = Object.fromEntries(
    Object.entries(parts).map(([key, percent]) => [key, shareOf(costs, percent)]),
  ) as Record<keyof typeof parts, Cents>;
  const managementCents = costs - Object.values(spent).reduce((sum, one) => sum + one, 0);
  return { ...noLines, ...spent, rentCents, vacancyCents, managementCents, reserveCents: shareOf(income, 3) };
}

/** Every month's report, the approval of every quarter, and its payment, as they happened in the two years before `now`. */
export function rentSteps(now: Date, reviews: readonly Extract<Step, { do: 'review' }>[]): Step[] {
  const chance = chanceOf(2_026);
  const steps: Step[] = [];
  const quarters = new Set<string>();
  const repaired = monthOf(startOf(monthOf(now), -REPAIR.monthsAgo));
  for (const { property, at } of reviews) {
    if (sampleProperties[property]?.outcome !== 'approved') continue;
    for (const month of reportableMonths(at, now)) {
      const season = chance.next();
      if (property === LATE && month >= lastMonthDue(now)) continue;
      const reported = new Date(startOf(month, 1).getTime() + 2 * DAY + (9 + property) * HOUR);
      const lines = monthLines(property, season);
      const roof = property === REPAIR.property && month === repaired ? shareOf(lines.rentCents, 420) : 0;
      steps.push({
        at: reported,
        do: 'report',
        property,
        month,
        lines: { ...lines, maintenanceCents: lines.maintenanceCents + roof },
        note: roof > 0 ? 'The roof was renewed after the winter storms.' : null,
      });
      quarters.add(quarterOf(month));
    }
  }
  for (const quarter of quarters) {
    const { recordAt, payAt } = datesOf(quarter);
    steps.push({ at: new Date(recordAt.getTime() + 5 * DAY), do: 'approve statements' });
    steps.push({ at: new Date(payAt.getTime() + HOUR), do: 'pay' });
  }
  steps.push({
    at: new Date(startOf(monthOf(now), -12).getTime() + 20 * DAY),
    do: 'reinvest',
    property: REINVESTED,
  });
  return steps.filter(({ at }) => at <= now);
}

type Decision = [
  property: number,
  daysAgo: number,
  title: string,
  description: string,
  yesPercent: number,
  followUp: string | null,
];

const decisions: readonly Decision[] = [
  [
    0,
    260,
    'Solar panels on the twelve roofs',
    'A system of 48 kW for $61,000, paid from the reserve and next year\u2019s rents. It cuts the shared electricity bill by about two thirds and pays for itself in seven years.',
    85,
    'The panels were installed and approved in the eighth week. The first bill came to 38% of the year before.',
  ],
  [
    1,
    190,
    'Turn the loading dock into a bicycle garage',
    'Forty lockable places for $18,500. Two tenants have asked for it; it would take the dock out of use.',
    30,
    null,
  ],
  [
    3,
    120,
    'Extend the lease of the anchor tenant',
    'Five more years at today\u2019s rent plus 2% a year, with new carpets at our expense ($24,000).',
    80,
    'The lease was signed for five years. The carpets are laid on two of the three floors.',
  ],
  [
    5,
    70,
    'Sell the unused strip of land behind the houses',
    'The neighbour offers $32,000 for a strip of nine feet. It has no access and earns nothing.',
    55,
    'The sale was notarised. The proceeds went into the reserve.',
  ],
  [
    0,
    6,
    'Repaint the facades in the coming spring',
    'All twelve villas for $44,000, spread over two quarters. The last coat is nine years old.',
    70,
    null,
  ],
  [
    3,
    5,
    'Charging stations in the car park',
    'Eight stations for $39,000. Drivers pay for the current; the city refunds a third of the cost.',
    75,
    null,
  ],
  [
    4,
    4,
    'Renew the dock doors',
    'Fourteen insulated doors for $52,000, of which the tenant pays half. Heating costs fall by a tenth.',
    65,
    null,
  ],
];

/** Proposals and how their holders voted: closed ones with an outcome, and some that are open at `now`. */
export function decisionSteps(now: Date): Step[] {
  return decisions.flatMap(
    ([property, daysAgo, title, description, yesPercent, followUp], decision): Step[] => {
      const ago = (days: number) => new Date(now.getTime() - days * DAY);
      const steps: Step[] = [
        { at: ago(daysAgo), do: 'propose', decision, property, title, description },
        { at: ago(daysAgo - 2), do: 'vote', decision, property, yesPercent },
      ];
      if (daysAgo > 40) steps.push({ at: ago(daysAgo - 15), do: 'close votes' });
      if (followUp)
        steps.push({ at: ago(daysAgo - 35), do: 'follow up', decision, property, text: followUp });
      return steps;
    },
  );
}
