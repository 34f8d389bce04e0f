import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useWaitingRequest, WaitingApproval } from '#features/approvals/client/index.ts';
import { FreezeDialog } from '#features/freezes/client/index.ts';
import { UserSessions } from '#features/identity/client/index.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { isMissingOrMalformed, messageOf } from '#platform/browser/errors.ts';
import { useUser } from '#platform/browser/session.ts';
import { Alert } from '#ui/alert.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { LoadedPage } from '#ui/loaded-page.tsx';
import { Money } from '#ui/money.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { UserDetails } from '../back-office.contract.ts';
import {
  ACCOUNT_COMMANDS,
  AccountBadges,
  RESET_COMMAND,
  ROLE_COMMANDS,
  UNFREEZE_COMMAND,
} from './account-badges.tsx';
import { userOptions } from './admin-queries.ts';
import { ResetFactorDialog } from './reset-factor-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';

/** One account: its facts, its sign-in methods and sessions, and the commands of admins about it. */
export function UserScreen({ userId }: { userId: string }) {
  const query = useQuery(userOptions(userId));
  return (
    <div className="page-width py-6 sm:py-10">
      <LoadedPage
        query={query}
        title="User"
        back={<ToUsers />}
        isMissing={isMissingOrMalformed(query.error)}
        missing={{ title: 'User not found', text: 'There is no account with this id.' }}
        errorText={messageOf(query.error)}
      >
        {(user) => <Account user={user} />}
      </LoadedPage>
    </div>
  );
}

function ToUsers() {
  return (
    <Link to="/admin-users" className="link-plain inline-flex min-h-11 items-center gap-1.5 font-medium">
      <ArrowLeft size={16} aria-hidden="true" />
      All users
    </Link>
  );
}

type UserDialog = 'freeze' | 'role' | 'factor';

/** A dialog and the account as it was then: the command stays the same when another admin is faster. */
interface OpenedDialog {
  dialog: UserDialog;
  person: UserDetails;
}

function Account({ user }: { user: UserDetails }) {
  const [opened, setOpened] = useState<OpenedDialog | null>(null);
  const isOwn = useUser().user?.id === user.id;
  const close = () => setOpened(null);
  const open = (dialog: UserDialog) => setOpened({ dialog, person: user });
  const { frozen, closedAt } = user;
  return (
    <>
      <PageHeader
        title={user.name}
        description={
          <>
            {user.email}, since <time dateTime={user.createdAt}>{formatDate(user.createdAt)}</time>
          </>
        }
        badge={<AccountBadges person={user} />}
        back={<ToUsers />}
        actions={
          <Link
            to="/admin-audit"
            search={{ subject: `user:${user.id}` }}
            className={buttonClass({ variant: 'secondary' })}
          >
            Audit log of this account
          </Link>
        }
      />
      <WaitingApproval commands={ACCOUNT_COMMANDS} subject={`user:${user.id}`} className="mb-5" />
      {closedAt && (
        <Alert title="Closed by its owner" className="mb-6">
          <p>On {formatDate(closedAt)}. A closed account cannot be reopened.</p>
        </Alert>
      )}
      {frozen && (
        <Alert tone="danger" role="status" title={`Frozen by ${frozen.by}`} className="mb-6">
          <p className="wrap-anywhere">
            Since {formatDate(frozen.since)}: {frozen.reason}
          </p>
        </Alert>
      )}
      <div className="grid gap-6 lg:grid-cols-2">
        <AccountCard user={user} isOwn={isOwn} onAsk={open} />
        <SignInCard user={user} isOwn={isOwn} onAsk={open} />
        <UserSessions user={user} isOwn={isOwn} />
      </div>
      {opened?.dialog === 'freeze' && <FreezeDialog person={opened.person} onClose={close} />}
      {opened?.dialog === 'role' && <RoleDialog person={opened.person} onClose={close} />}
      {opened?.dialog === 'factor' && <ResetFactorDialog person={opened.person} onClose={close} />}
    </>
  );
}

interface PartProps {
  user: UserDetails;
  isOwn: boolean;
  onAsk: (what: UserDialog) => void;
}

const kycText: Record<NonNullable<UserDetails['kyc']>, string> = {
  not_started: 'Not started',
  in_progress: 'Not submitted yet',
  under_review: 'Under review',
  approved: 'Verified',
  rejected: 'Rejected',
  requires_additional_info: 'More information needed',
};

function AccountCard({ user, isOwn, onAsk }: PartProps) {
  const { balances, kyc, role, adminSince, closedAt } = user;
  const noCheck = closedAt ? 'Not verified' : 'Not started';
  return (
    <Card title="Account">
      <DescriptionList
        items={[
          { term: 'ID', value: <span className="text-sm break-all whitespace-normal">{user.id}</span> },
          { term: 'Email', value: user.emailConfirmed ? 'Confirmed' : 'Not confirmed' },
          {
            term: 'Role',
            value: role === 'admin' ? `Admin${adminSince ? ` since ${formatDate(adminSince)}` : ''}` : 'User',
          },
          { term: 'Identity verification', value: kyc ? kycText[kyc] : noCheck },
          { term: 'Available', value: <Money exact cents={balances.availableCents} /> },
          { term: 'In transit to the bank', value: <Money exact cents={balances.withdrawingCents} /> },
          { term: 'Reserved for bids', value: <Money exact cents={balances.biddingCents} /> },
          {
            term: 'Shares',
            value:
              balances.shares === 0
                ? 'None'
                : `${balances.shares.toLocaleString('en-US')} in ${counted(balances.properties, 'property', 'properties')}`,
          },
        ]}
      />
      <AccountButtons user={user} isOwn={isOwn} onAsk={onAsk} />
    </Card>
  );
}

function AccountButtons({ user: { id, frozen, closedAt, role }, isOwn, onAsk }: PartProps) {
  const subject = `user:${id}`;
  const isUnfreezeRequested = useWaitingRequest({ commands: [UNFREEZE_COMMAND], subject }) !== undefined;
  const isRoleRequested = useWaitingRequest({ commands: ROLE_COMMANDS, subject }) !== undefined;
  if (closedAt) return null;
  if (isOwn)
    return (
      <p className="mt-4 text-sm text-muted">This is your own account. Only another admin can change it.</p>
    );
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-2.5 empty:hidden">
        {!(frozen && isUnfreezeRequested) && (
          <Button variant={frozen ? 'secondary' : 'danger'} onClick={() => onAsk('freeze')}>
            {frozen ? 'Unfreeze account' : 'Freeze account'}
          </Button>
        )}
        {!(isRoleRequested || (frozen && role !== 'admin')) && (
          <Button variant="secondary" onClick={() => onAsk('role')}>
            {role === 'admin' ? 'Remove admin role' : 'Make admin'}
          </Button>
        )}
      </div>
      {frozen && role !== 'admin' && (
        <p className="mt-2 text-sm text-muted">A frozen account cannot be made an admin.</p>
      )}
    </>
  );
}

function SignInCard({ user, isOwn, onAsk }: PartProps) {
  const { password, secondFactorSince, recoveryCodesLeft, passkeys, provider, accessTokens } = user.signIn;
  const subject = `user:${user.id}`;
  const isResetRequested = useWaitingRequest({ commands: [RESET_COMMAND], subject }) !== undefined;
  return (
    <Card title="Sign-in">
      <DescriptionList
        items={[
          { term: 'Password', value: password ? 'Set' : 'None' },
          {
            term: 'Authenticator app',
            value: secondFactorSince ? `Since ${formatDate(secondFactorSince)}` : 'None',
          },
          { term: 'Recovery codes left', value: secondFactorSince ? String(recoveryCodesLeft) : '–' },
          { term: 'Passkeys', value: String(passkeys) },
          { term: 'Connected account', value: provider ? 'Yes' : 'No' },
          { term: 'Access tokens', value: String(accessTokens) },
        ]}
      />
      {secondFactorSince && !isOwn && !user.closedAt && !isResetRequested && (
        <>
          <Button variant="secondary" className="mt-4" onClick={() => onAsk('factor')}>
            Remove lost authenticator app
          </Button>
          <p className="mt-2 text-sm text-muted">
            It takes two admins and a day: the person is notified right away and can object.
          </p>
        </>
      )}
    </Card>
  );
}
