import { useState } from 'react';
import { ProtectedDialog, WaitingApproval } from '#features/approvals/client/index.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast.ts';
import { DOWNLOAD_HOURS } from '../registers.rules.ts';

/** Asks for the register of a property's holders. */
export function RegisterButton({ property }: { property: { id: number; name: string } }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <WaitingApproval commands={['registers.releaseRegister']} subject={`property:${property.id}`} />
      <Button
        size="small"
        variant="quiet"
        aria-label={`Export register of ${property.name}`}
        onClick={() => setAsking(true)}
      >
        Export register
      </Button>
      {asking && <ReleaseDialog property={property} onClose={() => setAsking(false)} />}
    </>
  );
}

interface ReleaseDialogProps {
  property: { id: number; name: string };
  onClose: () => void;
}

function ReleaseDialog({ property: { id, name }, onClose }: ReleaseDialogProps) {
  const release = useCommand(trpc.registers.releaseRegister.mutationOptions(), {
    onDone() {
      onClose();
      showToast({ title: 'Register released', description: 'Download it under Registers.' });
    },
  });
  return (
    <ProtectedDialog
      command="registers.releaseRegister"
      input={{ propertyId: id }}
      direct={release}
      onClose={onClose}
      onConfirm={(purpose) => void release.run({ propertyId: id, purpose })}
      reasonField="purpose"
      reasonHint="Say what the register is needed for. It is recorded in the audit log."
      title={`Export the register of ${name}?`}
      description={`It lists every shareholder’s legal name, email and shares at the time of release, and can be downloaded under Registers for ${DOWNLOAD_HOURS} hours.`}
      confirmLabel="Release register"
    />
  );
}
