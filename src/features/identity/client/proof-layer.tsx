import { lazy, Suspense } from 'react';
import { useAskedProof } from './proof.ts';

const ProofDialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }));

/** Stands once in the shell; shows the question that `withProof` asks. */
export function ProofLayer() {
  const asked = useAskedProof();
  return asked && <Suspense>{<ProofDialog onAnswer={asked.answer} />}</Suspense>;
}
