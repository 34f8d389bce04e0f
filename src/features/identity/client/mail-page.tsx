import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';

interface MailPageProps {
  icon: LucideIcon;
  title: string;
  /** Text below the title. */
  text: ReactNode;
  children?: ReactNode;
}

/** One thing to read and one thing to do, as the pages that mails lead to are. */
export function MailPage({ icon: Icon, title, text, children }: MailPageProps) {
  return (
    <div className="page-width grid min-h-[70dvh] place-items-center py-10">
      <Card as="div" className="w-full max-w-lg">
        <span className="mb-5 grid size-14 place-items-center rounded-full bg-brass-soft text-brass">
          <Icon size={26} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <h1 tabIndex={-1} className="text-3xl">
          {title}
        </h1>
        <div className="mt-3 text-muted">{text}</div>
        {children && <div className="mt-6">{children}</div>}
      </Card>
    </div>
  );
}
