import { type ReactNode, useEffect, useRef } from 'react';

/** Stands where the form was and takes the focus, which was in the form. */
export function Thanks({ children, className }: { children: ReactNode; className?: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={place} tabIndex={-1} role="status" className={className}>
      {children}
    </div>
  );
}
