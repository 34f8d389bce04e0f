import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';

/** Relation of a person to the owner of a property: as the owner, or by the owner's verified tax number. */
export const affiliation = z.enum(['owner', 'taxNumber']);

export const ownershipErrors = defineErrors({
  OWN_PROPERTY: ['forbidden', 'You own this property, so another admin has to review it.'],
});

export type Affiliation = z.infer<typeof affiliation>;
