import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { MailWarning } from 'lucide-react';
import { useUser } from '#platform/browser/session.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { showToast } from '#ui/toast.ts';
import { MailboxLink } from './mailbox-link.tsx';
import { signInOptionsOptions } from './settings-queries.ts';
import { showFailure } from './show-failure.ts';

const linkClass = 'link-plain inline-flex min-h-11 cursor-pointer items-center font-semibold';

/** Banner above the pages of a user with an unconfirmed address, but for the page that confirms it. */
export function ConfirmEmailBanner() {
  const { user } = useUser();
  const confirming = useRouterState({ select: ({ location }) => location.pathname === '/confirm-email' });
  return user && !user.emailConfirmed && !confirming ? <Banner email={user.email} /> : null;
}

function Banner({ email }: { email: string }) {
  const { data: options } = useQuery(signInOptionsOptions());
  const send = useSendConfirmation(email);
  return (
    <aside aria-label="Your email" className="no-print border-b border-caution/25 bg-caution-soft">
      <div className="page-width flex flex-wrap items-center gap-x-5 py-1.5 text-sm">
        <p className="flex min-w-0 flex-1 basis-72 items-center gap-2.5 py-1.5">
          <MailWarning size={18} className="shrink-0 text-caution" aria-hidden="true" />
          <span className="min-w-0">
            Confirm your email: open the link we sent to{' '}
            <span className="font-semibold wrap-anywhere">{email}</span> in this browser.
          </span>
        </p>
        <div className="flex flex-wrap gap-x-2.5 sm:gap-x-5">
          {options ? (
            <MailboxLink mailbox={options.mailbox} className={linkClass} />
          ) : (
            // Keeps the link's place, so that the page below does not move when it appears.
            <span aria-hidden="true" className={`${linkClass} invisible`}>
              Open the mailbox
            </span>
          )}
          <button type="button" className={linkClass} disabled={send.busy} onClick={() => void send.run()}>
            Send it again
          </button>
          <Link to="/settings" hash="email" className={linkClass}>
            Change email
          </Link>
        </div>
      </div>
    </aside>
  );
}

/** Asks for the mail with the link again, and says so. */
export function useSendConfirmation(email: string) {
  return useCommand(trpc.identity.requestConfirmation.mutationOptions(), {
    onDone: () => showToast({ title: 'Email sent', description: `A new link is on its way to ${email}.` }),
    onFailed: (error) => showFailure(error, 'Not sent'),
  });
}
