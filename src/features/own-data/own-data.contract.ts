import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { instant, requestId } from '#kernel/schemas.ts';

export const obstacleKind = z.enum([
  'frozen',
  'lastAdmin',
  'shares',
  'offeredShares',
  'untradedShares',
  'orders',
  'cash',
  'transfers',
  'payouts',
  'rewards',
  'submissions',
  'waitingProperties',
  'offeredProperties',
]);

/** Something that has to end before an account can be closed, in words. */
export const closingObstacle = z.object({ kind: obstacleKind, text: z.string() });

export const retainedKind = z.enum(['identity', 'tax']);

/** Records that the law requires us to keep, and the moment at which they are erased. */
export const retainedRecord = z.object({ kind: retainedKind, endsAt: instant });

/** Preview of closing the account now. */
export const closing = z.object({
  obstacles: z.array(closingObstacle),
  /** As if it were closed now. */
  retained: z.array(retainedRecord),
});

/** The text that confirms the wish to close an account. */
export const CLOSING_WORDS = 'close my account';

export const closeAccountInput = z.strictObject({
  requestId,
  /** Text that the person typed to confirm. */
  confirmation: z
    .string()
    .trim()
    .toLowerCase()
    .max(40)
    .refine((typed) => typed === CLOSING_WORDS, `Type "${CLOSING_WORDS}" to confirm.`),
});
export const closedAccount = z.object({ closedAt: instant, retained: z.array(retainedRecord) });

export const requestExportInput = z.strictObject({ requestId });

/** A file with all of a person's data. */
export const dataExport = z.object({
  id: z.uuid(),
  status: z.enum(['preparing', 'ready', 'failed']),
  requestedAt: instant,
  partsDone: z.int(),
  parts: z.int(),
  /** Whether an attempt failed and is repeated. */
  isRepeated: z.boolean(),
  size: z.int().nullable(),
  expiresAt: instant,
});
export const openExportInput = z.strictObject({ id: z.uuid() });
/** Address of the file. */
export const openedExport = z.object({ path: z.string() });
export const requestedExport = z.object({ id: z.uuid() });

export const ownDataErrors = defineErrors({
  CLOSING_REFUSED: ['conflict', 'This account cannot be closed yet.'],
  EXPORT_RUNNING: ['conflict', 'Your data is already being prepared. Wait until it is ready.'],
});

export type ObstacleKind = z.infer<typeof obstacleKind>;
export type ClosingObstacle = z.infer<typeof closingObstacle>;
export type RetainedKind = z.infer<typeof retainedKind>;
export type RetainedRecord = z.infer<typeof retainedRecord>;
export type Closing = z.infer<typeof closing>;
export type DataExport = z.infer<typeof dataExport>;
