import { Info, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DemoPerson } from '#kernel/demo.ts';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/classes.ts';
import { Progress } from '#ui/progress.tsx';
import type { Failure } from './messages.ts';
import { type OpeningKind, type OpeningState, useOpening } from './opening.ts';
import { dismissBanner, isBannerDismissed } from './storage.ts';

export interface DemoBannerProps {
  onLeave: () => void;
  person: DemoPerson;
  onPerson: (person: DemoPerson) => void;
  /** Set after a switch of person, so that the keyboard focus stays there. */
  focusPerson: boolean;
}

/** The notice can be dismissed; the switch of person stays, as it is the only way back. */
export function DemoBanner({ onLeave, ...people }: DemoBannerProps) {
  const [dismissed, setDismissed] = useState(isBannerDismissed);

  function dismiss() {
    dismissBanner();
    setDismissed(true);
  }

  return (
    <aside aria-label="Demo mode" className="no-print border-b border-brass/40 bg-brass-soft">
      <div className="page-width flex items-start gap-x-3 py-1.5 text-sm sm:items-center">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-5">
          {!dismissed && (
            <p className="flex min-w-0 flex-1 basis-72 items-start gap-2.5 py-1.5 sm:items-center">
              <Info size={18} className="mt-0.5 shrink-0 text-brass sm:mt-0" aria-hidden="true" />
              <span>
                You're viewing a demo account with sample data. Real transactions are disabled in demo mode.
              </span>
            </p>
          )}
          <div className="flex flex-wrap items-center gap-x-5">
            <PersonSwitch {...people} />
            <button
              type="button"
              className="link-plain inline-flex min-h-11 cursor-pointer items-center font-semibold"
              onClick={onLeave}
            >
              Leave the demo
            </button>
          </div>
        </div>
        {!dismissed && (
          <Button variant="quiet" square aria-label="Dismiss this notice" onClick={dismiss}>
            <X size={18} aria-hidden="true" />
          </Button>
        )}
      </div>
      <OpeningNote />
    </aside>
  );
}

/**
 * Shows that the page is from an earlier visit, until the database answers. It overlays the page, which does not move.
 */
function OpeningNote() {
  const opening = useOpening();
  return (
    <div
      role="status"
      className="fixed inset-x-4 bottom-[calc(1rem+var(--bar-height,0px))] z-30 mx-auto w-fit rounded-box border border-brass/40 bg-brass-soft px-4 py-2 text-sm empty:hidden"
    >
      {opening && (
        <>
          <p>Opening the demo's database. Until it is ready, you see stored figures.</p>
          <OpeningProgress {...opening} />
        </>
      )}
    </div>
  );
}

const personNames: Record<DemoPerson, string> = { investor: 'Investor', owner: 'Owner', admin: 'Admin' };

function PersonSwitch({
  person,
  onPerson,
  focusPerson,
}: Pick<DemoBannerProps, 'person' | 'onPerson' | 'focusPerson'>) {
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focusPerson) current.current?.focus();
  }, [focusPerson]);
  return (
    <fieldset className="flex flex-wrap items-center gap-x-1">
      <legend className="sr-only">View the demo as</legend>
      <span aria-hidden="true" className="mr-1 text-muted">
        View as
      </span>
      {(Object.keys(personNames) as DemoPerson[]).map((one) => (
        <button
          key={one}
          type="button"
          ref={one === person ? current : undefined}
          aria-pressed={one === person}
          className={joinClasses(
            'inline-flex min-h-11 cursor-pointer items-center rounded px-2 font-semibold sm:px-2.5',
            one === person ? 'underline decoration-2 underline-offset-4' : 'link-plain',
          )}
          onClick={() => onPerson(one)}
        >
          {personNames[one]}
        </button>
      ))}
    </fieldset>
  );
}

function Middle({ children }: { children: React.ReactNode }) {
  return (
    <main className="page-width flex min-h-dvh flex-col items-center justify-center py-16 text-center">
      {children}
    </main>
  );
}

const OpeningProgress = ({ text, percent }: OpeningState) => (
  <Progress label={text} value={percent} valueText={`${percent}%`} className="mx-auto w-full max-w-sm" />
);

export function Opening({ kind }: { kind: OpeningKind }) {
  const opening = useOpening();
  return (
    <Middle>
      <h1 className="mb-6 text-3xl">{kind === 'again' ? 'Opening the demo' : 'Demo Mode Activated'}</h1>
      {opening && <OpeningProgress {...opening} />}
      <p className="prose-width mt-6 text-muted">
        The demo runs in this browser: what you do in it stays here, and no money moves.
      </p>
    </Middle>
  );
}

const problems: Record<Failure, { title: string; text: string }> = {
  full: {
    title: "This browser's storage is full",
    text: 'The demo can no longer save what you do. Free up some space, or start the demo over, which deletes what you did in it.',
  },
  broken: {
    title: 'The demo stopped working',
    text: 'Reload the page. If that does not help, start the demo over, which deletes what you did in it.',
  },
};

/** The demo cannot continue as it is. */
export function DemoProblem(props: { failure: Failure; onReset: () => void; onLeave: () => void }) {
  const { title, text } = problems[props.failure];
  return (
    <Middle>
      <div role="alert">
        <h1 className="text-3xl">{title}</h1>
        <p className="prose-width mt-4 text-muted">{text}</p>
      </div>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button onClick={() => location.reload()}>Reload the page</Button>
        <Button variant="secondary" onClick={props.onReset}>
          Start the demo over
        </Button>
        <Button variant="quiet" onClick={props.onLeave}>
          Leave the demo
        </Button>
      </div>
    </Middle>
  );
}
