import { Info, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DemoPerson } from '#kernel/demo.ts';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/classes.ts';
import { Progress as ProgressBar } from '#ui/progress.tsx';
import type { Failure, Progress } from './messages.ts';
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
          <PersonSwitch {...people} />
          <button
            type="button"
            className="link-plain inline-flex min-h-11 cursor-pointer items-center font-semibold"
            onClick={onLeave}
          >
            Leave the demo
          </button>
        </div>
        {!dismissed && (
          <Button variant="quiet" square aria-label="Dismiss this notice" onClick={dismiss}>
            <X size={18} aria-hidden="true" />
          </Button>
        )}
      </div>
    </aside>
  );
}

const personNames: Record<DemoPerson, string> = { investor: 'Investor', owner: 'Owner', admin: 'Admin' };

function PersonSwitch({ person, onPerson, focusPerson }: Omit<DemoBannerProps, 'onLeave'>) {
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
            'inline-flex min-h-11 cursor-pointer items-center rounded px-2.5 font-semibold',
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

const stepTexts: Record<Progress['step'], string> = {
  download: 'Loading the demo',
  store: 'Storing the sample data in this browser',
  start: 'Starting the demo',
  renew: 'Bringing the sample data up to date',
};

/** Whether everything has to be loaded first, that has just been done by the page before, or the browser has it. */
export type OpeningKind = 'first' | 'continued' | 'again';

type Steps = Record<Progress['step'], { from: number; to: number }>;

/** How far the whole opening is when a step begins and ends, in percent. */
const steps: Record<OpeningKind, Steps> = {
  first: {
    download: { from: 0, to: 60 },
    store: { from: 60, to: 65 },
    start: { from: 65, to: 90 },
    renew: { from: 90, to: 100 },
  },
  continued: {
    download: { from: 65, to: 75 },
    store: { from: 75, to: 75 },
    start: { from: 75, to: 90 },
    renew: { from: 90, to: 100 },
  },
  again: {
    download: { from: 0, to: 40 },
    store: { from: 40, to: 40 },
    start: { from: 40, to: 80 },
    renew: { from: 80, to: 100 },
  },
};

export function Opening({ kind, progress }: { kind: OpeningKind; progress: Progress }) {
  const { from, to } = steps[kind][progress.step];
  const percent = Math.round(from + (to - from) * progress.part);
  return (
    <Middle>
      <h1 className="mb-6 text-3xl">{kind === 'again' ? 'Opening the demo' : 'Demo Mode Activated'}</h1>
      <ProgressBar
        label={stepTexts[progress.step]}
        value={percent}
        valueText={`${percent}%`}
        className="w-full max-w-sm"
      />
      <p className="prose-width mt-6 text-muted">
        The demo runs in this browser: what you do in it stays here, and no money moves.
      </p>
    </Middle>
  );
}

const problems: Record<Failure, { title: string; text: string }> = {
  full: {
    title: "This browser's storage is full",
    text: 'The demo cannot keep what you do any more. Free some space, or start the demo over: that removes what you did in it.',
  },
  broken: {
    title: 'The demo could not go on',
    text: 'Load the page again. If that does not help, start the demo over: that removes what you did in it.',
  },
};

/** The demo cannot go on as it is. */
export function DemoProblem(props: { failure: Failure; onReset: () => void; onLeave: () => void }) {
  const { title, text } = problems[props.failure];
  return (
    <Middle>
      <div role="alert">
        <h1 className="text-3xl">{title}</h1>
        <p className="prose-width mt-4 text-muted">{text}</p>
      </div>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button onClick={() => location.reload()}>Load the page again</Button>
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
