import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of each new step takes the focus, so that the keyboard and screen readers follow. */
export function StepHeading({ step, title, text }: { step: number; title: string; text: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: 'instant' });
  }, [step]);
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        {title}
      </h2>
      <p className="mt-1.5 text-muted">{text}</p>
    </>
  );
}
