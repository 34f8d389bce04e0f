import type { ReactNode } from 'react';

/** A part of a page, under its own heading. */
export function TrustSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-xl">{title}</h2>
      <div className="prose-width space-y-2">{children}</div>
    </section>
  );
}

/** Text in place of a fact that the operator has not given. */
export const NotGiven = () => <span className="text-muted">Not provided by the operator</span>;
