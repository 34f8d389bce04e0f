import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MailCheck, MailQuestion } from 'lucide-react';
import { messageOf } from '#platform/browser/errors.ts';
import { meQueryOptions, useUser } from '#platform/browser/session.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { OpenedMailLink, type ReadyLink } from './mail-link.tsx';
import { MailPage } from './mail-page.tsx';

/** Where the link leads that confirms an address: only its button does, because mail filters open links too. */
export function ConfirmEmailScreen({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const confirm = useMutation(
    trpc.identity.confirmEmail.mutationOptions({
      onSuccess: () => {
        void queryClient.invalidateQueries({ queryKey: meQueryOptions().queryKey });
        void queryClient.invalidateQueries(trpc.identity.signInMethods.queryFilter());
      },
    }),
  );
  if (confirm.data) return <Confirmed {...confirm.data} />;
  return (
    <OpenedMailLink token={token} purposes={['confirm_email', 'change_email']}>
      {(link) => (
        <Question
          link={link}
          onConfirm={() => confirm.mutate({ token })}
          busy={confirm.isPending}
          error={confirm.error ? messageOf(confirm.error) : null}
        />
      )}
    </OpenedMailLink>
  );
}

interface QuestionProps {
  link: ReadyLink;
  onConfirm: () => void;
  busy: boolean;
  error: string | null;
}

function Question({ link: { email, name, purpose }, onConfirm, busy, error }: QuestionProps) {
  const changes = purpose === 'change_email';
  return (
    <MailPage
      icon={MailQuestion}
      title={changes ? 'Use this email?' : 'Is this your email?'}
      text={
        <p>
          The account of <span className="font-semibold text-ink">{name}</span>{' '}
          {changes ? 'is to have' : 'signed up with'}{' '}
          <span className="font-semibold wrap-anywhere text-ink">{email}</span>. If that is not you, close
          this page; nothing changes.
        </p>
      }
    >
      {error && (
        <Alert tone="danger" className="mb-4">
          {error}
        </Alert>
      )}
      <Button size="large" wide onClick={onConfirm} busy={busy} busyText="Confirming">
        {changes ? 'Use this email' : 'Confirm this email'}
      </Button>
    </MailPage>
  );
}

function Confirmed({ email, changed }: { email: string; changed: boolean }) {
  const { status } = useUser();
  return (
    <MailPage
      icon={MailCheck}
      title={changed ? 'Your email is changed' : 'Your email is confirmed'}
      text={
        <p role="status">
          <span className="font-semibold wrap-anywhere text-ink">{email}</span> belongs to your account now.
        </p>
      }
    >
      {status === 'signedIn' ? (
        <Link to="/" className={buttonClass({ size: 'large', wide: true })}>
          Go on
        </Link>
      ) : (
        <Link to="/login" className={buttonClass({ size: 'large', wide: true })}>
          Sign in
        </Link>
      )}
    </MailPage>
  );
}
