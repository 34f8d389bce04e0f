import { and, desc, eq, isNull } from 'drizzle-orm';
import { propertyDocuments } from '#db/schema/documents.ts';
import { properties } from '#db/schema/properties.ts';
import { taxClassifications } from '#db/schema/tax.ts';
import { requireImpartial } from '#features/ownership/server/index.ts';
import { propertyErrors } from '#features/properties/properties.contract.ts';
import { assert } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { formatUsdExact, toDecimal } from '#kernel/money.ts';
import type { ApprovalRule } from '#platform/server/commands/approval.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import { insertRows, statementParts, writeAll } from '#platform/server/database/columns.ts';
import type { Queryable, Transaction } from '#platform/server/database/db.ts';
import { type ClassifyInput, classifyInput, taxErrors } from '../tax.contract.ts';
import { CLASSIFIED } from '../tax.events.ts';
import {
  allocateBoxes,
  type Boxes,
  cashOf,
  classifiableFrom,
  DIVIDEND_BOXES,
  problemOfBoxes,
} from '../tax.rules.ts';
import { type PaidHolder, paidParts, paidTo, sumOfPaid } from './payments.ts';
import { reduceBasis } from './reduce-basis.ts';

const boxesOf = ({
  ordinaryCents,
  qualifiedCents,
  capitalGainCents,
  returnOfCapitalCents,
  section199aCents,
}: Boxes): Boxes => ({
  ordinaryCents,
  qualifiedCents,
  capitalGainCents,
  returnOfCapitalCents,
  section199aCents,
});

const classification: ApprovalRule<ClassifyInput> = {
  async describe(tx, input) {
    const { propertyId, year, replaces, documentId } = input;
    const { name } = await propertyById(tx, propertyId);
    const [document] = await tx
      .select({ title: propertyDocuments.title })
      .from(propertyDocuments)
      .where(eq(propertyDocuments.id, documentId));
    return {
      subject: `tax:${propertyId}-${year}`,
      title: `${replaces === 0 ? 'Classify' : 'Correct'} the distributions of ${name} in ${year} for tax`,
      facts: [
        { label: 'Property', value: name },
        { label: 'Year', value: String(year) },
        { label: 'Distributed', value: formatUsdExact(cashOf(input)) },
        ...DIVIDEND_BOXES.map(({ key, box, name: label }) => ({
          label: `${box} ${label}`,
          value: formatUsdExact(input[key]),
        })),
        { label: 'Document', value: document?.title ?? documentId },
        { label: 'Replaces', value: replaces === 0 ? 'Nothing' : `Version ${replaces}` },
      ],
      path: '/admin-tax',
    };
  },
};

/**
 * Classifies the distributions of a property and year for tax: each holder's part is fixed to the cent, and the part
 * that is return of capital lowers the cost basis of their lots. A correction is another version. Idempotent by
 * `requestId`.
 * @throws PROPERTY_NOT_FOUND, OWN_PROPERTY, YEAR_NOT_OVER, NOTHING_DISTRIBUTED, CLASSIFIED_MEANWHILE,
 *   DOCUMENT_NOT_OF_PROPERTY, BOXES_DO_NOT_ADD_UP
 */
export const classify = defineCommand({
  name: 'tax.classify',
  input: classifyInput,
  access: 'admin',
  needsApproval: classification,
  async run(run, input) {
    const { tx, actor, now, newId, operationId, emit } = run;
    const { propertyId, year, documentId } = input;
    await lock(tx, 'classifications', propertyId);
    await requireImpartial(tx, actor, await propertyById(tx, propertyId));
    if (now < classifiableFrom(year)) throw new DomainError(taxErrors.YEAR_NOT_OVER);
    const version = await nextVersion(tx, input);
    await requireDocument(tx, documentId, propertyId);
    const holders = await paidTo(tx, await paidParts(tx, year, [propertyId]));
    const boxes = boxesOf(input);
    const cashCents = sumOfPaid(holders);
    if (cashCents === 0) throw new DomainError(taxErrors.NOTHING_DISTRIBUTED);
    const problem = problemOfBoxes(boxes, cashCents);
    if (problem) throw new DomainError(taxErrors.BOXES_DO_NOT_ADD_UP, { message: problem });
    const id = newId();
    const row = { id, propertyId, year, version, cashCents, ...boxes, documentId, operationId };
    await tx.insert(taxClassifications).values({ ...row, classifiedBy: actor.userId, classifiedAt: now });
    const parts = await allocateToHolders(run, id, boxes, holders);
    await reduceBasis(run, { id, propertyId, year }, parts);
    emit(CLASSIFIED, { broadcast: { propertyId }, payload: { classificationId: id } });
    return { id, version };
  },
  audit: ({ propertyId, year, documentId, ...input }, { id, version }) => ({
    subject: `tax:${propertyId}-${year}`,
    details: { classificationId: id, version, documentId, ...boxesOf(input) },
  }),
});

async function propertyById(db: Queryable, id: number): Promise<{ name: string; ownerId: string }> {
  const [property] = await db
    .select({ name: properties.name, ownerId: properties.ownerId })
    .from(properties)
    .where(eq(properties.id, id));
  if (!property) throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
  return property;
}

async function nextVersion(
  tx: Transaction,
  { propertyId, year, replaces }: Pick<ClassifyInput, 'propertyId' | 'year' | 'replaces'>,
): Promise<number> {
  const [last] = await tx
    .select({ version: taxClassifications.version })
    .from(taxClassifications)
    .where(and(eq(taxClassifications.propertyId, propertyId), eq(taxClassifications.year, year)))
    .orderBy(desc(taxClassifications.version))
    .limit(1);
  const version = last?.version ?? 0;
  if (version !== replaces) throw new DomainError(taxErrors.CLASSIFIED_MEANWHILE);
  return version + 1;
}

async function requireDocument(tx: Transaction, documentId: string, propertyId: number): Promise<void> {
  const [document] = await tx
    .select({ id: propertyDocuments.id })
    .from(propertyDocuments)
    .where(
      and(
        eq(propertyDocuments.id, documentId),
        eq(propertyDocuments.propertyId, propertyId),
        isNull(propertyDocuments.withdrawnAt),
      ),
    )
    .for('share');
  if (!document) throw new DomainError(taxErrors.DOCUMENT_NOT_OF_PROPERTY);
}

async function allocateToHolders(
  { tx }: Pick<Run, 'tx'>,
  classificationId: string,
  boxes: Boxes,
  holders: readonly PaidHolder[],
) {
  const allocated = allocateBoxes(
    boxes,
    holders.map(({ cents }) => cents),
  );
  const parts = holders.map(({ userId, cents }, index) => {
    const own = allocated[index];
    assert(own !== undefined && cashOf(own) === cents, `the boxes of ${userId} are not what was paid`);
    return { userId, cashCents: cents, ...own };
  });
  for (const some of statementParts(parts)) {
    const added = insertRows('tax_allocations', some, {
      classification_id: ['uuid', classificationId],
      user_id: ['text', ({ userId }) => userId],
      cash: ['numeric', ({ cashCents }) => toDecimal(cashCents)],
      ordinary: ['numeric', ({ ordinaryCents }) => toDecimal(ordinaryCents)],
      qualified: ['numeric', ({ qualifiedCents }) => toDecimal(qualifiedCents)],
      capital_gain: ['numeric', ({ capitalGainCents }) => toDecimal(capitalGainCents)],
      return_of_capital: ['numeric', ({ returnOfCapitalCents }) => toDecimal(returnOfCapitalCents)],
      section_199a: ['numeric', ({ section199aCents }) => toDecimal(section199aCents)],
    });
    await writeAll(tx, [added]);
  }
  return parts;
}
