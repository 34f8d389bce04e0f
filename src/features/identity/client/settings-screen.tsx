import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CurrentUser } from '#platform/browser/session.ts';
import { Alert } from '#ui/alert.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { partOnDemand } from '#ui/on-demand.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { EmailSection } from './email-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { signInMethodsOptions } from './settings-queries.ts';
import type { SettingsView } from './settings-search.ts';
import { SETTINGS_DESCRIPTION } from './settings-skeleton.tsx';
import { signInProblemText } from './sign-in-problems.ts';

const securityParts = () => import('./security-parts.ts');
const PasswordSection = partOnDemand(
  async () => (await securityParts()).PasswordSection,
  () => <Skeleton className="h-62 sm:h-40" />,
);
const SecondFactorSection = partOnDemand(
  async () => (await securityParts()).SecondFactorSection,
  () => <Skeleton className="h-28" />,
);
const PasskeyList = partOnDemand(
  async () => (await securityParts()).PasskeyList,
  () => <Skeleton className="h-60" />,
);
const ProviderSection = partOnDemand(
  async () => (await securityParts()).ProviderSection,
  () => <Skeleton className="h-28" />,
);
const SessionList = partOnDemand(
  async () => (await securityParts()).SessionList,
  () => <Skeleton className="h-60" />,
);
const TokenList = partOnDemand(
  async () => (await import('./token-list.tsx')).TokenList,
  () => <Skeleton className="h-60" />,
);

interface SettingsScreenProps {
  user: CurrentUser;
  view: SettingsView;
  onView: (view: SettingsView) => void;
  /** Why connecting or confirming at the provider failed. */
  problem: string | null;
  /** The way to the answers about investing, which are another slice's. */
  setupAnswers: ReactNode;
  /** Requests of admins about this account, to which the person may object. */
  requests: ReactNode;
  /** All of the person's data as a file, and closing the account. */
  yourData: ReactNode;
}

export function SettingsScreen(props: SettingsScreenProps) {
  const { user, view, onView, problem, setupAnswers, requests, yourData } = props;
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader title="Settings" description={SETTINGS_DESCRIPTION} />
      {requests}
      <Tabs
        label="Settings"
        selected={view}
        onSelect={(id) => onView(id as SettingsView)}
        tabs={[
          {
            id: 'profile',
            title: 'Profile',
            content: <ProfilePart user={user} setupAnswers={setupAnswers} />,
          },
          { id: 'security', title: 'Security', content: <SecurityPart user={user} problem={problem} /> },
          { id: 'tokens', title: 'Access tokens', content: <TokensPart /> },
          {
            id: 'data',
            title: 'Your data',
            content: (
              <Section
                id="your-data"
                title="Your data"
                text="Download everything we store about you, or close your account."
              >
                {yourData}
              </Section>
            ),
          },
        ]}
      />
    </div>
  );
}

function ProfilePart({ user, setupAnswers }: Pick<SettingsScreenProps, 'user' | 'setupAnswers'>) {
  return (
    <>
      <Section id="profile" title="Profile" text="Your name as it appears on your statements.">
        <ProfileForm user={user} />
      </Section>
      <Section id="email" title="Email" text="Where we reach you, and what you sign in with.">
        <EmailSection user={user} />
      </Section>
      <Section
        id="setup"
        title="Investing preferences"
        text="Your goals, budget and property types decide what the marketplace shows first."
      >
        {setupAnswers}
      </Section>
      <Section
        id="identity-check"
        title="Identity verification"
        text="The law requires us to verify investors. What you send is encrypted, and only reviewers see it."
      >
        <Link to="/onboarding/kyc" className={buttonClass({ variant: 'secondary' })}>
          Open identity verification
        </Link>
      </Section>
    </>
  );
}

function SecurityPart({ user, problem }: Pick<SettingsScreenProps, 'user' | 'problem'>) {
  const { data: methods } = useSuspenseQuery(signInMethodsOptions());
  const text = signInProblemText(problem ?? '');
  return (
    <>
      {text && (
        <Alert tone="danger" className="mb-8">
          {text}
        </Alert>
      )}
      <Section id="password" title="Password" text="A new password signs you out on every other device.">
        <PasswordSection email={user.email} />
      </Section>
      <Section id="second-factor" title="Two-step sign-in" text="An extra code after your password.">
        <SecondFactorSection />
      </Section>
      <Section id="passkeys" title="Passkeys" text="Passkeys replace your password and can’t be phished.">
        <PasskeyList />
      </Section>
      {methods.provider && (
        <Section id="provider" title="Connected account" text="Another account that signs you in here.">
          <ProviderSection {...methods.provider} />
        </Section>
      )}
      <Section
        id="sessions"
        title="Open sessions"
        text="Where you are signed in. Sign out any device you don’t recognize."
      >
        <SessionList />
      </Section>
    </>
  );
}

function TokensPart() {
  return (
    <Section
      id="tokens"
      title="Access tokens"
      text="For your scripts. Until it expires or you revoke it, anyone with a token can act as you."
    >
      <TokenList />
    </Section>
  );
}

interface SectionProps {
  id: string;
  title: string;
  text: string;
  children: ReactNode;
}

function Section({ id, title, text, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-20 grid gap-x-12 gap-y-5 border-line py-8 not-first:border-t first:pt-2 lg:grid-cols-[17rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={`${id}-title`} className="text-xl">
          {title}
        </h2>
        <p className="mt-1.5 max-w-md text-sm text-muted">{text}</p>
      </div>
      <Card as="div">{children}</Card>
    </section>
  );
}
