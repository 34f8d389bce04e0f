import { type FormEvent, useState } from 'react';
import { useDraft } from '#platform/browser/draft.ts';
import { formatMoment } from '#platform/browser/moment.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { joinClasses } from '#ui/classes.ts';
import { TextareaField } from '#ui/textarea-field.tsx';
import { showToast } from '#ui/toast.ts';
import type { OwnSubmission } from '../submissions.contract.ts';
import { AddDocuments } from './add-documents.tsx';

type Message = OwnSubmission['messages'][number];

/** Questions of reviewers and the owner's answers; nothing while nobody has asked. */
export function OwnThread({ submission }: { submission: OwnSubmission }) {
  const { messages, pausedAt } = submission;
  if (messages.length === 0) return null;
  return (
    <Card title="Questions and answers">
      <ol className="grid gap-3">
        {messages.map((message) => (
          <ThreadMessage key={message.id} message={message} />
        ))}
      </ol>
      {pausedAt !== null && <AnswerForm submission={submission} />}
    </Card>
  );
}

function ThreadMessage({ message: { kind, author, body, at } }: { message: Message }) {
  const isAnswer = kind === 'answer';
  return (
    <li
      className={joinClasses(
        'rounded-box border border-line p-4',
        isAnswer ? 'bg-positive-soft sm:ms-10' : 'bg-paper sm:me-10',
      )}
    >
      <p className="text-sm text-muted">
        <span className="font-semibold text-ink">{isAnswer ? 'You' : author}</span>{' '}
        {isAnswer ? 'answered' : 'asked'}, <time dateTime={at}>{formatMoment(at)}</time>
      </p>
      <p className="mt-1.5 text-[0.9375rem] whitespace-pre-line wrap-anywhere">{body}</p>
    </li>
  );
}

function AnswerForm({ submission }: { submission: OwnSubmission }) {
  const draft = useDraft<{ body: string }>(`submission.answer.${submission.id}`);
  const [body, setBody] = useState(draft.initial?.body ?? '');
  const [isMissing, setIsMissing] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const command = useCommand(trpc.submissions.answer.mutationOptions(), {
    keyed: true,
    // The same words may answer the next question.
    intent: submission.pausedAt ?? '',
    onDone() {
      draft.clear();
      showToast({ title: 'Answer sent', description: 'The review continues.' });
    },
  });

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsMissing(body.trim() === '');
    if (body.trim() === '') event.currentTarget.querySelector('textarea')?.focus();
    else if (!isSending) void command.run({ submissionId: submission.id, body });
  }

  return (
    <form noValidate onSubmit={send} className="mt-5 grid gap-4 border-t border-line pt-5">
      <TextareaField
        label="Your answer"
        name="body"
        required
        rows={4}
        maxLength={2_000}
        value={body}
        error={isMissing ? 'Write an answer' : command.errorText}
        onChange={({ target }) => {
          setBody(target.value);
          setIsMissing(false);
          draft.save({ body: target.value });
        }}
      />
      <AddDocuments submission={submission} onSending={setIsSending} />
      <div className="flex flex-wrap items-center justify-end gap-3">
        {isSending && <p className="text-sm text-muted">Wait until the files have uploaded.</p>}
        <Button type="submit" busy={command.busy} busyText="Sending" disabled={isSending}>
          Send answer
        </Button>
      </div>
    </form>
  );
}
