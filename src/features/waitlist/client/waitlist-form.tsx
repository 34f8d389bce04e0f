import { MailCheck } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/classes.ts';
import { WAITLIST_FORM_PATH } from '../waitlist.rules.ts';
import { EmailField } from './email-field.tsx';
import { Thanks } from './thanks.tsx';
import { type JoinWaitlist, useJoinWaitlist } from './use-join-waitlist.ts';
import { inlineTexts, offerTexts } from './waitlist-texts.ts';

/** Place of the form in another page. */
type WaitlistVariant = 'hero' | 'mid-page' | 'footer';

export function WaitlistForm({ variant }: { variant: WaitlistVariant }) {
  const joining = useJoinWaitlist(inlineTexts);
  const titleId = useId();
  const { title } = offerTexts()[variant];
  const inside =
    joining.state === 'joined' ? (
      <Joined variant={variant} />
    ) : (
      <EmailForm joining={joining} labelledBy={titleId} centred={variant === 'hero'} />
    );
  if (variant === 'hero') {
    return (
      <div className="mx-auto mt-10 max-w-md">
        <p id={titleId} className="mb-2.5 font-medium">
          {title}
        </p>
        {inside}
      </div>
    );
  }
  if (variant === 'footer') {
    return (
      <section aria-labelledby={titleId} className="border-t border-line bg-surface">
        <div className="page-width grid items-center gap-x-12 gap-y-4 py-8 md:grid-cols-2">
          <h2 id={titleId} className="text-2xl">
            {title}
          </h2>
          {inside}
        </div>
      </section>
    );
  }
  return (
    <section aria-labelledby={titleId} className="page-width pb-16 sm:pb-24">
      <div className="grid items-center gap-x-16 gap-y-7 rounded-box border border-brass/30 bg-brass-soft px-6 py-10 sm:px-12 sm:py-14 lg:grid-cols-2">
        <div>
          <h2 id={titleId} className="text-3xl sm:text-4xl">
            {title}
          </h2>
          <p className="mt-3 max-w-xl">{offerTexts().middle}</p>
        </div>
        {inside}
      </div>
    </section>
  );
}

function Joined({ variant }: { variant: WaitlistVariant }) {
  const { thanks } = offerTexts()[variant];
  if (variant !== 'mid-page') {
    return (
      <Thanks
        className={joinClasses(
          'flex min-h-13 items-center gap-2.5 font-medium text-positive',
          variant === 'hero' && 'justify-center',
        )}
      >
        <MailCheck size={20} className="shrink-0" aria-hidden="true" />
        {thanks}
      </Thanks>
    );
  }
  return (
    <Thanks className="flex items-center gap-5 rounded-box bg-surface p-6">
      <MailCheck size={36} strokeWidth={1.5} className="shrink-0 text-positive" aria-hidden="true" />
      <span>
        <span className="block font-serif text-2xl font-medium">{thanks}</span>
        <span className="mt-1 block text-muted">We only email you when there is news.</span>
      </span>
    </Thanks>
  );
}

/** Works without scripts too: the browser then sends the form, and the waitlist page shows the outcome. */
function EmailForm(props: { joining: JoinWaitlist; labelledBy: string; centred: boolean }) {
  const { joining, labelledBy, centred } = props;
  return (
    <form
      action={WAITLIST_FORM_PATH}
      method="post"
      noValidate
      aria-labelledby={labelledBy}
      onSubmit={(event) => {
        event.preventDefault();
        void joining.join(event.currentTarget);
      }}
    >
      <div className="flex flex-col gap-2.5 text-start sm:flex-row">
        <EmailField texts={inlineTexts} problem={joining.problem} labelHidden />
        <Button type="submit" busy={joining.state === 'submitting'} busyText="Joining...">
          {offerTexts().button}
        </Button>
      </div>
      <p className={joinClasses('mt-2.5 text-sm', centred ? 'text-muted' : 'opacity-80')}>
        {offerTexts().notice}
      </p>
    </form>
  );
}
