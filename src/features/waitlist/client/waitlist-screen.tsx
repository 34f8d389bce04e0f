import { Link } from '@tanstack/react-router';
import {
  DoorOpen,
  Hourglass,
  LifeBuoy,
  type LucideIcon,
  MailCheck,
  Sparkles,
  Tag,
  Telescope,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MAX_FULL_NAME_CHARACTERS } from '#kernel/person.ts';
import { isLaunched } from '#platform/browser/launch.ts';
import { Alert } from '#ui/alert.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextField } from '#ui/text-field.tsx';
import { WAITLIST_FORM_PATH, type WaitlistOutcome, type WaitlistProblem } from '../waitlist.rules.ts';
import { EmailField } from './email-field.tsx';
import { pageOffer, pageTexts } from './page-texts.ts';
import { Thanks } from './thanks.tsx';
import { type JoinWaitlist, useJoinWaitlist } from './use-join-waitlist.ts';
import type { WaitlistSearch } from './waitlist-search.ts';
import { offerTexts } from './waitlist-texts.ts';

interface Benefit {
  Icon: LucideIcon;
  title: string;
  text: string;
  /** Not to be had any more once the product is open. */
  untilLaunch?: true;
}

const benefits: readonly Benefit[] = [
  { Icon: Telescope, title: 'Early Access', text: 'Look around before everyone else.', untilLaunch: true },
  {
    Icon: Tag,
    title: 'Exclusive Deals',
    text: 'Hear about offerings first, while every share is still available.',
  },
  { Icon: LifeBuoy, title: 'Priority Support', text: 'Your questions are answered first.' },
  {
    Icon: Sparkles,
    title: 'Beta Features',
    text: 'Try new features, and tell us what to improve.',
    untilLaunch: true,
  },
];

export function WaitlistScreen({ search, picture }: { search: WaitlistSearch; picture: ReactNode }) {
  const [attempt, setAttempt] = useState(0);
  const isFirst = attempt === 0;
  return (
    <>
      <Attempt
        key={attempt}
        outcome={isFirst ? search.outcome : undefined}
        again={() => setAttempt(attempt + 1)}
        first={isFirst}
      />
      {picture}
    </>
  );
}

interface AttemptProps {
  outcome: WaitlistOutcome | undefined;
  again: () => void;
  first: boolean;
}

/** The invitation and its form, then the welcome in their place. */
function Attempt({ outcome, again, first }: AttemptProps) {
  const joining = useJoinWaitlist(pageTexts);
  const joined = outcome === 'joined' || joining.state === 'joined';
  return (
    <div className="page-width grid items-start gap-x-16 gap-y-12 pt-10 pb-14 sm:pt-16 lg:grid-cols-[minmax(0,1fr)_26rem] lg:grid-rows-[auto_1fr]">
      <div>
        <h1 tabIndex={-1} className="text-4xl sm:text-5xl">
          {joined ? 'Thank you' : pageOffer().heading}
        </h1>
        {!joined && <p className="prose-width mt-4 text-lg text-muted">{pageOffer().intro}</p>}
      </div>
      <div className="lg:row-span-2">
        {joined ? <Welcome onAgain={again} /> : <Entry {...{ outcome, joining, first }} />}
        <ComingSoon />
      </div>
      <Benefits />
    </div>
  );
}

interface EntryProps {
  outcome: WaitlistProblem | undefined;
  joining: JoinWaitlist;
  first: boolean;
}

function Entry({ outcome, joining, first }: EntryProps) {
  return (
    <Card className="sm:p-8">
      <form
        action={WAITLIST_FORM_PATH}
        method="post"
        noValidate
        aria-label={pageOffer().formName}
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void joining.join(event.currentTarget);
        }}
      >
        {outcome && joining.problem === null && (
          <Alert tone="danger" title={pageTexts.problem(outcome).title}>
            {pageTexts.problem(outcome).description}
          </Alert>
        )}
        <EmailField texts={pageTexts} problem={joining.problem} focused={!first} />
        <TextField
          label="Full Name"
          optional
          name="name"
          autoComplete="name"
          maxLength={MAX_FULL_NAME_CHARACTERS}
        />
        <Button type="submit" size="large" wide busy={joining.state === 'submitting'} busyText="Joining...">
          {offerTexts().button}
        </Button>
        <p className="text-sm text-muted">{offerTexts().notice}</p>
      </form>
    </Card>
  );
}

function Welcome({ onAgain }: { onAgain: () => void }) {
  return (
    <Card className="sm:p-8">
      <Thanks>
        <MailCheck size={40} strokeWidth={1.5} className="text-positive" aria-hidden="true" />
        <h2 className="mt-4 text-3xl">{pageOffer().welcome}</h2>
        <p className="mt-2 text-muted">{pageTexts.joined().description}</p>
      </Thanks>
      <div className="mt-7 grid gap-2.5 sm:grid-cols-2">
        <Link to="/" className={buttonClass()}>
          Explore
        </Link>
        <Link to="/waitlist" className={buttonClass({ variant: 'secondary' })} onClick={onAgain}>
          Add Another Email
        </Link>
      </div>
    </Card>
  );
}

function Benefits() {
  const current = benefits.filter(({ untilLaunch }) => !untilLaunch || !isLaunched());
  return (
    <section aria-labelledby="benefits">
      <h2 id="benefits" className="text-2xl">
        What you get
      </h2>
      <ul className="mt-6 grid gap-x-10 gap-y-7 sm:grid-cols-2">
        {current.map(({ Icon, title, text }) => (
          <li key={title} className="border-t-2 border-brass pt-4">
            <h3 className="flex items-center gap-2.5 text-xl">
              <Icon size={20} strokeWidth={1.75} className="text-brass" aria-hidden="true" />
              {title}
            </h3>
            <p className="mt-1.5 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ComingSoon() {
  const Icon = isLaunched() ? DoorOpen : Hourglass;
  return (
    <aside
      aria-labelledby="coming-soon"
      className="mt-5 flex items-start gap-4 rounded-box border border-line bg-surface p-5 sm:px-8 sm:py-6"
    >
      <Icon size={24} strokeWidth={1.5} className="mt-1 shrink-0 text-brass" aria-hidden="true" />
      <div>
        <h2 id="coming-soon" className="text-xl">
          {pageOffer().aside}
        </h2>
        <p className="mt-1 text-muted">Own a share of a real building, starting at $100.</p>
      </div>
    </aside>
  );
}
