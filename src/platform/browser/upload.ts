import { useCallback, useEffect, useRef, useState } from 'react';
import { FileRefused, SENT_WITHIN_MS, sendFile } from './send-file.ts';
import { answersHere } from './trpc.ts';

function jsonOf(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

interface Uploading {
  signal: AbortSignal;
  /** Told the part that has been sent, from 0 to 1. */
  onProgress: (part: number) => void;
}

/** Sends a file as the body of a REST path. `fetch` cannot tell how much of a body has been sent, so this is older. */
function uploadFile<Answer>(path: string, file: File, { signal, onProgress }: Uploading): Promise<Answer> {
  if (answersHere()) return sendFile(path, {}, file);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = new XMLHttpRequest();
  request.open('POST', path);
  request.setRequestHeader('x-file-name', encodeURIComponent(file.name));
  request.timeout = SENT_WITHIN_MS;
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () => {
    const answer = jsonOf(request.responseText);
    if (request.status < 300) resolve(answer);
    else reject(new FileRefused(request.status, answer));
  };
  const unanswered = () => reject(new Error('The upload was not answered.'));
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

/** Sends files to a REST path, one at a time; leaving the page gives up what is still being sent. */
export function useUpload<Answer>(
  path: string,
  told: { onDone: (answer: Answer) => void; onFailed: (error: unknown) => void },
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
      const answer = await uploadFile<Answer>(path, file, { signal, onProgress: setProgress });
      if (!signal.aborted) told.onDone(answer);
    } catch (error) {
      if (!signal.aborted) told.onFailed(error);
    } finally {
      if (current.current === sending) cancel();
    }
  }

  return { progress, start, cancel };
}
