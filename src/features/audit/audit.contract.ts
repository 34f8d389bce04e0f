import { z } from 'zod';
import { instant, lineText, pageInput, pageOf, periodDate } from '#kernel/schemas.ts';

/** Lines of the log that one answer to an export has; the file of a longer export comes in parts. */
export const MAX_EXPORTED_LINES = 20_000;

const filters = {
  /** An account's id or email, or "system:…". */
  actor: lineText(200).optional(),
  /** A command, such as "freezes.freezeAccount". */
  action: lineText(100).optional(),
  /** Subject, such as "property:12". */
  subject: lineText(200).optional(),
  /** Days in UTC, both included. */
  from: periodDate.optional(),
  to: periodDate.optional(),
};
const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || from <= to;
const order = { path: ['to'], message: 'The end date cannot be before the start date.' };

export const logInput = z
  .strictObject({ ...filters, ...pageInput({ max: 100, default: 50 }) })
  .refine(inOrder, order);
export const exportLogInput = z
  .strictObject({
    ...filters,
    /** The end of the part before. */
    cursor: z.string().max(60).optional(),
  })
  .refine(inOrder, order);

const run = z.object({
  operationId: z.string(),
  actor: z.object({
    kind: z.enum(['visitor', 'user', 'system']),
    id: z.string(),
    name: z.string().nullable(),
  }),
  subject: z.string(),
  /** Each detail by its name; values other than texts are JSON. */
  details: z.array(z.object({ field: z.string(), value: z.string() })),
});
/** A row of the log: one run of a command, or a batch of runs that share it. */
export const logRow = z.object({
  seq: z.string(),
  at: instant,
  action: z.string(),
  isBatch: z.boolean(),
  /** The runs that match the filters. */
  runs: z.array(run),
});
export const logPage = pageOf(logRow);
export const logActions = z.array(z.string());
/** A part of a file of the log; only the first one has the line with the names of the columns. */
export const logFilePart = z.object({
  fileName: z.string(),
  csv: z.string(),
  rows: z.int(),
  nextCursor: z.string().nullable(),
});

export const verifyPartInput = z.strictObject({
  /** End of the part before; without it the first part is checked. */
  after: z.string().max(60).optional(),
});
export const checkedPart = z.object({
  rows: z.int(),
  /** Null when everything is checked. */
  next: z.string().nullable(),
  broken: z.object({ seq: z.string(), detail: z.string() }).nullable(),
  /** The last seal of the chain. */
  head: z.object({ position: z.int(), hash: z.string() }).nullable(),
});

export type LogFilters = Omit<z.output<typeof exportLogInput>, 'cursor'>;
export type LogFilePart = z.infer<typeof logFilePart>;
export type LogRow = z.infer<typeof logRow>;
export type LogRun = z.infer<typeof run>;
export type CheckedPart = z.infer<typeof checkedPart>;
