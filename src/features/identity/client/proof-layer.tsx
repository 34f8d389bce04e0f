import { dialogOnDemand } from '#ui/on-demand.tsx';
import { useAskedProof } from './proof.ts';

const ProofDialog = dialogOnDemand(async () => (await import('./proof-dialog.tsx')).ProofDialog);

/** Stands once in the shell; shows the question that `withProof` asks. */
export function ProofLayer() {
  const asked = useAskedProof();
  if (!asked) return null;
  return <ProofDialog onProven={() => asked.answer(true)} onClose={() => asked.answer(false)} />;
}
