import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { counted } from '#kernel/plural.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { refreshed } from '#platform/browser/refresh.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { SubmissionDocument, SubmissionDocumentKind, WayIn } from '../submissions.contract.ts';
import { unfiledOptions } from './submission-queries.ts';
import { type PendingUpload, useUploads } from './uploads.ts';

const NONE: readonly SubmissionDocument[] = [];

/** Only photos may be several. */
export const isSingle = (kind: SubmissionDocumentKind) => kind !== 'photo';

export interface DocumentUploadsOptions {
  wayIn: WayIn;
  /**
   * Documents of a rejected submission that are submitted another time with this form. Removing one only leaves it out;
   * the earlier submission still has it.
   */
  carriedOver?: readonly SubmissionDocument[];
  /** Ids of those that were left out; stored by the form with its draft. */
  leftOut?: readonly string[];
  onLeaveOut?: (documentId: string) => void;
}

/** The documents of one form, with the commands on them. Made by `useDocumentUploads`, shown by `DocumentsField`. */
export interface DocumentUploads {
  wayIn: WayIn;
  /** All that would be submitted now, in the order of their upload. */
  documents: readonly SubmissionDocument[];
  /** Of those in which no virus was found. */
  usableKinds: readonly SubmissionDocumentKind[];
  pending: readonly PendingUpload[];
  /** Latest screen-reader message per kind. */
  announcements: Partial<Record<SubmissionDocumentKind, string>>;
  isLoading: boolean;
  /** Error of loading the uploaded documents. */
  loadError: string | null;
  reload(): void;
  /** Files are being sent: submitting now would leave them behind. */
  isSending: boolean;
  isCarriedOver(document: SubmissionDocument): boolean;
  /** Sends files immediately; where a kind has one document, the new one takes its place once it has arrived. */
  add(kind: SubmissionDocumentKind, files: readonly File[]): void;
  retry(upload: PendingUpload): void;
  cancel(upload: PendingUpload): void;
  /** Rejects when the server refuses. */
  remove(document: SubmissionDocument): Promise<void>;
  /** Records the date on a document, as "2026-09-30", or that there is none. Rejects when the server refuses. */
  date(document: SubmissionDocument, dated: string | null): Promise<void>;
  /** Resolves when everything that was changed is recorded; await it before submitting. */
  finished(): Promise<void>;
}

/**
 * The documents of a submission form. They are on the server from the moment they are chosen, so a reload or another
 * device finds them again.
 *
 * ```tsx
 * const uploads = useDocumentUploads({ wayIn: 'wizard' });
 * <DocumentsField uploads={uploads} kind="deed" badge="Required" />
 * <DocumentsField uploads={uploads} kind="photo" />            // several files
 *
 * // The step is complete by its stored documents, and submits once no upload is running:
 * missingDocumentsText('wizard', uploads.usableKinds) === null && !uploads.isSending
 * await uploads.finished();
 * submit({ ..., documentIds: uploads.documents.map(({ id }) => id) });
 * ```
 */
export function useDocumentUploads(options: DocumentUploadsOptions): DocumentUploads {
  const { wayIn, carriedOver = NONE, leftOut = [], onLeaveOut } = options;
  const client = useQueryClient();
  const { queryKey } = unfiledOptions(wayIn);
  const list = useQuery(unfiledOptions(wayIn));
  const [announcements, setAnnouncements] = useState<DocumentUploads['announcements']>({});
  const underway = useRef(new Set<Promise<unknown>>());
  const removing = useMutation(trpc.submissions.removeDocument.mutationOptions());
  const dating = useMutation(trpc.submissions.dateDocument.mutationOptions());

  const say = (kind: SubmissionDocumentKind, text: string) =>
    setAnnouncements((all) => ({ ...all, [kind]: text }));
  const show = (change: (before: readonly SubmissionDocument[]) => SubmissionDocument[]) =>
    client.setQueryData(queryKey, (before) => before && change(before));
  const isCarriedOver = ({ id }: SubmissionDocument) => carriedOver.some((one) => one.id === id);

  function track<Value>(work: Promise<Value>): Promise<Value> {
    underway.current.add(work);
    return work.finally(() => underway.current.delete(work));
  }

  async function remove(document: SubmissionDocument) {
    if (isCarriedOver(document)) onLeaveOut?.(document.id);
    else {
      await track(removing.mutateAsync({ documentId: document.id }));
      show((before) => before.filter(({ id }) => id !== document.id));
    }
    say(document.kind, `${document.file.name} was removed.`);
  }

  const { uploads: pending, ...sending } = useUploads({ wayIn, submissionId: null }, async (document) => {
    show((before) => [...before.filter((one) => one.id !== document.id), document]);
    if (isSingle(document.kind)) await removeOthers(document);
    say(document.kind, `${document.file.name} was uploaded.`);
  });

  /** The documents on the server now, so that a file whose answer was lost goes too. */
  async function removeOthers({ id, kind }: SubmissionDocument) {
    await refreshed();
    const all = [...stillCarriedOver(), ...(client.getQueryData(queryKey) ?? NONE)];
    const others = all.filter((one) => one.kind === kind && one.id !== id);
    for (const other of others) await remove(other).catch(() => undefined);
  }

  const stillCarriedOver = () => carriedOver.filter(({ id }) => !leftOut.includes(id));
  const documents = [...stillCarriedOver(), ...(list.data ?? NONE)];
  return {
    wayIn,
    documents,
    usableKinds: documents.filter(({ isInfected }) => !isInfected).map(({ kind }) => kind),
    pending,
    announcements,
    isLoading: list.isPending,
    loadError: list.data || !list.error ? null : messageOf(list.error),
    reload: () => void list.refetch(),
    isSending: pending.some(({ status }) => status !== 'failed'),
    isCarriedOver,
    add(kind, files) {
      const added = sending.add(kind, isSingle(kind) ? files.slice(0, 1) : files);
      const failed = added.find(({ error }) => error !== null);
      if (!failed) say(kind, `Uploading ${nameOf(files)}.`);
    },
    retry: ({ id, kind, file }) => {
      sending.retry(id);
      say(kind, `Uploading ${file.name}.`);
    },
    cancel: ({ id, kind, file }) => {
      sending.drop(id);
      say(kind, `${file.name} was not uploaded.`);
    },
    remove,
    async date({ id }, dated) {
      const document = await track(dating.mutateAsync({ documentId: id, dated }));
      show((before) => before.map((one) => (one.id === id ? document : one)));
    },
    async finished() {
      await Promise.allSettled(underway.current);
      await refreshed();
    },
  };
}

const nameOf = (files: readonly File[]) =>
  files.length === 1 ? files[0]?.name : counted(files.length, 'file');
