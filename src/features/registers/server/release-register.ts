import { eq } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { registerReleases } from '#db/schema/registers.ts';
import { requireImpartial } from '#features/ownership/server/index.ts';
import { propertyErrors } from '#features/properties/properties.contract.ts';
import { DomainError } from '#kernel/errors.ts';
import type { ApprovalRule } from '#platform/server/commands/approval.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { releaseRegisterInput } from '../registers.contract.ts';
import { REGISTER_RELEASED } from '../registers.events.ts';
import { DOWNLOAD_HOURS, downloadableUntil } from '../registers.rules.ts';

const releaseApproval: ApprovalRule<{ propertyId: number; purpose: string }> = {
  async describe(tx, { propertyId, purpose }) {
    const { name } = await propertyById(tx, propertyId);
    return {
      subject: `property:${propertyId}`,
      title: `Release the shareholder register of ${name}`,
      facts: [
        { label: 'Property', value: name },
        { label: 'Needed for', value: purpose },
        { label: 'Contains', value: 'Legal names, emails and shares of all shareholders' },
        { label: 'Can be downloaded for', value: `${DOWNLOAD_HOURS} hours` },
      ],
      path: '/admin-registers',
    };
  },
};

/**
 * Lets admins download the register of a property's holders with their legal names, as of this moment.
 * @throws PROPERTY_NOT_FOUND, OWN_PROPERTY
 */
export const releaseRegister = defineCommand({
  name: 'registers.releaseRegister',
  input: releaseRegisterInput,
  access: 'admin',
  needsApproval: releaseApproval,
  async run({ tx, actor, now, newId, operationId, emit }, { propertyId, purpose }) {
    await requireImpartial(tx, actor, await propertyById(tx, propertyId));
    const id = newId();
    const expiresAt = downloadableUntil(now);
    await tx.insert(registerReleases).values({
      id,
      propertyId,
      recordAt: now,
      purpose,
      releasedBy: actor.userId,
      releasedAt: now,
      expiresAt,
      operationId,
    });
    emit(REGISTER_RELEASED, { broadcast: { audience: 'admins' }, payload: { id } });
    return { id, expiresAt: expiresAt.toISOString() };
  },
  audit: ({ propertyId, purpose }, { id }) => ({
    subject: `property:${propertyId}`,
    details: { registerId: id, purpose: typed(purpose) },
  }),
});

async function propertyById(tx: Transaction, id: number): Promise<{ name: string; ownerId: string }> {
  const [property] = await tx
    .select({ name: properties.name, ownerId: properties.ownerId })
    .from(properties)
    .where(eq(properties.id, id));
  if (!property) throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
  return property;
}
