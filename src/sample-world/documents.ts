import type { DocumentFacts } from '#features/documents/documents.contract.ts';
import { uploadDocument } from '#features/documents/server/index.ts';
import { propertyTypeLabel } from '#features/properties/properties.rules.ts';
import type { SimpleForm } from '#features/properties/simple-form.contract.ts';
import { present } from '#kernel/assert.ts';
import { MANAGEMENT_FEE_BPS, PROCESSING_FEE_BPS } from '#kernel/fees.ts';
import {
  bpsToDecimal,
  type Cents,
  formatUsd,
  formatUsdExact,
  multiply,
  parsePercent,
  parseUsd,
  proportion,
  WHOLE_BPS,
} from '#kernel/money.ts';
import { dayText, formatDate } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import type { Documents, TextDocument } from '#platform/server/ports/documents.ts';
import { actorId } from '#platform/server/security/caller.ts';

const SAMPLE = 'This document belongs to the sample data: the property does not exist.';

/** @param valued what the whole property is worth, when its shares are not all of it or it was valued again */
function figuresOf({ pricePerShare, annualYield, totalShares }: SimpleForm, valued?: Cents) {
  const price = present(parseUsd(pricePerShare), 'a price');
  const valuation = valued ?? multiply(price, totalShares);
  const yieldBps = present(parsePercent(annualYield), 'a yield');
  return { price, totalShares, valuation, yieldBps, income: proportion(valuation, yieldBps, WHOLE_BPS) };
}

const shares = (count: number) => count.toLocaleString('en-US');

function memorandum(submission: SimpleForm, day: Date, valued?: Cents): TextDocument {
  const { price, totalShares, valuation, yieldBps, income } = figuresOf(submission, valued);
  return {
    title: `Offering memorandum: ${submission.name}`,
    dated: day,
    subtitle: `${submission.location}. ${formatDate(day)}. ${SAMPLE}`,
    sections: [
      { heading: 'The property', paragraphs: [submission.description ?? ''] },
      {
        heading: 'The offering',
        lines: [
          {
            term: 'Type',
            value: [propertyTypeLabel[submission.propertyType], submission.subtype]
              .filter(Boolean)
              .join(', '),
          },
          { term: 'Valuation', value: formatUsd(valuation) },
          { term: 'Shares offered', value: shares(totalShares) },
          { term: 'Price of a share', value: formatUsdExact(price) },
          { term: 'Annual yield expected', value: `${bpsToDecimal(yieldBps)}%` },
          { term: 'Net income expected in a year', value: formatUsd(income), total: true },
        ],
      },
      {
        heading: 'Fees',
        lines: [
          { term: 'Processing fee, once, on each purchase', value: `${PROCESSING_FEE_BPS / 100}%` },
          { term: 'Management fee, on each gross distribution', value: `${MANAGEMENT_FEE_BPS / 100}%` },
          { term: 'Fee on resales', value: 'None' },
        ],
      },
      {
        heading: 'How shareholders are paid and heard',
        paragraphs: [
          'Rent and expenses are reported every month. What is left is distributed every quarter, on the 15th of the month after it, to everyone who holds shares at the end of the quarter.',
          'Shareholders vote on proposals with as many votes as they had shares when the proposal was made.',
        ],
      },
      {
        heading: 'Risks',
        paragraphs: [
          'The expected income is not promised: rents may stay away, and repairs may cost more than the reserve holds. Shares are not quickly sold, and may be sold for less than they cost.',
        ],
      },
    ],
  };
}

function appraisal(submission: SimpleForm, day: Date, valued?: Cents): TextDocument {
  const { valuation, yieldBps, income } = figuresOf(submission, valued);
  return {
    title: `Appraisal: ${submission.name}`,
    dated: day,
    subtitle: `${submission.location}. As of ${formatDate(day)}. ${SAMPLE}`,
    sections: [
      {
        heading: 'Method',
        paragraphs: [
          'Income approach: the net operating income of a year is capitalised at the rate that comparable properties of this type and place are sold at.',
        ],
      },
      {
        heading: 'Value',
        lines: [
          {
            term: 'Gross rent in a month, estimated at 0.8% of the value',
            value: formatUsd(proportion(valuation, 8, 1_000)),
          },
          { term: 'Net operating income in a year', value: formatUsd(income) },
          { term: 'Capitalisation rate', value: `${bpsToDecimal(yieldBps)}%` },
          { term: 'Appraised value', value: formatUsd(valuation), total: true },
        ],
      },
    ],
  };
}

const drawings = {
  memorandum: { kind: 'offering_memorandum', title: 'Offering memorandum', draw: memorandum },
  appraisal: { kind: 'appraisal', title: 'Appraisal', draw: appraisal },
} as const satisfies Record<
  string,
  Pick<DocumentFacts, 'kind' | 'title'> & {
    draw: (submission: SimpleForm, day: Date, valued?: Cents) => TextDocument;
  }
>;

export type SampleDocument = keyof typeof drawings;

/** Draws a document of a property from what was submitted, or from a later valuation. */
export function drawSampleDocument(
  documents: Documents,
  sample: SampleDocument,
  {
    submission,
    valuationCents,
    day,
    accountId,
  }: { submission: SimpleForm; valuationCents?: Cents | undefined; day: Date; accountId: string },
): Promise<Uint8Array> {
  return documents.text(drawings[sample].draw(submission, day, valuationCents), accountId);
}

/**
 * Uploads a document of a property as its owner does.
 * @param about.drawn the document, if its drawing began before
 * @returns the id of the document
 */
export async function fileSampleDocument(
  owner: CommandContext,
  sample: SampleDocument,
  {
    propertyId,
    submission,
    valuationCents,
    drawn,
  }: {
    propertyId: number;
    submission: SimpleForm;
    valuationCents?: Cents;
    drawn?: Promise<Uint8Array> | undefined;
  },
): Promise<string> {
  const { clock, documents } = owner.platform;
  const { kind, title } = drawings[sample];
  const day = clock.now();
  const accountId = actorId(owner.caller.actor);
  const bytes = await (drawn ??
    drawSampleDocument(documents, sample, { submission, valuationCents, day, accountId }));
  const name = `${title} ${submission.name}.pdf`;
  const filed = await uploadDocument(owner, {
    kind,
    title,
    dated: dayText(day),
    propertyId,
    name,
    bytes,
  });
  return filed.id;
}
