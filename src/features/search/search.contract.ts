import { z } from 'zod';
import { basisPoints, cents, lineText } from '#kernel/schemas.ts';
import { MIN_SEARCH_CHARACTERS } from '#kernel/search.ts';

export const suggestionsInput = z.strictObject({
  q: lineText(100).refine((q) => q.length >= MIN_SEARCH_CHARACTERS, 'Type at least 2 characters.'),
});

/** A suggestion of the search box. Fields that do not apply to its type are null. */
export const suggestion = z.object({
  /** Unique in a list; of a property its own id. */
  id: z.string(),
  type: z.enum(['property', 'location', 'yield']),
  title: z.string(),
  subtitle: z.string(),
  badge: z.string().nullable(),
  yieldBps: basisPoints.nullable(),
  priceCents: cents.nullable(),
  location: z.string().nullable(),
});
export const suggestions = z.array(suggestion);

export type Suggestion = z.infer<typeof suggestion>;
