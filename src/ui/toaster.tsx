import { CircleCheck, OctagonAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';
import { joinClasses } from '#ui/classes.ts';
import { showToastsBy, type ToastContent } from '#ui/toast.ts';

const DURATION_MS = 5000;

function ToastBody({
  title,
  description,
  variant = 'default',
  action,
  onDismiss,
}: ToastContent & { onDismiss: () => void }) {
  const destructive = variant === 'destructive';
  const Icon = destructive ? OctagonAlert : CircleCheck;
  return (
    <div
      role={destructive ? 'alert' : 'status'}
      className={joinClasses(
        'flex w-full items-start gap-3 rounded-box border bg-surface p-4 font-sans text-[0.9375rem] text-ink shadow-lg shadow-black/15 sm:w-96',
        destructive ? 'border-negative' : 'border-line',
      )}
    >
      <Icon
        size={20}
        className={joinClasses('mt-0.5 shrink-0', destructive ? 'text-negative' : 'text-positive')}
        aria-hidden="true"
      />
      <div className="min-w-0 grow">
        <p className="font-semibold">{title}</p>
        {description && <p className="mt-0.5 text-sm text-muted">{description}</p>}
        {action && (
          <button
            type="button"
            className="link-plain mt-2 min-h-9 cursor-pointer text-sm font-semibold"
            onClick={() => {
              action.onSelect();
              onDismiss();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        className="-m-2.5 grid size-11 shrink-0 cursor-pointer place-items-center rounded-field text-muted hover:text-ink"
        onClick={onDismiss}
      >
        <X size={18} aria-hidden="true" />
      </button>
    </div>
  );
}

function show(content: ToastContent): void {
  toast.dismiss();
  toast.custom((id) => <ToastBody {...content} onDismiss={() => toast.dismiss(id)} />, {
    duration: DURATION_MS,
  });
}

export function Toaster() {
  useEffect(() => showToastsBy(show), []);
  return (
    <SonnerToaster
      position="bottom-right"
      visibleToasts={1}
      containerAriaLabel="Messages"
      mobileOffset={{ bottom: 'calc(1rem + var(--bar-height, 0px))' }}
    />
  );
}
