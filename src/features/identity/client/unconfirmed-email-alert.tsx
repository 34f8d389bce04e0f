import { useQuery } from '@tanstack/react-query';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { useSendConfirmation } from './confirm-email-banner.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import { signInOptionsOptions } from './settings-queries.ts';

/** Explains why a confirmed email is needed, with a link. */
export function UnconfirmedEmailAlert({ email, purpose }: { email: string; purpose: string }) {
  const { data: options } = useQuery(signInOptionsOptions());
  const send = useSendConfirmation(email);
  return (
    <Alert
      tone="warning"
      title={`Confirm your email to ${purpose}`}
      action={
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <MailboxLink
            mailbox={options?.mailbox ?? null}
            className="link-plain inline-flex min-h-11 items-center font-semibold"
          />
          <Button
            variant="secondary"
            size="small"
            className="min-h-11"
            busy={send.busy}
            onClick={() => void send.run()}
          >
            Send the email again
          </Button>
        </div>
      }
    >
      <p className="wrap-anywhere">
        Open the link that we sent to {email}. Nothing that you entered here is lost.
      </p>
    </Alert>
  );
}
