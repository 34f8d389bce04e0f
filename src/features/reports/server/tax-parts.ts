import type { TaxFigures } from '#features/tax/tax.contract.ts';
import { listText } from '#kernel/list-text.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { amount, type FilePart } from './report-tables.ts';

/** What a tax summary says of itself, everywhere. */
export function aboutSummary(
  { dividends, year, isOver }: TaxFigures,
  { taxSummaryIsFinal }: { taxSummaryIsFinal: boolean },
): string {
  const open = dividends.rows.filter(({ boxes }) => boxes === null).map(({ propertyName }) => propertyName);
  const undetermined =
    open.length === 0
      ? ''
      : ` The tax treatment of distributions from ${listText(open)} has not been determined yet, so no form boxes are filled in for them.`;
  const preliminary = taxSummaryIsFinal
    ? ''
    : ` ${year} is ${isOver ? 'over, but' : 'not over yet, and'} a purchase in January ${year + 1} can still change its losses: these figures can change until the final summary, which is ready on Feb 3, ${year + 1}.`;
  return `Figures of your account, in US dollars and UTC days.${preliminary} This is not an IRS form and was not filed with the IRS.${undetermined}`;
}

/** The figures from which a year's forms are made; only forms and boxes with a figure. */
export function taxParts(figures: TaxFigures): FilePart[] {
  return [...dividendPart(figures), ...salePart(figures), ...rewardPart(figures)];
}

function dividendPart({ dividends, year }: TaxFigures): FilePart[] {
  const classified = dividends.rows.flatMap(({ propertyName, boxes }) =>
    boxes ? [{ name: propertyName, boxes }] : [],
  );
  if (classified.length === 0) return [];
  const all = [...classified, { name: 'Total', boxes: dividends.boxes }];
  return [
    {
      heading: `Form 1099-DIV for ${year}, not filed`,
      paragraphs: [
        'Boxes 1a, 2a and 3 are the cash that was paid; 1b and 5 are parts of 1a. Box 3 is return of capital: it lowers the cost basis of your shares.',
      ],
      table: {
        columns: [
          { header: 'Property', share: 24 },
          amount('1a Total ordinary dividends', 15),
          amount('1b Qualified dividends', 15),
          amount('2a Total capital gain distributions', 15),
          amount('3 Nondividend distributions', 15),
          amount('5 Section 199A dividends', 15),
        ],
        rows: ({ money }) =>
          all.map(({ name, boxes }) => [
            name,
            money(boxes.ordinaryCents),
            money(boxes.qualifiedCents),
            money(boxes.capitalGainCents),
            money(boxes.returnOfCapitalCents),
            money(boxes.section199aCents),
          ]),
        totalAt: classified.length,
      },
    },
  ];
}

const yes = (is: boolean) => (is ? 'Yes' : 'No');

function salePart({ sales, year }: TaxFigures): FilePart[] {
  if (sales.rows.length === 0) return [];
  return [
    {
      heading: `Form 1099-B for ${year}, not filed`,
      paragraphs: ['A line for each lot that a sale took shares from. Nothing is deducted from proceeds.'],
      table: {
        columns: [
          { header: '1a Description', share: 20 },
          { header: '1b Acquired', share: 11 },
          { header: '1c Sold', share: 11 },
          amount('1d Proceeds', 11),
          amount('1e Cost basis', 11),
          amount('1f Market discount', 9),
          amount('1g Wash sale', 10),
          { header: '2 Term', share: 7 },
          { header: '5 Noncovered', share: 10 },
          { header: '6 Proceeds are', share: 8 },
          { header: '12 Basis reported', share: 9 },
        ],
        rows: ({ money, day }) => [
          ...sales.rows.map((one) => [
            one.description,
            day(one.acquiredDate),
            day(one.soldDate),
            money(one.proceedsCents),
            money(one.basisCents),
            money(one.marketDiscountCents),
            money(one.washSaleCents),
            one.term === 'short' ? 'Short' : 'Long',
            yes(one.isNoncovered),
            one.isGross ? 'Gross' : 'Net',
            yes(one.isBasisReported),
          ]),
          [
            'Total',
            '',
            '',
            money(sales.proceedsCents),
            money(sales.basisCents),
            money(0),
            money(sales.washSaleCents),
            '',
            '',
            '',
            '',
          ],
        ],
        totalAt: sales.rows.length,
      },
    },
  ];
}

function rewardPart({ miscellaneous, year }: TaxFigures): FilePart[] {
  const { rewardsCents, threshold, isReported } = miscellaneous;
  if (rewardsCents === 0) return [];
  const rule = threshold
    ? `A form is required starting at ${formatUsdExact(threshold.cents)} (${threshold.source}): ${isReported ? 'this amount is reported' : 'this amount is below that'}. It is income either way.`
    : `The IRS threshold for ${year} is not available yet. It is income either way.`;
  return [
    {
      heading: `Form 1099-MISC for ${year}, not filed`,
      paragraphs: [rule],
      table: {
        columns: [{ header: 'Referral rewards', share: 70 }, amount('3 Other income', 30)],
        rows: ({ money }) => [['Rewards, less what was returned', money(rewardsCents)]],
      },
    },
  ];
}
