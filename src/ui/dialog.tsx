import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/classes.ts';
import { ModalFrame } from '#ui/modal-frame.tsx';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** Whether closing would lose something; for typed text the dialog finds out by itself. */
  dirty?: boolean | undefined;
  /** Leaves room above it on phones for a message that appears with it. */
  lowered?: boolean;
  /** While true (a payment is under way) nothing closes the dialog. */
  locked?: boolean;
}

const sizeClasses = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' };

export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  onClose,
  title,
  description,
  children,
  footer,
  size = 'small',
  dirty,
  lowered = false,
  locked,
}: DialogProps) {
  const id = useId();
  const [typed, setTyped] = useState(false);
  const [asking, setAsking] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => showNewAlerts(content.current), []);

  function closeByAccident() {
    if (locked) return;
    if (dirty ?? typed) setAsking(true);
    else onClose();
  }

  return (
    <ModalFrame
      className="modal modal-bottom sm:modal-middle"
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onEscape={closeByAccident}
      onBackdrop={closeByAccident}
      onInput={() => setTyped(true)}
    >
      <div
        className={joinClasses(
          'modal-box flex flex-col p-0 text-start sm:max-h-[92dvh] short:max-h-dvh',
          lowered ? 'max-h-[calc(100dvh-8.5rem)]' : 'max-h-[92dvh]',
          sizeClasses[size],
        )}
      >
        <div ref={content} className="overflow-y-auto px-5 pt-5 pb-5 sm:px-7 sm:pt-6 short:py-3">
          <h2 id={`${id}-title`} className="pr-10 text-2xl short:text-lg">
            {title}
          </h2>
          {description && (
            <p id={`${id}-description`} className="mt-2 text-muted short:mt-0 short:text-sm">
              {description}
            </p>
          )}
          {children && <div className="mt-5 short:mt-2">{children}</div>}
        </div>
        {asking ? (
          <LeaveQuestion onStay={() => setAsking(false)} onLeave={onClose} />
        ) : (
          footer && <DialogFooter>{footer}</DialogFooter>
        )}
        <Button
          variant="quiet"
          size="small"
          square
          aria-label="Close"
          disabled={locked}
          onClick={onClose}
          className="absolute end-3 top-3"
        >
          <X size={20} aria-hidden="true" />
        </Button>
      </div>
    </ModalFrame>
  );
}

const ALERT = '[role=alert]';

/** Scrolls a message that appears in the dialog into view: a refusal may come out of sight of the button. */
function showNewAlerts(content: HTMLElement | null) {
  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof Element)
        (node.closest(ALERT) ?? node.querySelector(ALERT))?.scrollIntoView({ block: 'nearest' });
    }
  });
  if (content) observer.observe(content, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse gap-2.5 border-t border-line bg-paper px-5 py-4 sm:flex-row sm:justify-end sm:px-7 short:flex-row short:justify-end short:gap-2 short:py-2 short:[&_.btn]:h-auto short:[&_.btn]:min-h-9 short:[&_.btn]:px-3 short:[&_.btn]:py-1 short:[&_.btn]:text-sm short:[&_.btn]:whitespace-normal">
      {children}
    </div>
  );
}

function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <div role="alert">
      <DialogFooter>
        <p className="grow font-medium max-sm:order-last sm:self-center short:order-none">
          Close and lose what you typed?
        </p>
        <Button variant="secondary" onClick={onStay} autoFocus>
          Keep editing
        </Button>
        <Button variant="danger" onClick={onLeave}>
          Close without saving
        </Button>
      </DialogFooter>
    </div>
  );
}
