import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { rememberFocus } from '#ui/return-focus.ts';

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

interface ModalFrameProps extends ComponentProps<'dialog'> {
  onEscape: () => void;
  onBackdrop: () => void;
}

function wrapFocus(event: KeyboardEvent<HTMLDialogElement>) {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => element.getClientRects().length > 0,
  );
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  const next = event.shiftKey ? stops.at(-1) : stops[0];
  if (document.activeElement !== edge || next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Browsers focus the first scrollable part; focuses its first field instead, if that is visible. */
function focusFirstField(started: Element | null) {
  if (!started || started.matches(focusable)) return;
  const field = started.querySelector<HTMLElement>('input, select, textarea');
  if (field && field.getBoundingClientRect().bottom <= started.getBoundingClientRect().bottom) field.focus();
}

/**
 * A native modal dialog, open as long as it is mounted. It traps the focus and gives it back.
 * Esc is taken as a key press, because browsers let a second Esc override a refused `cancel` event.
 */
export function ModalFrame({ onEscape, onBackdrop, children, ...rest }: ModalFrameProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const pressStartedOnBackdrop = useRef(false);

  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    const giveBackFocus = rememberFocus();
    dialog?.showModal();
    focusFirstField(document.activeElement);
    return () => {
      dialog?.close();
      giveBackFocus();
    };
  }, []);

  function handleKey(event: KeyboardEvent<HTMLDialogElement>) {
    if (event.key === 'Tab') wrapFocus(event);
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onEscape();
  }

  return (
    <dialog
      {...rest}
      ref={dialogRef}
      onKeyDown={handleKey}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onEscape();
      }}
      onMouseDown={(event) => {
        pressStartedOnBackdrop.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (pressStartedOnBackdrop.current && event.target === event.currentTarget) onBackdrop();
      }}
    >
      {children}
    </dialog>
  );
}
