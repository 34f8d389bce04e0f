import type { AnyRoute } from '@tanstack/react-router';
import { Route as root } from '../routes/__root.tsx';
import { Route as about } from '../routes/about.$page.tsx';
import { Route as forgotPassword } from '../routes/forgot-password.tsx';
import { Route as home } from '../routes/index.tsx';
import { Route as article } from '../routes/learn.$slug.tsx';
import { Route as learn } from '../routes/learn.index.tsx';
import { Route as calculator } from '../routes/learn.returns-calculator.tsx';
import { Route as legal } from '../routes/legal.$document.tsx';
import { Route as login } from '../routes/login.tsx';
import { Route as offering } from '../routes/offering.$slug.tsx';
import { Route as properties } from '../routes/properties.tsx';
import { Route as verify } from '../routes/verify.$code.tsx';
import { Route as waitlist } from '../routes/waitlist.tsx';

const at = (path: string, route: AnyRoute): AnyRoute =>
  route.update({ id: path, path, getParentRoute: () => root } as never);

/** The routes that are marked public. Visitors load no others: every other address is asked of the server. */
export const visitorRoutes = root.addChildren([
  at('/', home),
  at('/about/$page', about),
  at('/forgot-password', forgotPassword),
  at('/learn/', learn),
  at('/learn/$slug', article),
  at('/learn/returns-calculator', calculator),
  at('/legal/$document', legal),
  at('/login', login),
  at('/offering/$slug', offering),
  at('/properties', properties),
  at('/verify/$code', verify),
  at('/waitlist', waitlist),
]);
