import { useState } from 'react';
import { formatDate } from '#kernel/time.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextareaField } from '#ui/textarea-field.tsx';
import { showToast } from '#ui/toast.ts';
import type { ReviewedSubmission } from '../submissions.contract.ts';

/** Questions to the owner with their answers, and the field for the next one. */
export function ReviewThread({ submission }: { submission: ReviewedSubmission }) {
  const { messages, status, mayDecide } = submission;
  const canAsk = status === 'pending' && mayDecide;
  return (
    <Card title="Questions">
      {messages.length === 0 && <p className="text-muted">No questions yet.</p>}
      <ol className="grid gap-4">
        {messages.map(({ id, kind, author, body, at }) => (
          <li key={id} className={kind === 'answer' ? 'border-s-2 border-primary ps-3' : undefined}>
            <p className="text-sm text-muted">
              {author}, <time dateTime={at}>{formatDate(at)}</time>
            </p>
            <p className="whitespace-pre-line wrap-anywhere">{body}</p>
          </li>
        ))}
      </ol>
      {canAsk && <AskForm submission={submission} />}
    </Card>
  );
}

function AskForm({ submission: { id: submissionId, owner } }: { submission: ReviewedSubmission }) {
  const [body, setBody] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { run, busy, errorText } = useCommand(trpc.submissions.ask.mutationOptions(), {
    keyed: true,
    onDone() {
      setBody('');
      showToast({ title: 'Question sent', description: `${owner.name} was notified.` });
    },
  });
  return (
    <form
      noValidate
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setIsMissing(body.trim() === '');
        if (body.trim() !== '') void run({ submissionId, body });
      }}
    >
      <TextareaField
        label="Question to the owner"
        hint="The promised date is paused until the owner answers."
        rows={3}
        maxLength={2_000}
        value={body}
        error={isMissing ? 'Write a question' : undefined}
        onChange={({ target }) => {
          setBody(target.value);
          setIsMissing(false);
        }}
      />
      {errorText && <Alert tone="danger">{errorText}</Alert>}
      <Button type="submit" variant="secondary" className="justify-self-start" busy={busy} busyText="Sending">
        Ask
      </Button>
    </form>
  );
}
