import type { FieldIssue } from '#kernel/errors.ts';
import { mutationEnded, send } from './trpc.ts';

/** Time limit of the largest file. */
export const SENT_WITHIN_MS = 5 * 60_000;

interface RefusalBody {
  code?: string;
  message?: string;
  issues?: readonly FieldIssue[];
}

/** A file that was not taken, readable as every other refusal is. */
export class FileRefused extends Error {
  readonly data: { httpStatus: number; domainCode?: string; issues?: readonly FieldIssue[] };
  readonly shape: { message: string } | null;

  constructor(httpStatus: number, { code, message, issues }: RefusalBody) {
    super(`${httpStatus}: ${message ?? ''}`);
    this.name = 'FileRefused';
    this.data = {
      httpStatus,
      ...(code !== undefined && { domainCode: code }),
      ...(issues !== undefined && { issues }),
    };
    this.shape = message === undefined ? null : { message };
  }
}

/** Sends a file of a slice as the body of a REST path, with its facts in the address; returns the server's answer. */
export async function sendFile<Answer>(
  slice: string,
  path: string,
  facts: Record<string, string>,
  file: File,
): Promise<Answer> {
  const answer = await send(`${path}?${new URLSearchParams(facts)}`, {
    method: 'POST',
    body: file,
    headers: { 'x-file-name': encodeURIComponent(file.name) },
    credentials: 'same-origin',
    signal: AbortSignal.timeout(SENT_WITHIN_MS),
  });
  const header = (name: string) => answer.headers.get(name);
  if (answer.ok) {
    mutationEnded({ slice, header });
    return answer.json();
  }
  const body: RefusalBody = await answer.json().catch(() => ({}));
  const error = new FileRefused(answer.status, body);
  mutationEnded({ slice, header, error });
  throw error;
}
