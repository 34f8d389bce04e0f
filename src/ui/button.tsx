import type { ComponentProps, MouseEvent } from 'react';
import { joinClasses } from '#ui/classes.ts';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
type ButtonSize = 'small' | 'medium' | 'large';

interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  wide?: boolean | undefined;
  square?: boolean | undefined;
  className?: string | undefined;
}

const variantClasses: Record<ButtonVariant, string> = {
  primary: 'btn-primary',
  secondary: 'border-field-line/60 bg-surface text-ink hover:bg-quiet-soft',
  quiet: 'btn-ghost text-ink hover:bg-quiet-soft',
  danger: 'btn-error',
};

const sizeClasses: Record<ButtonSize, string> = {
  small: 'btn-sm text-sm',
  medium: 'text-[0.9375rem]',
  large: 'btn-lg px-6 text-base',
};

/** The look of a button for a link: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({
  variant = 'primary',
  size = 'medium',
  wide = false,
  square = false,
  className,
}: ButtonLook = {}): string {
  return joinClasses(
    'btn whitespace-nowrap',
    variantClasses[variant],
    sizeClasses[size],
    wide && 'w-full',
    square && 'btn-square',
    className,
  );
}

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  busy?: boolean | undefined;
  busyText?: string | undefined;
}

function swallow(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}

// Focuses the button before its click handler runs, because what the click opens gives the focus back to the focused
// element. Safari does not focus a clicked button, and a page that renders between press and click can take the focus
// away. A click that the browser makes itself (Enter in a field) has no detail.
function takeFocus({ currentTarget, detail }: MouseEvent<HTMLButtonElement>) {
  if (detail > 0) currentTarget.focus({ preventScroll: true });
}

/** While busy the button stays focused and ignores clicks, so that a screen reader does not lose its place. */
export function Button({
  variant,
  size,
  wide,
  square,
  className,
  busy = false,
  busyText,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) return swallow(event);
        takeFocus(event);
        onClick?.(event);
      }}
      className={buttonClass({ variant, size, wide, square, className })}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {busy ? (busyText ?? children) : children}
    </button>
  );
}
