import { eq, sql } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import type { Transaction } from '#platform/server/database/db.ts';

/** Shows a picture with its property, or only with the correction of one that was on the market. */
export async function showImage(tx: Transaction, propertyId: number, imageUrl: string): Promise<void> {
  const { correction } = properties;
  await tx
    .update(properties)
    .set({
      imageUrl: sql`case when ${correction} is null then ${imageUrl} else ${properties.imageUrl} end`,
      correction: sql`${correction} || jsonb_build_object('imageUrl', ${imageUrl}::text)`,
    })
    .where(eq(properties.id, propertyId));
}

/** Takes a picture from its property and from a correction of it. */
export async function removeImage(tx: Transaction, propertyId: number): Promise<void> {
  await tx
    .update(properties)
    .set({ imageUrl: null, correction: sql`${properties.correction} || '{"imageUrl": null}'` })
    .where(eq(properties.id, propertyId));
}
