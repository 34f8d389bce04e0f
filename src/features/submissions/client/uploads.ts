import { useCallback, useEffect, useRef, useState } from 'react';
import { newId } from '#kernel/ids.ts';
import { messageOf, statusOf } from '#platform/browser/errors.ts';
import { reportRequestError } from '#platform/browser/query-client.ts';
import { uploadFile } from '#platform/browser/upload.ts';
import type { SubmissionDocument, SubmissionDocumentKind, WayIn } from '../submissions.contract.ts';
import { acceptedFiles, refuseDocument } from '../submissions.rules.ts';

/** A chosen file on its way to the server. */
export interface PendingUpload {
  id: string;
  kind: SubmissionDocumentKind;
  file: File;
  status: 'waiting' | 'sending' | 'failed';
  /** The part that has been sent, from 0 to 1. */
  progress: number;
  /** Why it failed. */
  error: string | null;
  /** Whether the same file may go through another time. */
  canRetry: boolean;
}

interface UploadTarget {
  wayIn: WayIn;
  /** The pending submission that files are added to; null for the form that is being filled in. */
  submissionId: string | null;
}

/** The server accepts four at once from one person, who may have a second tab. */
const MAX_RUNNING_UPLOADS = 2;

/** Whether the failure may pass: no answer, or a server that is unavailable for now. */
function isPassing(error: unknown): boolean {
  const status = statusOf(error);
  return status === null || status === 401 || status === 429 || status >= 500;
}

/**
 * Sends chosen files, two at a time in the order chosen. Leaving the page aborts running uploads.
 * @param onDone called with the server's answer for a file, before its upload leaves the list
 */
export function useUploads(
  { wayIn, submissionId }: UploadTarget,
  onDone: (document: SubmissionDocument, upload: PendingUpload) => Promise<void>,
) {
  const [uploads, setUploads] = useState<readonly PendingUpload[]>([]);
  const sending = useRef(new Map<string, AbortController>());
  const latestDone = useRef(onDone);
  latestDone.current = onDone;

  const change = useCallback(
    (id: string, set: Partial<PendingUpload>) =>
      setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...set } : one))),
    [],
  );
  const drop = useCallback((id: string) => {
    sending.current.get(id)?.abort();
    setUploads((all) => all.filter((one) => one.id !== id));
  }, []);

  const send = useCallback(
    async (upload: PendingUpload) => {
      const { id, kind, file } = upload;
      const control = new AbortController();
      sending.current.set(id, control);
      change(id, { status: 'sending', progress: 0, error: null });
      const facts = { wayIn, kind, uploadId: id, ...(submissionId && { submissionId }) };
      try {
        const document = await uploadFile<SubmissionDocument>(
          { slice: 'submissions', path: '/api/submission-documents', facts },
          file,
          { signal: control.signal, onProgress: (progress) => change(id, { progress }) },
        );
        await latestDone.current(document, upload);
        drop(id);
      } catch (error) {
        if (control.signal.aborted) return;
        reportRequestError(error);
        change(id, { status: 'failed', error: messageOf(error), canRetry: isPassing(error) });
      } finally {
        sending.current.delete(id);
        setUploads((all) => [...all]);
      }
    },
    [wayIn, submissionId, change, drop],
  );

  useEffect(() => {
    const free = MAX_RUNNING_UPLOADS - sending.current.size;
    const next = uploads.filter(({ id, status }) => status === 'waiting' && !sending.current.has(id));
    for (const upload of next.slice(0, Math.max(0, free))) void send(upload);
  }, [uploads, send]);

  useEffect(() => {
    const controls = sending.current;
    return () => {
      for (const control of controls.values()) control.abort();
    };
  }, []);

  /** @returns the uploads of these files, those that are refused immediately included */
  function add(kind: SubmissionDocumentKind, files: readonly File[]): readonly PendingUpload[] {
    const accepted = acceptedFiles(wayIn, kind);
    const added = files.map((file): PendingUpload => {
      const error = refuseDocument(accepted, file);
      const status = error === null ? 'waiting' : 'failed';
      return { id: newId(), kind, file, status, progress: 0, error, canRetry: false };
    });
    // The next choice replaces uploads that failed.
    setUploads((all) => [...all.filter((one) => one.kind !== kind || one.status !== 'failed'), ...added]);
    return added;
  }

  const retry = (id: string) => change(id, { status: 'waiting', error: null, progress: 0 });
  return { uploads, add, retry, drop };
}
