import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from '#ui/classes.ts';
import { type Tone, toneClasses, toneIcons } from '#ui/tone.ts';

interface AlertProps extends Omit<ComponentProps<'div'>, 'title'> {
  tone?: Tone;
  title?: ReactNode;
  action?: ReactNode;
}

export function Alert({ tone = 'neutral', title, action, className, children, ...rest }: AlertProps) {
  const Icon = toneIcons[tone];
  const centered = !title && Boolean(action) && 'sm:items-center';
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      {...rest}
      className={joinClasses(
        'flex items-start gap-3 rounded-box border p-4 text-[0.9375rem]',
        centered,
        toneClasses[tone],
        className,
      )}
    >
      <Icon size={20} className="mt-0.5 shrink-0" aria-hidden="true" />
      <div className={joinClasses('flex min-w-0 flex-1 flex-wrap items-start gap-3', centered)}>
        <div className="min-w-0 flex-1 basis-52 text-ink">
          {title && <p className="font-semibold">{title}</p>}
          {children}
        </div>
        {action}
      </div>
    </div>
  );
}
