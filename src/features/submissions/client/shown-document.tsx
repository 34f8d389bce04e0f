import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { send } from '#platform/browser/trpc.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { ReviewedDocument } from '../submissions.contract.ts';
import { documentLabel } from '../submissions.rules.ts';
import { canBeShown, documentAddress } from './document-address.ts';

/** A document beside the figures confirmed by it; on wide screens it stays in view while the page scrolls. */
export function ShownDocument({
  documents,
  shownId,
  opened,
  onShow,
  onClose,
}: {
  documents: readonly ReviewedDocument[];
  shownId: string;
  /** Counts how often a document was opened from the list: each time the focus comes here. */
  opened: number;
  onShow: (documentId: string) => void;
  onClose: () => void;
}) {
  const section = useRef<HTMLElement>(null);
  const readable = documents.filter(canBeShown);
  const shown = readable.find(({ id }) => id === shownId);

  useEffect(() => {
    if (opened > 0) section.current?.focus();
  }, [opened]);

  if (!shown) return null;
  return (
    <Card
      ref={section}
      tabIndex={-1}
      aria-label="Shown document"
      className="scroll-mt-20 lg:sticky lg:top-20"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className="mb-3 flex items-end gap-2">
        <SelectField
          label="Document shown"
          className="min-w-0 grow"
          options={readable.map(({ id, kind, file }) => ({
            value: id,
            label: `${documentLabel[kind]}: ${file.name}`,
          }))}
          value={shownId}
          onChange={({ target }) => onShow(target.value)}
        />
        <Button variant="secondary" square aria-label="Close the document" onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </Button>
      </div>
      <Content key={shownId} document={shown} />
    </Card>
  );
}

function Content({ document: { id, kind, file: stored } }: { document: ReviewedDocument }) {
  const label = documentLabel[kind];
  const isPicture = stored.mediaType === 'image/jpeg';
  const file = useQuery({
    queryKey: ['submissions.file', id],
    queryFn: () => addressOf(documentAddress(id), isPicture),
    // A document is not held in memory for longer than it is looked at.
    gcTime: 0,
  });
  if (file.isPending) {
    return (
      <SkeletonRegion label="Loading the file">
        <Skeleton className="h-72" />
      </SkeletonRegion>
    );
  }
  if (file.error) {
    return <RetryAlert onRetry={() => void file.refetch()}>The file could not be loaded.</RetryAlert>;
  }
  if (isPicture) {
    return (
      <img
        src={file.data}
        alt={`${label}, as it was uploaded`}
        className="mx-auto max-h-[60dvh] lg:max-h-[70dvh]"
      />
    );
  }
  return (
    <>
      <iframe
        src={file.data}
        title={`${label}: ${stored.name}`}
        className="h-[60dvh] w-full border border-line lg:h-[65dvh]"
      />
      <p className="mt-2 text-sm text-muted">
        If your browser does not show it here,{' '}
        <a href={documentAddress(id)} download className="underline">
          download it
        </a>
        .
      </p>
    </>
  );
}

/**
 * Downloads are never shown by the browser itself: a picture is given to it as data, a PDF for a separate frame,
 * whose type is set here. Chromium shows no PDF in a frame with the sandbox attribute.
 */
async function addressOf(address: string, isPicture: boolean): Promise<string> {
  const answer = await send(address);
  if (!answer.ok) throw new Error(`${answer.status}: ${answer.statusText}`);
  const content = await answer.blob();
  if (!isPicture) return URL.createObjectURL(new Blob([content], { type: 'application/pdf' }));
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(content);
  return promise;
}
