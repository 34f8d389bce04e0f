import type { intakeDrafts } from '#db/schema/intake.ts';
import type { submissions } from '#db/schema/submissions.ts';
import type { FieldIssue } from '#kernel/errors.ts';
import { dayText } from '#kernel/time.ts';
import { intakeDraft, type SavedDraft, valuationData } from '../intake.contract.ts';

export type DraftRow = typeof intakeDrafts.$inferSelect;
type SubmissionDates = Pick<
  typeof submissions.$inferSelect,
  'id' | 'submittedAt' | 'respondBy' | 'proposalBy' | 'status' | 'pausedAt'
>;

/** Why a stored draft cannot be read: the names of its fields, never their values. */
export interface Unreadable {
  unreadable: Pick<FieldIssue, 'path'>[];
}

/** A stored draft, unless an older version wrote it in a form that is no longer read. */
export function draftOf(row: DraftRow, filed: SubmissionDates | null): SavedDraft | Unreadable {
  const content = intakeDraft.safeParse(row.content);
  const valuation = valuationData.nullable().safeParse(row.valuation);
  if (!content.success || !valuation.success) {
    const issues = [...(content.error?.issues ?? []), ...(valuation.error?.issues ?? [])];
    return { unreadable: issues.map(({ path }) => ({ path: path.join('.') })) };
  }
  return {
    ...content.data,
    version: row.version,
    savedAt: row.savedAt.toISOString(),
    valuationData: valuation.data,
    completed: row.state === 'completed',
    earlierId: row.earlierId,
    receipt: filed && {
      id: filed.id,
      submittedAt: filed.submittedAt.toISOString(),
      respondBy: dayText(filed.respondBy),
      proposalBy: filed.proposalBy && dayText(filed.proposalBy),
      status: filed.status,
      pausedAt: filed.pausedAt?.toISOString() ?? null,
    },
  };
}
