import type { ComponentProps } from 'react';
import { joinClasses } from '#ui/classes.ts';
import { type Tone, toneClasses, toneIcons } from '#ui/tone.ts';

interface BadgeProps extends ComponentProps<'span'> {
  tone?: Tone;
  /** The sign of the tone is beside the text; `false` leaves it out where the text alone says it. */
  icon?: boolean;
}

export function Badge({
  tone = 'neutral',
  icon = tone !== 'neutral',
  className,
  children,
  ...rest
}: BadgeProps) {
  const Icon = toneIcons[tone];
  return (
    <span
      {...rest}
      className={joinClasses(
        'inline-flex h-6 items-center gap-1 whitespace-nowrap rounded-full border px-2.5 font-sans text-xs font-semibold',
        toneClasses[tone],
        className,
      )}
    >
      {icon && <Icon size={13} strokeWidth={2.25} aria-hidden="true" />}
      {children}
    </span>
  );
}
