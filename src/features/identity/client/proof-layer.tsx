import { useEffect } from 'react';
import { proveWith } from '#platform/browser/trpc.ts';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import { askForProof, useAskedProof } from './proof.ts';

const ProofDialog = dialogOnDemand(async () => (await import('./proof-dialog.tsx')).ProofDialog);

/** Stands once in the shell; asks for a proof of identity wherever the server wants one. */
export function ProofLayer() {
  const asked = useAskedProof();
  useEffect(() => proveWith(askForProof), []);
  if (!asked) return null;
  return <ProofDialog onProven={() => asked.answer(true)} onClose={() => asked.answer(false)} />;
}
