import { and, eq } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { requireConfirmedEmail } from '#features/identity/server/index.ts';
import { accounts, post } from '#features/ledger/server/index.ts';
import { openOffering } from '#features/offerings/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { MAX_PENDING_PROPERTIES, type PropertyEntity, propertyErrors } from '../properties.contract.ts';
import { PROPERTY_SUBMITTED } from '../properties.events.ts';
import { submitPropertyInput } from '../simple-form.contract.ts';
import { entityOf } from './properties.views.ts';
import { consumePictureQuota, requestImage } from './request-image.ts';
import { descriptionOf, termColumnsOf } from './simple-form-versions.ts';

/**
 * Submits a property for review: it starts `pending`, all its shares issued and available, owned by the
 * caller even if the payload names another. Its valuation is price × shares; the terms of its offering are recorded
 * with it. A copy of its picture is fetched afterwards. Idempotent by `requestId`.
 * @throws EMAIL_NOT_CONFIRMED, TOO_MANY_SUBMISSIONS, RATE_LIMITED
 */
export const submit = defineCommand({
  name: 'properties.submit',
  input: submitPropertyInput,
  access: 'signedIn',
  prepare: ({ platform, caller }, { submission }) =>
    consumePictureQuota(platform, caller.actor, submission.imageUrl),
  async run(run, { submission }): Promise<PropertyEntity> {
    const { tx, actor, now, emit } = run;
    await requireConfirmedEmail(tx, actor.userId);
    if (actor.role !== 'admin') await requireFewPending(tx, actor.userId);
    const [row] = await tx
      .insert(properties)
      .values({
        ...descriptionOf(submission),
        ...termColumnsOf(submission),
        ownerId: actor.userId,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    const property = present(row, 'the new property');
    await openOffering(tx, property, submission, now);
    await post(tx, run, [
      {
        code: 'shares_issued',
        debit: accounts.propertyIssued(property.id),
        credit: accounts.propertyAvailable(property.id),
        amount: property.totalShares,
      },
    ]);
    await requestImage(run, property.id, submission.imageUrl);
    emit(PROPERTY_SUBMITTED, {
      userId: actor.userId,
      broadcast: { audience: 'admins' },
      payload: { propertyId: property.id },
    });
    return entityOf({ property, availableShares: property.totalShares });
  },
  audit: (_, { id }) => ({ subject: `property:${id}` }),
});

/** @throws TOO_MANY_SUBMISSIONS when as many properties of the owner wait for review as may */
async function requireFewPending(tx: Transaction, ownerId: string): Promise<void> {
  await lock(tx, 'pendingProperties', ownerId);
  const pending = and(eq(properties.ownerId, ownerId), eq(properties.status, 'pending'));
  if ((await tx.$count(properties, pending)) >= MAX_PENDING_PROPERTIES)
    throw new DomainError(propertyErrors.TOO_MANY_SUBMISSIONS);
}
