import '#platform/browser/zod-without-eval.ts';
import { createRouter } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { handleUnauthorized } from '#features/identity/client/index.ts';
import { onRequestError } from '#platform/browser/query-client.ts';
import { refreshBy } from '#platform/browser/refresh.ts';
import '#ui/whole.css';
import { Application } from './application.tsx';
import { liveMap } from './live-map.ts';
import { memberParts } from './navigation/member-parts.tsx';
import { rootElement, takePageState } from './page-state.ts';
import { routerOptions } from './router.tsx';
import { routeTree } from './routeTree.gen.ts';

onRequestError(handleUnauthorized);
refreshBy(liveMap);
takePageState();
const router = createRouter({ ...routerOptions, routeTree, scrollRestoration: true });
createRoot(rootElement()).render(<Application router={router} memberParts={memberParts} />);
