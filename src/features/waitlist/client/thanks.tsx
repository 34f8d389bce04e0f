import { type ReactNode, useEffect, useRef } from 'react';

/** Replaces the form and takes its focus. */
export function Thanks({ children, className }: { children: ReactNode; className?: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={place} tabIndex={-1} role="status" className={className}>
      {children}
    </div>
  );
}
