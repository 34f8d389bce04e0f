import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { SelectField } from '#ui/select-field.tsx';

const MAX_SHOWN_DOCUMENTS = 100;

interface PropertyDocumentFieldProps
  extends Omit<ComponentProps<typeof SelectField>, 'options' | 'placeholder'> {
  propertyId: number;
  /** Closes the dialog with the field: the documents are on another page. */
  onLeave: () => void;
}

/** A choice of one of a property's documents, with the way to upload another one. The form around it stores a draft. */
export function PropertyDocumentField({ propertyId, onLeave, ...field }: PropertyDocumentFieldProps) {
  const { data, error, refetch } = useQuery(
    trpc.documents.ofProperty.queryOptions({ propertyId, limit: MAX_SHOWN_DOCUMENTS }),
  );
  const choices = (data?.items ?? []).filter(({ withdrawn }) => withdrawn === null);
  return (
    <>
      <SelectField
        // A stored choice can be shown only once its option is there: another element takes its value then.
        key={data ? 'loaded' : 'loading'}
        required
        placeholder={data && choices.length === 0 ? 'No documents yet' : 'Choose one'}
        options={choices.map(({ id, title, dated }) => ({
          value: id,
          label: `${title}, dated ${formatDate(dated)}`,
        }))}
        {...field}
      />
      {error !== null && !data && (
        <RetryAlert title="The documents could not be loaded" onRetry={() => void refetch()}>
          {messageOf(error)}
        </RetryAlert>
      )}
      <p className="text-sm text-muted">
        Not in the list?{' '}
        <Link
          to="/property/$id"
          params={{ id: String(propertyId) }}
          search={{ tab: 'documents' }}
          onClick={onLeave}
          className="link-plain"
        >
          Upload it to the documents
        </Link>{' '}
        first; what you typed here is kept.
      </p>
    </>
  );
}
