import { uploadDocument } from '#features/documents/server/index.ts';
import { classify, taxableYears } from '#features/tax/server/index.ts';
import type { TaxableYear } from '#features/tax/tax.contract.ts';
import { type Boxes, DIVIDEND_BOXES, noBoxes } from '#features/tax/tax.rules.ts';
import { newId } from '#kernel/ids.ts';
import { formatUsdExact, proportion } from '#kernel/money.ts';
import { DAY, dayText } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import { actorId } from '#platform/server/security/caller.ts';
import type { Step } from './steps.ts';

/** Percent of a distribution that depreciation makes return of capital, by property. */
const RETURNED_PERCENT = [34, 41, 28, 37] as const;
/** Properties of a page: more than the history has. */
const MAX_PROPERTIES = 100;

/** Years of the history whose accounts were ready by `now`, on February 20 of the next one. */
export function taxSteps(begins: Date, now: Date): Step[] {
  const steps: Step[] = [];
  for (let year = begins.getUTCFullYear(); year < now.getUTCFullYear(); year += 1) {
    const at = new Date(Date.UTC(year + 1, 1, 20) + DAY / 2);
    if (at <= now) steps.push({ at, do: 'classify', year });
  }
  return steps;
}

function boxesOf({ cashCents }: TaxableYear, index: number): Boxes {
  const percent = RETURNED_PERCENT[index % RETURNED_PERCENT.length] ?? 0;
  const returnOfCapitalCents = proportion(cashCents, percent, 100);
  const ordinaryCents = cashCents - returnOfCapitalCents;
  return { ...noBoxes, ordinaryCents, returnOfCapitalCents, section199aCents: ordinaryCents };
}

/** The accountant's letter about a property's year, filed by an admin. */
async function fileLetter(admin: CommandContext, item: TaxableYear, boxes: Boxes): Promise<string> {
  const { clock, documents } = admin.platform;
  const { propertyId, propertyName, year } = item;
  const title = `Tax letter ${year}`;
  const dated = clock.now();
  const bytes = await documents.text(
    {
      title: `${title}: ${propertyName}`,
      dated,
      subtitle: 'This document belongs to the sample data: the property does not exist.',
      sections: [
        {
          heading: `Distributions of ${year} on Form 1099-DIV`,
          lines: DIVIDEND_BOXES.map(({ key, box, name }) => ({
            term: `${box} ${name}`,
            value: formatUsdExact(boxes[key]),
          })),
        },
      ],
    },
    actorId(admin.caller.actor),
  );
  const facts = { kind: 'tax_record', title, dated: dayText(dated) } as const;
  const { id } = await uploadDocument(admin, { ...facts, propertyId, name: `${title}.pdf`, bytes });
  return id;
}

/** Classifies every property's distributions of a year. */
export async function classifyYear(admin: CommandContext, year: number): Promise<void> {
  const { items } = await taxableYears(admin.platform, { year, limit: MAX_PROPERTIES });
  for (const [index, item] of items.entries()) {
    if (item.year !== year) continue;
    const boxes = boxesOf(item, index);
    const documentId = await fileLetter(admin, item, boxes);
    const about = { propertyId: item.propertyId, year, replaces: 0, documentId };
    await classify(admin, { ...about, ...boxes, requestId: newId() });
  }
}
