import { useQueryClient } from '@tanstack/react-query';
import { UploadField } from '#features/files/client/index.ts';
import { trpcClient } from '#platform/browser/trpc.ts';
import type { KycApplication, KycDocumentKind } from '../kyc.contract.ts';
import { applicationOptions } from './kyc-queries.ts';
import { documentTexts } from './kyc-texts.ts';

export const documentAddress = (fileId: string) => `/api/kyc/files/${fileId}`;

interface DocumentFieldProps {
  kind: KycDocumentKind;
  application: KycApplication;
  optional?: boolean;
}

export function DocumentField({ kind, application, optional = false }: DocumentFieldProps) {
  const queryClient = useQueryClient();
  const file = application.documents[kind];

  /** Updates only this document, because another upload may have finished since the server wrote its answer. */
  function show({ status, documents }: KycApplication) {
    queryClient.setQueryData(
      applicationOptions().queryKey,
      (before) =>
        before && { ...before, status, documents: { ...before.documents, [kind]: documents[kind] } },
    );
  }

  return (
    <UploadField<KycApplication>
      {...documentTexts[kind]}
      optional={optional}
      address={{ slice: 'kyc', path: `/api/kyc/documents/${kind}` }}
      file={file && { ...file, href: documentAddress(file.id) }}
      onDone={show}
      onRemove={async () => show(await trpcClient.kyc.removeDocument.mutate({ kind }))}
    />
  );
}
