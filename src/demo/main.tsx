import '#platform/browser/zod-without-eval.ts';
import firstPage from 'virtual:demo-first-page';
import records from 'virtual:demo-records';
import { createRouter } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Application } from '#app/browser/application.tsx';
import { showEarlierAnswer } from '#app/browser/earlier-answer.ts';
import { liveMap } from '#app/browser/live-map.ts';
import type { MemberParts } from '#app/browser/navigation/member-context.ts';
import { memberParts, ShortcutsAndPlaces } from '#app/browser/navigation/member-parts.tsx';
import { rootElement } from '#app/browser/page-state.ts';
import { routerOptions } from '#app/browser/router.tsx';
import { routeTree } from '#app/browser/routeTree.gen.ts';
import { Toasts } from '#app/browser/shell/toasts.tsx';
import { handleUnauthorized, ReauthenticationLayer } from '#features/identity/client/index.ts';
import { DEMO_PATH, type DemoPerson } from '#kernel/demo.ts';
import { showChunkErrorInPage } from '#platform/browser/chunk-errors.ts';
import { saveFile } from '#platform/browser/download.ts';
import { noteLaunch } from '#platform/browser/launch.ts';
import { onRequestError, queryClient } from '#platform/browser/query-client.ts';
import { refreshBy } from '#platform/browser/refresh.ts';
import { answerWith, send } from '#platform/browser/trpc.ts';
import { onEarlierAnswer } from '#platform/browser/use-command.ts';
import { showToast } from '#ui/toast.ts';
import '#ui/whole.css';
import { type Engine, startEngine } from './engine.ts';
import { clearShown, rememberShown, takeShown } from './last-shown.ts';
import type { Failure } from './messages.ts';
import { DemoBanner, DemoProblem, Opening } from './notices.tsx';
import { endOpening, type OpeningKind, showProgress } from './opening.ts';
import {
  activate,
  becomePerson,
  clear,
  clearCookie,
  currentPerson,
  isActive,
  storeRecords,
} from './storage.ts';

const FIRST_PAGE = '/investor-dashboard';
const SIGN_IN = `/login?returnTo=${encodeURIComponent(FIRST_PAGE)}`;
/** Time for which the last notice is shown before the page is left. */
const SHOWN_MS = 800;

const root = createRoot(rootElement());
let engine: Engine | null = null;

/** Removes the demo from this browser and goes to a page. */
async function endDemo(next: string): Promise<void> {
  engine?.leave();
  clearShown();
  await clear();
  location.replace(next);
}

const leave = () => void endDemo('/');

function showProblem(failure: Failure): void {
  root.render(
    <StrictMode>
      <DemoProblem failure={failure} onReset={() => void endDemo(DEMO_PATH)} onLeave={leave} />
    </StrictMode>,
  );
}

function showOpening(kind: OpeningKind): void {
  root.render(
    <StrictMode>
      <Opening kind={kind} />
      <Toasts />
    </StrictMode>,
  );
}

/** Fills the browser's storage, and goes to sign in, in the same document: the worker that loads everything stays. */
async function startDemo(): Promise<void> {
  const isNew = !isActive();
  await activate(records);
  history.replaceState(null, '', SIGN_IN);
  showToast({ title: 'Demo Mode Activated', description: 'You are being signed in as Demo User.' });
  await open(isNew ? 'first' : 'again', new Promise((resolve) => setTimeout(resolve, SHOWN_MS)));
}

/** Downloads would leave the browser: links to files that it does not have say that they are not part of the demo. */
function interceptDownloads(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href^="/api/"]') : null;
  if (!link) return;
  event.preventDefault();
  event.stopPropagation();
  void saveHere(link.getAttribute('href') ?? '');
}

/** The waitlist is the product's own page, at which an email reaches somebody: the browser loads it from the server. */
function leaveWaitlistToServer(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a[href="/waitlist"]')) event.stopPropagation();
}

/** Saves a file that this browser has. */
async function saveHere(address: string): Promise<void> {
  const answer = await send(address).catch(() => null);
  const [, name] = /filename\*=UTF-8''(.+)$/.exec(answer?.headers.get('content-disposition') ?? '') ?? [];
  if (answer?.ok && name) return saveFile(await answer.blob(), decodeURIComponent(name));
  showToast({
    title: 'Not part of the demo',
    description: 'Files are stored on the server, which the demo never asks. Create an account to use them.',
  });
}

function showRecords(all: Record<string, unknown>): void {
  try {
    storeRecords(all);
  } catch {
    showProblem('full');
  }
}

/** First page of each person. */
const homes: Record<DemoPerson, string> = {
  investor: FIRST_PAGE,
  owner: '/owner-distributions',
  admin: '/admin-panel',
};

const newRouter = () => createRouter({ ...routerOptions, routeTree, scrollRestoration: true });
let router: ReturnType<typeof newRouter> | null = null;

let switched = false;

const Banner = () => (
  <DemoBanner onLeave={leave} person={currentPerson()} onPerson={switchTo} focusPerson={switched} />
);

const parts: MemberParts = {
  ...memberParts,
  leave: { label: 'Leave the demo', now: leave },
  Banner,
  Layers: () => (
    <>
      <ReauthenticationLayer />
      <ShortcutsAndPlaces />
    </>
  ),
};

function showPages(): void {
  router ??= newRouter();
  root.render(<Application key={currentPerson()} router={router} memberParts={parts} />);
}

/** The other person starts without the data that the first one had loaded. */
function switchTo(person: DemoPerson): void {
  if (person === currentPerson()) return;
  becomePerson(person);
  switched = true;
  router?.history.destroy();
  queryClient.clear();
  history.pushState(null, '', homes[person]);
  router = newRouter();
  showPages();
}

/** Puts the answers that the build packed into the cache. */
function takePacked(): boolean {
  for (const [key, answer] of firstPage) queryClient.setQueryData(key, answer);
  return true;
}

/**
 * Opens the demo's database. Until it answers, pages show the sample data as the build packed them, or what this tab
 * showed last; a tab without either shows how far the opening is.
 */
async function open(kind: OpeningKind, notBefore?: Promise<void>): Promise<void> {
  const hasAnswers = kind === 'first' ? takePacked() : takeShown();
  let isOpen = false;
  showProgress(kind, { step: 'download', part: 0 });
  if (!hasAnswers || notBefore) showOpening(kind);
  engine = startEngine({
    person: currentPerson,
    // Another tab's database may be opened again later, below the pages.
    onProgress: (progress) => void (isOpen || showProgress(kind, progress)),
    onChanged: () => void queryClient.invalidateQueries(),
    onRecords: showRecords,
    onFailed: showProblem,
    onLeft() {
      clearShown();
      location.replace('/');
    },
  });
  showChunkErrorInPage();
  answerWith(engine.answer);
  onRequestError(handleUnauthorized);
  refreshBy(liveMap);
  onEarlierAnswer(showEarlierAnswer);
  rememberShown();
  addEventListener('click', interceptDownloads, true);
  addEventListener('click', leaveWaitlistToServer, true);
  router = newRouter();
  // The page's scripts load and its questions wait in line while the database starts.
  if (notBefore) void router.preloadRoute({ to: FIRST_PAGE });
  else if (!hasAnswers) void router.load();
  await notBefore;
  if (hasAnswers) showPages();
  await engine.ready;
  isOpen = true;
  endOpening();
  if (hasAnswers) void queryClient.invalidateQueries();
  else showPages();
}

function start(): void {
  noteLaunch('launched' in document.documentElement.dataset);
  if (location.pathname === DEMO_PATH) return void startDemo().catch(() => showProblem('broken'));
  if (isActive()) return void open('again').catch(() => showProblem('broken'));
  clearCookie();
  location.reload();
}

try {
  start();
} catch {
  // The browser forbids storage, and the demo needs it.
  showProblem('broken');
}
