import { useState } from 'react';
import { ProtectedDialog, useWaitingRequest, WaitingApproval } from '#features/approvals/client/index.ts';
import { type Cents, formatUsdExact } from '#kernel/money.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Button } from '#ui/button.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { showToast } from '#ui/toast.ts';

interface MortgagedProperty {
  id: number;
  name: string;
  ownedByViewer: boolean;
  lenderWaitingCents: Cents;
}

/** The lender payment of a property until it is paid. */
export function LenderPayment({ property, onPay }: { property: MortgagedProperty; onPay: () => void }) {
  const { id, name, lenderWaitingCents, ownedByViewer } = property;
  const approval = { commands: ['offerings.payLender'], subject: `property:${id}` };
  const isRequested = useWaitingRequest(approval) !== undefined;
  if (lenderWaitingCents === 0) return null;
  return (
    <div className="grid justify-items-start gap-1 text-start text-sm sm:max-w-56">
      <p className="text-muted">{formatUsdExact(lenderWaitingCents)} owed to the mortgage lender</p>
      <WaitingApproval {...approval} />
      {!ownedByViewer && !isRequested && (
        <Button
          size="small"
          variant="quiet"
          className="-ms-3"
          aria-label={`Pay the lender of ${name}`}
          onClick={onPay}
        >
          Pay lender
        </Button>
      )}
    </div>
  );
}

/** Asks for the reference of the bank transfer, then for the confirmation of one or two admins. */
export function LenderPaymentDialogs({
  property,
  onClose,
}: {
  property: MortgagedProperty;
  onClose: () => void;
}) {
  const [reference, setReference] = useState<string | null>(null);
  const { id, name, lenderWaitingCents: amountCents } = property;
  const amount = formatUsdExact(amountCents);
  const payment = useCommand(trpc.offerings.payLender.mutationOptions(), {
    keyed: true,
    onDone() {
      onClose();
      showToast({ title: 'Lender paid', description: `${amount} left the settlement account for ${name}.` });
    },
  });
  if (reference === null) {
    return (
      <ReasonDialog
        onClose={onClose}
        onConfirm={(text) => setReference(text.replaceAll(/\s+/g, ' '))}
        title={`Pay the lender of ${name}?`}
        description={`${amount} goes to the lender by bank transfer. Enter the reference of that transfer.`}
        confirmLabel="Continue"
        label="Reference of the bank transfer"
        hint="It is recorded in the audit log."
        missingText="Enter the reference of the bank transfer."
      />
    );
  }
  const input = { id, amountCents, reference };
  return (
    <ProtectedDialog
      command="offerings.payLender"
      input={input}
      direct={payment}
      onClose={onClose}
      onConfirm={() => void payment.run(input)}
      title={`Pay ${amount} to the lender of ${name}?`}
      description={`It leaves the settlement account under the reference “${reference}”, and the owner is notified.`}
      confirmLabel={`Pay ${amount}`}
      busyText="Paying"
    />
  );
}
