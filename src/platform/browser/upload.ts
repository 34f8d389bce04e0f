import { useCallback, useEffect, useRef, useState } from 'react';
import { reportRequestError } from './query-client.ts';
import { FileRefused, SENT_WITHIN_MS, sendFile } from './send-file.ts';
import { invalidatePosition, isInProcess, mutationEnded } from './trpc.ts';

function jsonOf(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** The REST path that takes the file, and the slice that it belongs to. */
export interface UploadAddress {
  slice: string;
  path: string;
  /** Facts about the file, sent in the query string. */
  facts?: Record<string, string>;
}

export interface UploadOptions {
  /** Aborts uploads that are still running. */
  signal: AbortSignal;
  /** Called with the part that has been sent, from 0 to 1. */
  onProgress: (part: number) => void;
}

/**
 * Sends a file as the body of a REST path. `fetch` cannot tell how much of a body has been sent, so this is older.
 * @throws FileRefused, or an Error without a status when nobody answered
 */
export function uploadFile<Answer>(
  { slice, path, facts = {} }: UploadAddress,
  file: File,
  { signal, onProgress }: UploadOptions,
): Promise<Answer> {
  if (isInProcess()) return sendFile(slice, path, facts, file);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = new XMLHttpRequest();
  const query = new URLSearchParams(facts).toString();
  request.open('POST', query === '' ? path : `${path}?${query}`);
  request.setRequestHeader('x-file-name', encodeURIComponent(file.name));
  request.timeout = SENT_WITHIN_MS;
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () => {
    const answer = jsonOf(request.responseText);
    const refusal = request.status < 300 ? undefined : new FileRefused(request.status, answer);
    mutationEnded({ slice, header: (name) => request.getResponseHeader(name), error: refusal });
    if (refusal) reject(refusal);
    else resolve(answer);
  };
  const unanswered = () => {
    invalidatePosition();
    reject(new Error('The server did not respond to the upload.'));
  };
  request.onerror = unanswered;
  request.ontimeout = unanswered;
  request.onabort = unanswered;
  signal.addEventListener('abort', () => request.abort());
  request.send(file);
  return promise;
}

export interface Upload {
  /** The part that has been sent, from 0 to 1; null when nothing is being sent. */
  progress: number | null;
  /** Sends a file, in place of one that is still being sent. */
  start: (file: File) => Promise<void>;
  cancel: () => void;
}

/** Sends files to a REST path, one at a time; leaving the page aborts the rest. */
export function useUpload<Answer>(
  address: UploadAddress,
  handlers: { onDone: (answer: Answer) => void; onFailed: (error: unknown) => void },
): Upload {
  const [progress, setProgress] = useState<number | null>(null);
  const current = useRef<AbortController | null>(null);
  const cancel = useCallback(() => {
    current.current?.abort();
    current.current = null;
    setProgress(null);
  }, []);
  useEffect(() => () => current.current?.abort(), []);

  async function start(file: File) {
    cancel();
    const sending = new AbortController();
    current.current = sending;
    const { signal } = sending;
    setProgress(0);
    try {
      const answer = await uploadFile<Answer>(address, file, { signal, onProgress: setProgress });
      if (!signal.aborted) handlers.onDone(answer);
    } catch (error) {
      if (signal.aborted) return;
      reportRequestError(error);
      handlers.onFailed(error);
    } finally {
      if (current.current === sending) cancel();
    }
  }

  return { progress, start, cancel };
}
