import type { ReportLines } from '#features/distributions/distributions.contract.ts';
import {
  datesOf,
  monthsOf,
  noLines,
  quarterOf,
  reportableMonths,
} from '#features/distributions/distributions.rules.ts';
import { present } from '#kernel/assert.ts';
import { type Cents, multiply, parsePercent, parseUsd, proportion } from '#kernel/money.ts';
import { monthAfter, monthOf, monthStart } from '#kernel/months.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { sampleProperties } from './cast.ts';
import { chanceOf } from './random.ts';
import type { Step } from './steps.ts';

/** The property whose roof had to be renewed, and how many months ago. */
const REPAIR = { property: 5, monthsAgo: 10 };

/** The property of which every fourth holder reinvests; it has the most shares left. */
const REINVESTED_PROPERTY = 3;

/** The property whose owner is late: the last month of a quarter that should be paid by now is not reported yet. */
const LATE_PROPERTY = 2;

/** The last month of the newest quarter whose day of payment is over at `now`. */
function lastMonthDue(now: Date): string {
  const current = monthsOf(quarterOf(monthOf(now)))[0] ?? '';
  const before = monthAfter(current, -1);
  return datesOf(quarterOf(before)).payAt <= now ? before : monthAfter(current, -4);
}

const shareOf = (amount: Cents, percent: number) => proportion(amount, percent, 100);

/** A month that earns about a twelfth of the stated yield: 0.8% of the valuation in rent, less expenses. */
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
  const repaired = monthAfter(monthOf(now), -REPAIR.monthsAgo);
  for (const { property, at } of reviews) {
    if (sampleProperties[property]?.outcome !== 'approved') continue;
    for (const month of reportableMonths(at, now)) {
      const season = chance.next();
      if (property === LATE_PROPERTY && month >= lastMonthDue(now)) continue;
      const reported = new Date(monthStart(month, 1).getTime() + 2 * DAY + (9 + property) * HOUR);
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
    at: new Date(monthStart(monthOf(now), -12).getTime() + 20 * DAY),
    do: 'reinvest',
    property: REINVESTED_PROPERTY,
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
    'The neighbor offers $32,000 for a strip of nine feet. It has no access and earns nothing.',
    55,
    'The sale was notarized. The proceeds went into the reserve.',
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
    'Charging stations in the parking lot',
    'Eight stations for $39,000. Drivers pay for the current; the city refunds a third of the cost.',
    75,
    null,
  ],
  [
    4,
    4,
    'Replace the dock doors',
    'Fourteen insulated doors for $52,000, of which the tenant pays half. Heating costs fall by a tenth.',
    65,
    null,
  ],
  [
    0,
    62,
    'Lights with motion sensors in the garden',
    'Forty lamps for $7,400 from the reserve. The old ones burn all night and two of them no longer light the steps.',
    90,
    'The lamps were put up in the third week. The garden now uses a fifth of the current.',
  ],
  [
    1,
    52,
    'A new laundry room in the basement',
    'Eight machines that take cards, for $21,000. Tenants pay for each wash; the room earns its price in four years.',
    75,
    'The machines have run since the fourth week, about thirty times a day.',
  ],
  [
    1,
    8,
    'Fiber internet in every loft',
    'A provider lays it for $9,900 and gives a tenth of each contract back for five years.',
    85,
    null,
  ],
  [
    2,
    66,
    'Insulate the attic',
    'Sixteen inches of cellulose for $5,200. The state refunds $1,500, and heating costs fall by about a sixth.',
    95,
    'The work took two days. The refund came in and went into the reserve.',
  ],
  [
    2,
    9,
    'Rent the two-car garage out separately',
    'Neighbors offer $260 a month for both spaces. The tenants of the upper unit would park on the street.',
    45,
    null,
  ],
  [
    3,
    58,
    'Close the roof terrace in winter',
    'From November to February nobody heats, lights or clears it. That saves $6,800 a year.',
    35,
    null,
  ],
  [
    4,
    49,
    'Lease the roof to a solar company',
    'It pays $14,000 a year for twenty years and repairs what its work damages. The tenant agrees.',
    92,
    'The contract is signed. The first rent is due in the coming quarter.',
  ],
  [
    5,
    7,
    'Bicycle sheds behind the townhouses',
    'Six wooden sheds for $8,700. Four of six households have asked for them.',
    80,
    null,
  ],
  [
    6,
    64,
    'Open the market hall on Sundays',
    'The grocer and seven stalls want to. Cleaning and watch cost $1,900 a month more; rents tied to turnover should bring twice that.',
    70,
    'Open on Sundays since the third week. The first three brought $1,400 more than they cost.',
  ],
  [
    6,
    10,
    'Replace the fish stalls’ cooling system',
    'The old plant leaks and its coolant is no longer sold. A new one costs $33,500, paid from the reserve.',
    88,
    null,
  ],
  [
    7,
    55,
    'Two workshops for a school of crafts',
    'The city rents them for five years at four fifths of the usual price, and paints them.',
    60,
    'The school moved in with two classes. Its rent is paid each quarter in advance.',
  ],
  [
    7,
    3,
    'A crane for the yard',
    'A used gantry crane for five tons, $27,000 with its foundation. Users pay by the hour.',
    50,
    null,
  ],
  [
    8,
    47,
    'Allow short leases to nurses',
    'Three months at a time, furnished, for up to six units, at a price a quarter above the usual one.',
    65,
    'Four units are let that way, through the housing offices of both hospitals.',
  ],
  [
    8,
    11,
    'Replant the courtyard',
    'Fifteen linden trees, benches and a path without steps for $16,200.',
    77,
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
