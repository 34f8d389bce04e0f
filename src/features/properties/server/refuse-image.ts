import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { properties } from '#db/schema/properties.ts';
import { propertyImages } from '#db/schema/property-images.ts';
import { notify } from '#features/notifications/server/index.ts';
import { present } from '#kernel/assert.ts';
import { propertyId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';

/** Gives up the picture of a property: the owner is notified why, and the drawn building stays. */
export const refuseImage = defineCommand({
  name: 'properties.refuseImage',
  input: z.strictObject({ id: propertyId, sourceUrl: z.string(), problem: z.string().min(1).max(300) }),
  access: 'system',
  async run(run, { id, sourceUrl, problem }) {
    const { tx } = run;
    const [image] = await tx
      .update(propertyImages)
      .set({ status: 'failed', problem })
      .where(
        and(
          eq(propertyImages.propertyId, id),
          eq(propertyImages.sourceUrl, sourceUrl),
          eq(propertyImages.status, 'pending'),
        ),
      )
      .returning({ id: propertyImages.propertyId });
    if (!image) return { refused: false };
    const [found] = await tx
      .select({ name: properties.name, ownerId: properties.ownerId })
      .from(properties)
      .where(eq(properties.id, id));
    const { name, ownerId } = present(found, 'the property of the picture');
    await notify(run, {
      userId: ownerId,
      type: 'property',
      priority: 'medium',
      title: 'Picture not added',
      message: `The picture of ${name} could not be added. ${problem} A drawing of the building is shown instead.`,
      actionUrl: `/property/${id}`,
      always: true,
    });
    return { refused: true };
  },
  audit: ({ id, problem }, { refused }) => ({ subject: `property:${id}`, details: { problem, refused } }),
});
