import { z } from 'zod';

/** Size of the building as the property's description says it; null where it says nothing. */
export const building = {
  stories: z.int().nullable(),
  /** Houses, homes or docks. */
  units: z.int().nullable(),
};
