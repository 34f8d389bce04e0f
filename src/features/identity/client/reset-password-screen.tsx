import { Link } from '@tanstack/react-router';
import { KeyRound, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { keepFocusNearby } from '#ui/return-focus.ts';
import { OpenedMailLink, type ReadyLink } from './mail-link.tsx';
import { MailPage } from './mail-page.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

/** The page of the link for choosing a new password. */
export function ResetPasswordScreen({ token }: { token: string }) {
  const [done, setDone] = useState(false);
  function finish() {
    keepFocusNearby();
    setDone(true);
  }
  if (done) return <Changed />;
  return (
    <OpenedMailLink token={token} purposes={['reset_password']}>
      {(link) => <NewPassword token={token} link={link} onDone={finish} />}
    </OpenedMailLink>
  );
}

interface NewPasswordProps {
  token: string;
  link: ReadyLink;
  onDone: () => void;
}

function NewPassword({ token, link, onDone }: NewPasswordProps) {
  const { email, opensAccount, invitation } = link;
  return (
    <MailPage icon={KeyRound} title="Choose a new password" text={<NewPasswordText link={link} />}>
      <NewPasswordForm {...{ token, email, opensAccount, invitation, onDone }} />
    </MailPage>
  );
}

function NewPasswordText({ link: { email, name, clearsAccount, opensAccount } }: { link: ReadyLink }) {
  const address = <span className="font-semibold wrap-anywhere text-ink">{email}</span>;
  if (clearsAccount) {
    return (
      <p>
        For the account {address}, which was never confirmed. Your new password makes it yours: the name, the
        password and every other sign-in method added earlier are removed.
      </p>
    );
  }
  if (opensAccount) return <p>For the account {address}, which has no password yet.</p>;
  return (
    <p>
      For the account of{' '}
      {name !== null && (
        <>
          <span className="font-semibold text-ink">{name}</span>,{' '}
        </>
      )}
      {address}. You will be signed out everywhere, and your access tokens will be revoked.
    </p>
  );
}

function Changed() {
  return (
    <MailPage
      icon={ShieldCheck}
      title="Password changed"
      text={
        <p role="status">
          You are signed out on every device, and your access tokens are revoked. Create new ones in Settings
          if you need them.
        </p>
      }
    >
      <Link to="/login" className={buttonClass({ size: 'large', wide: true })}>
        Sign in
      </Link>
    </MailPage>
  );
}
