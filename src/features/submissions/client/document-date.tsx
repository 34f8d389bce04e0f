import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { documentErrors } from '#features/documents/documents.contract.ts';
import { dayOf, formatDate, isDatedAhead } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { TextField } from '#ui/text-field.tsx';
import { isOutdated, RECENT_MONTHS } from '../submissions.rules.ts';

/** A typed year passes through "0002", "0020" and "0202". */
const EARLIEST = '1900-01-01';

interface DocumentDateProps {
  label: string;
  dated: string | null;
  /** Null when the date is only shown. */
  onDate: ((dated: string | null) => Promise<void>) | null;
  /** What to do about an old document, for a reader who can do something about it. */
  advice?: string;
}

/** The date on a document, with a warning when it is old. */
export function DocumentDate({ label, dated, onDate, advice }: DocumentDateProps) {
  const [typed, setTyped] = useState(dated ?? '');
  const [failure, setFailure] = useState<string | null>(null);
  const isOld = isOutdated(onDate ? typed || null : dated, new Date());
  const warning = isOld && (
    <p className="mt-1.5 flex items-start gap-1.5 text-sm font-medium text-caution">
      <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
      Dated more than {RECENT_MONTHS} months ago.{advice && ` ${advice}`}
    </p>
  );

  function type(text: string) {
    setTyped(text);
    setFailure(null);
    if (text === dated || (text === '' && dated === null)) return;
    if (text !== '' && (dayOf(text) === null || text < EARLIEST)) return;
    if (isDatedAhead(text, new Date())) return setFailure(documentErrors.DATED_AHEAD.message);
    onDate?.(text || null).catch((error) => setFailure(messageOf(error)));
  }

  if (!onDate) {
    return (
      <div className="text-sm">
        <p className="text-muted">{dated ? `Dated ${formatDate(dated)}` : 'No date given'}</p>
        {warning}
      </div>
    );
  }
  return (
    <div>
      <TextField
        type="date"
        label={
          <>
            Date on the document<span className="sr-only">: {label}</span>
          </>
        }
        optional
        className="max-w-60"
        value={typed}
        min={EARLIEST}
        error={failure ?? undefined}
        onChange={({ target }) => type(target.value)}
      />
      {warning}
    </div>
  );
}
