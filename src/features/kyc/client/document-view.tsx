import { useQuery } from '@tanstack/react-query';
import { Download, Eye } from 'lucide-react';
import { useState } from 'react';
import type { StoredFile } from '#features/files/files.contract.ts';
import { formatFileSize } from '#kernel/file-size.ts';
import { send } from '#platform/browser/trpc.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import { documentAddress } from './document-field.tsx';

/** A document of an application: a picture is shown here, and everything can be downloaded. */
export function DocumentView({ label, file }: { label: string; file: StoredFile | null }) {
  const [shown, setShown] = useState(false);
  return (
    <div>
      <h3 className="font-semibold">{label}</h3>
      {file === null ? (
        <p className="text-muted">Not uploaded</p>
      ) : (
        <>
          <p className="text-sm text-muted wrap-anywhere">
            {file.name}, {formatFileSize(file.size)}
          </p>
          <div className="mt-2 flex flex-wrap gap-2.5">
            {file.mediaType === 'image/jpeg' && (
              <Button variant="secondary" aria-label={`View ${label}`} onClick={() => setShown(true)}>
                <Eye size={18} aria-hidden="true" />
                View
              </Button>
            )}
            <a
              href={documentAddress(file.id)}
              download
              aria-label={`Download ${label}`}
              className={buttonClass({ variant: 'secondary' })}
            >
              <Download size={18} aria-hidden="true" />
              Download
            </a>
          </div>
          {shown && <PictureDialog label={label} file={file} onClose={() => setShown(false)} />}
        </>
      )}
    </div>
  );
}

function PictureDialog({ label, file, onClose }: { label: string; file: StoredFile; onClose: () => void }) {
  const picture = useQuery({
    queryKey: ['kyc.picture', file.id],
    queryFn: () => dataAddressOf(documentAddress(file.id)),
    // Frees the memory of a document that is no longer shown.
    gcTime: 0,
  });
  return (
    <Dialog open onClose={onClose} title={label} description={file.name} size="large">
      {picture.data ? (
        <img src={picture.data} alt={`${label}, as it was uploaded`} className="mx-auto max-h-[70dvh]" />
      ) : picture.error ? (
        <RetryAlert onRetry={() => void picture.refetch()}>The picture could not be loaded.</RetryAlert>
      ) : (
        <SkeletonRegion label="Loading the picture">
          <Skeleton className="h-72" />
        </SkeletonRegion>
      )}
    </Dialog>
  );
}

/** Downloads are never shown by the browser itself, so a picture is handed to it as data. */
async function dataAddressOf(address: string): Promise<string> {
  const answer = await send(address);
  if (!answer.ok) throw new Error(`${answer.status}: ${answer.statusText}`);
  const content = await answer.blob();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(content);
  return promise;
}
