import { Link } from '@tanstack/react-router';
import { KeyRound, MailCheck, MailQuestion } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '#platform/browser/session.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { keepFocusNearby } from '#ui/return-focus.ts';
import type { ConfirmedEmail, Invitation } from '../mail-links.contract.ts';
import { OpenedMailLink, type ReadyLink } from './mail-link.tsx';
import { MailPage } from './mail-page.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

/** The page of the link that confirms an address. Only its button confirms, because mail filters open links too. */
export function ConfirmEmailScreen({ token }: { token: string }) {
  const [confirmed, setConfirmed] = useState<ConfirmedEmail | null>(null);
  const confirm = useCommand(trpc.identity.confirmEmail.mutationOptions(), {
    onDone(answer) {
      keepFocusNearby();
      setConfirmed(answer);
    },
  });
  const [chosen, setChosen] = useState(false);
  if (confirmed) {
    const { email, changed, newPasswordToken, invitation } = confirmed;
    return newPasswordToken !== null && !chosen ? (
      <FirstPassword
        token={newPasswordToken}
        email={email}
        invitation={invitation}
        onDone={() => {
          keepFocusNearby();
          setChosen(true);
        }}
      />
    ) : (
      <Confirmed email={email} changed={changed} />
    );
  }
  return (
    <OpenedMailLink token={token} purposes={['confirm_email', 'change_email']}>
      {(link) =>
        link.purpose === 'change_email' && !link.own ? (
          <SignInFirst email={link.email} />
        ) : (
          <Question
            link={link}
            onConfirm={() => void confirm.run({ token })}
            busy={confirm.busy}
            error={confirm.errorText}
          />
        )
      }
    </OpenedMailLink>
  );
}

interface QuestionProps {
  link: ReadyLink;
  onConfirm: () => void;
  busy: boolean;
  error: string | undefined;
}

function Question({ link, onConfirm, busy, error }: QuestionProps) {
  const changes = link.purpose === 'change_email';
  return (
    <MailPage
      icon={MailQuestion}
      title={changes ? 'Use this email?' : 'Is this your email?'}
      text={<QuestionText link={link} />}
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

function QuestionText({ link: { email, purpose, clearsAccount } }: { link: ReadyLink }) {
  const address = <span className="font-semibold wrap-anywhere text-ink">{email}</span>;
  if (purpose === 'change_email') return <p>From now on, {address} will be your account email.</p>;
  if (!clearsAccount) {
    return (
      <p>
        You signed up with {address}. This browser stays signed in. Any other browser is signed out, and any
        access tokens, passkeys and authenticator app added before now are removed.
      </p>
    );
  }
  return (
    <div className="grid gap-3">
      <p>Someone signed up with {address}. If it is not yours, close this page, and nothing will change.</p>
      <p>
        If you signed up in another browser, open the link there to stay signed in. If you continue here, you
        choose a new password next, and every sign-in method added earlier is removed.
      </p>
    </div>
  );
}

/** An account changes its address only where its owner is signed in. */
function SignInFirst({ email }: { email: string }) {
  return (
    <MailPage
      icon={MailQuestion}
      title="Sign in first"
      text={
        <p>
          An account asked to use <span className="font-semibold wrap-anywhere text-ink">{email}</span> as its
          email. Sign in to that account in this browser, then open the link in the email again. If you did
          not request this, close this page. Nothing changes.
        </p>
      }
    >
      <Link to="/login" className={buttonClass({ size: 'large', wide: true })}>
        Sign in
      </Link>
    </MailPage>
  );
}

interface FirstPasswordProps {
  token: string;
  email: string;
  invitation: Invitation | null;
  onDone: () => void;
}

function FirstPassword(props: FirstPasswordProps) {
  return (
    <MailPage
      icon={KeyRound}
      title="Choose your password"
      text={
        <p role="status">
          <span className="font-semibold wrap-anywhere text-ink">{props.email}</span> is confirmed. Enter your
          name and a new password to sign in with.
        </p>
      }
    >
      <NewPasswordForm {...props} opensAccount />
    </MailPage>
  );
}

function Confirmed({ email, changed }: { email: string; changed: boolean }) {
  const { status } = useUser();
  return (
    <MailPage
      icon={MailCheck}
      title={changed ? 'Your email was changed' : 'Your email is confirmed'}
      text={
        <p role="status">
          <span className="font-semibold wrap-anywhere text-ink">{email}</span> belongs to your account now.
        </p>
      }
    >
      {status === 'signedIn' ? (
        <Link to="/" className={buttonClass({ size: 'large', wide: true })}>
          Continue
        </Link>
      ) : (
        <Link to="/login" className={buttonClass({ size: 'large', wide: true })}>
          Sign in
        </Link>
      )}
    </MailPage>
  );
}
