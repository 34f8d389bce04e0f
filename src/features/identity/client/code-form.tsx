import { type FormEvent, useState } from 'react';
import { codeOf, messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Button } from '#ui/button.tsx';
import { useProblemFocus } from '#ui/use-problem-focus.ts';
import type { User } from '../identity.contract.ts';
import { CodeField } from './code-field.tsx';

interface CodeFormProps {
  onSignedIn: (user: User) => void;
  /** The first step is too long ago, or the person wants to begin again. */
  onStartAgain: (reason: string | null) => void;
}

/** The second step of a sign-in. */
export function CodeForm({ onSignedIn, onStartAgain }: CodeFormProps) {
  const [form, focusProblem] = useProblemFocus();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = useCommand(trpc.identity.confirmSignIn.mutationOptions(), {
    onDone: onSignedIn,
    onFailed(error) {
      if (codeOf(error) === 'SIGN_IN_EXPIRED') onStartAgain(messageOf(error));
      else refuse(codeOf(error) === 'MALFORMED' ? 'Enter the code.' : messageOf(error));
    },
  });
  function refuse(text: string) {
    setProblem(text);
    focusProblem();
  }
  function send(event: FormEvent) {
    event.preventDefault();
    if (code.trim() === '') refuse('Enter the code.');
    else void confirm.run({ code });
  }
  return (
    <form ref={form} noValidate className="grid gap-5" onSubmit={send}>
      <CodeField
        value={code}
        autoFocus
        error={problem ?? undefined}
        onChange={(event) => {
          setCode(event.target.value);
          setProblem(null);
        }}
      />
      <Button type="submit" size="large" wide busy={confirm.busy} busyText="Checking the code">
        Sign in
      </Button>
      <Button variant="quiet" onClick={() => onStartAgain(null)}>
        Start again
      </Button>
    </form>
  );
}
