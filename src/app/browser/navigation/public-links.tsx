import { Link } from '@tanstack/react-router';
import { joinClasses } from '#ui/classes.ts';
import { publicLinks, waitlistLink } from './public-pages.ts';
import { menuButtonClass } from './session-parts.tsx';

const currentClass =
  'aria-[current=page]:font-semibold aria-[current=page]:text-primary aria-[current=page]:underline aria-[current=page]:decoration-brass aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8';

/** The links of the bar that lead to public pages; the one that is open is marked. */
export function PublicLinks({ visitor }: { visitor: boolean }) {
  const links = visitor ? [...publicLinks, waitlistLink()] : publicLinks;
  return links.map(({ to, label }) => (
    <Link
      key={to}
      to={to}
      activeOptions={{ exact: to === '/' }}
      className={joinClasses(menuButtonClass, currentClass)}
    >
      {label}
    </Link>
  ));
}
