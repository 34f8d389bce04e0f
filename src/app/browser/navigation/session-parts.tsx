import type { CurrentUser } from '#platform/browser/session.ts';

export const menuButtonClass =
  'flex min-h-11 cursor-pointer items-center gap-1 rounded-field px-2.5 text-[0.9375rem] font-medium text-ink hover:bg-quiet-soft';

export const avatarClass =
  'grid size-10 shrink-0 cursor-pointer place-items-center rounded-full bg-primary text-sm font-semibold tracking-wide text-primary-content';

export function initialsOf(user: CurrentUser): string {
  return [user.firstName, user.lastName]
    .map((name) => [...name][0] ?? '')
    .join('')
    .toUpperCase();
}

export function LoadingCircle() {
  return (
    <span role="status" className="grid size-10 shrink-0 place-items-center">
      <span className="size-9 animate-pulse rounded-full bg-line" aria-hidden="true" />
      <span className="sr-only">Loading your account</span>
    </span>
  );
}
