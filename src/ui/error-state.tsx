import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/classes.ts';

interface ErrorStateProps {
  title?: string;
  text?: ReactNode;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  action?: ReactNode;
  className?: string;
}

export function ErrorState({
  title = 'This could not be loaded',
  text = 'The connection failed or the server did not respond.',
  onRetry,
  retrying = false,
  action,
  className,
}: ErrorStateProps) {
  return (
    <div role="alert" className={joinClasses('flex flex-col items-center px-6 py-12 text-center', className)}>
      <span className="mb-4 grid size-14 place-items-center rounded-full bg-negative-soft text-negative">
        <CloudOff size={26} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <h2 className="text-xl">{title}</h2>
      {text && <p className="mt-2 max-w-md text-muted">{text}</p>}
      <div className="mt-6 flex flex-wrap justify-center gap-2.5 empty:hidden">
        {onRetry && (
          <Button variant="secondary" onClick={onRetry} busy={retrying} busyText="Trying again">
            Try again
          </Button>
        )}
        {action}
      </div>
    </div>
  );
}
