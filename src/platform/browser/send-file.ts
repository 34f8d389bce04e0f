import type { FieldIssue } from '#kernel/errors.ts';
import { send } from './trpc.ts';

/** How long the largest file may take. */
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

/** Sends a file as the body of a REST path, with what is said of it in the address; answers what the server answers. */
export async function sendFile<Answer>(
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
  if (answer.ok) return answer.json();
  const body: RefusalBody = await answer.json().catch(() => ({}));
  throw new FileRefused(answer.status, body);
}
