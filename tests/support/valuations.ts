import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { uploadDocument } from '#features/documents/server/index.ts';
import { openOffering } from '#features/offerings/server/index.ts';
import { approve, file, recordOfferingValuation } from '#features/valuations/server/index.ts';
import { DAY, dayText } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { newKey, type Person } from './actors.ts';
import { aPdf } from './uploads.ts';

/** An appraisal among the documents of an owner's property. */
export async function anAppraisal(owner: Person, propertyId: number): Promise<string> {
  const facts = { kind: 'appraisal', title: 'Appraisal', dated: '2026-01-02' } as const;
  return (await uploadDocument(owner, { ...facts, propertyId, name: 'appraisal.pdf', bytes: aPdf() })).id;
}

interface Filing {
  propertyId: number;
  amountCents: number;
  debtCents?: number;
  effectiveOn?: string;
  documentId?: string;
  requestId?: string;
}

/** A valuation of an owner's property for today, with an appraisal of its own, that waits for approval. */
export async function aFiledValuation(owner: Person, { propertyId, ...filing }: Filing): Promise<string> {
  const documentId = filing.documentId ?? (await anAppraisal(owner, propertyId));
  const today = owner.platform.clock.now().toISOString().slice(0, 10);
  const facts = { effectiveOn: today, debtCents: 0, basis: 'appraisal' as const, requestId: newKey() };
  return (await file(owner, { ...facts, ...filing, propertyId, documentId })).id;
}

/** The same, approved. */
export async function anApprovedValuation(owner: Person, admin: Person, filing: Filing): Promise<string> {
  const valuationId = await aFiledValuation(owner, filing);
  await approve(admin, { valuationId, requestId: newKey() });
  return valuationId;
}

const approveAppraised = defineCommand({
  name: 'test.approveWithMortgage',
  input: z.object({
    propertyId: z.int(),
    amountCents: z.int(),
    debtCents: z.int(),
    repaymentCents: z.int(),
    minimumShares: z.int().default(50),
    equityOfferedBps: z.int().default(5_000),
    documentId: z.string(),
  }),
  access: 'admin',
  needsApproval: false,
  async run(
    run,
    { propertyId, amountCents, debtCents, repaymentCents, minimumShares, equityOfferedBps, documentId },
  ) {
    const { tx, now } = run;
    const [property] = await tx
      .update(properties)
      .set({ valuationCents: amountCents, equityOfferedBps, status: 'approved', approvedAt: now })
      .where(eq(properties.id, propertyId))
      .returning();
    await tx.delete(offerings).where(eq(offerings.propertyId, propertyId));
    const terms = { minimumShares, fundingDays: 30, mortgageRepaymentCents: repaymentCents };
    if (property) await openOffering(tx, property, terms, now);
    const deadline = new Date(now.getTime() + 30 * DAY);
    await tx.update(offerings).set({ deadline }).where(eq(offerings.propertyId, propertyId));
    const own = {
      propertyId,
      effectiveOn: dayText(now),
      amountCents,
      debtCents,
      basis: 'appraisal' as const,
      documentId,
    };
    await recordOfferingValuation(run, own);
    return {};
  },
  audit: ({ propertyId }) => ({ subject: `property:${propertyId}` }),
});

/** Approves a property with a mortgage and an appraisal, as the review of a submission does. */
export async function approveWithMortgage(
  admin: Person,
  input: Omit<Parameters<typeof approveAppraised>[1], 'documentId'>,
): Promise<void> {
  const documentId = await anAppraisal(admin, input.propertyId);
  await approveAppraised(admin, { ...input, documentId });
}
