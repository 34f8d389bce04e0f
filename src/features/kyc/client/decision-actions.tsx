import { useState } from 'react';
import { fullName } from '#kernel/person.ts';
import { Button } from '#ui/button.tsx';
import type { KycDecisionKind, ReviewedApplication } from '../kyc.contract.ts';
import { ApproveDialog, AskDialog, RejectDialog } from './decision-dialogs.tsx';
import { statusLabel } from './kyc-texts.ts';
import { useDecide } from './use-decide.ts';

const dialogs = { approved: ApproveDialog, rejected: RejectDialog, requires_additional_info: AskDialog };

/** The actions of a reviewer on an application; each needs a confirmation. */
export function DecisionActions({ application }: { application: ReviewedApplication }) {
  const [asked, setAsked] = useState<KycDecisionKind | null>(null);
  const { status, mayDecide } = application;
  if (status !== 'under_review' && asked === null) {
    return <p>{`There is nothing to decide. Status: ${statusLabel[status].text}.`}</p>;
  }
  if (!mayDecide) return <p>This is your own application. Someone else has to review it.</p>;
  return <Decisions application={application} asked={asked} onAsk={setAsked} />;
}

interface DecisionsProps {
  application: ReviewedApplication;
  asked: KycDecisionKind | null;
  onAsk: (asked: KycDecisionKind | null) => void;
}

/** Begins again, with the application of that time, whenever there is something to decide. */
function Decisions({ application, asked, onAsk }: DecisionsProps) {
  const { decide, busy, failure, clearFailure } = useDecide(application);
  const { personal } = application;
  const Asked = asked && dialogs[asked];

  function ask(decision: KycDecisionKind | null) {
    clearFailure();
    onAsk(decision);
  }

  return (
    <>
      <p className="text-muted">
        The applicant is notified of your decision and sees exactly what you write.
      </p>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button onClick={() => ask('approved')}>Approve</Button>
        <Button variant="secondary" onClick={() => ask('requires_additional_info')}>
          Request information
        </Button>
        <Button variant="danger" onClick={() => ask('rejected')}>
          Reject
        </Button>
      </div>
      {Asked && (
        <Asked
          name={fullName(personal)}
          busy={busy}
          failure={failure}
          onClose={() => ask(null)}
          onConfirm={async (decision) => {
            if (await decide(decision)) ask(null);
          }}
        />
      )}
    </>
  );
}
