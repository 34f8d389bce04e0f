import '#platform/browser/zod-without-eval.ts';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { appRouter } from '#app/server/app-router.ts';
import type { DemoPerson } from '#kernel/demo.ts';
import { DomainError } from '#kernel/errors.ts';
import { type Clock, MINUTE, SECOND, systemClock } from '#kernel/time.ts';
import { toTrpcError } from '#platform/server/errors/error-mapping.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { asDemoPerson } from './caller.ts';
import { composeDemo, NOT_IN_DEMO } from './compose.ts';
import type { DemoDatabase } from './database.ts';
import { answerFileCall } from './file-calls.ts';
import type { Call, FromWorker, Outcome, ToWorker } from './messages.ts';
import { recordsInParts, wizardPart } from './records.ts';
import { renewWorld } from './renewal.ts';

// The batcher uses setImmediate, which browsers do not have.
Object.assign(globalThis, { setImmediate: (work: () => void) => setTimeout(work) });

const ENDPOINT = '/api/trpc';

/** A call of a person who has the intake wizard open. */
const WIZARD = /\bintake\./;

/** Of the account only the name can be changed: sign-in methods are not part of the demo. */
const ACCOUNT = /^identity\.(?!updateProfile$)/;

const FIRST_ROUND_AFTER_MS = 2 * SECOND;

let before: Promise<unknown> = Promise.resolve();

/** Runs work one piece after the other, so that nothing writes while the files are persisted. */
function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = before.then(work);
  before = turn.catch(() => undefined);
  return turn;
}

async function answering(platform: Platform, call: Call): Promise<Outcome> {
  const { person, address, method, body } = call;
  const ctx = asDemoPerson(platform, person);
  if (!address.startsWith(ENDPOINT)) return answerFileCall(ctx, call);
  const request = new Request(new URL(address, platform.origin), {
    method,
    ...(body !== null && { body, headers: { 'content-type': 'application/json' } }),
  });
  const response = await fetchRequestHandler({
    endpoint: ENDPOINT,
    req: request,
    router: appRouter,
    allowMethodOverride: true,
    createContext({ info }) {
      if (info.type === 'mutation' && info.calls.some(({ path }) => ACCOUNT.test(path))) {
        throw toTrpcError(new DomainError(NOT_IN_DEMO));
      }
      return ctx;
    },
  });
  return { status: response.status, headers: [...ctx.responseHeaders], body: await response.text() };
}

interface Serving {
  database: DemoDatabase;
  say: (message: FromWorker) => void;
  fail: (error: unknown) => void;
}

/** Brings the world up to date, and answers the calls of all tabs from then on. */
export async function serve({ database: { db, persist }, say, fail }: Serving): Promise<void> {
  let committed = false;
  const onCommit = () => {
    committed = true;
  };
  const platformAt = (clock: Clock) => composeDemo({ db, origin: location.origin, clock, onCommit });
  const platform = platformAt(systemClock);
  const onPart = (part: number) => say({ kind: 'progress', progress: { step: 'renew', part } });
  // If the renewal fails, the demo continues with the older data; the next opening tries again.
  await renewWorld({ platformAt, now: new Date(), onPart }).catch((error) => console.error(error));
  await persist();

  /** Runs due jobs, persists their effects, and notifies every tab if anything has changed. */
  async function runDueJobs(scheduled: boolean): Promise<void> {
    if (!committed && !scheduled) return;
    await platform.jobs.drain(scheduled ? {} : { schedules: [] });
    await persist();
    if (!committed) return;
    committed = false;
    say({ kind: 'changed' });
    areRecordsStale = true;
    void updateRecords().catch(fail);
  }

  let areRecordsStale = false;
  let isUpdatingRecords = false;
  let wizardUser: DemoPerson | null = null;

  /** Each part is a turn of its own: a call waits for one of them at most. */
  async function updateRecords(): Promise<void> {
    if (isUpdatingRecords) return;
    isUpdatingRecords = true;
    while (areRecordsStale) {
      areRecordsStale = false;
      for (const part of recordsInParts(platform, wizardUser ?? 'investor')) {
        say({ kind: 'records', records: await oneAtATime(part) });
      }
    }
    isUpdatingRecords = false;
  }

  /** The wizard has one record: of the person whose page was opened first, then of the one who uses the wizard. */
  async function followWizard({ person, address }: Call): Promise<void> {
    if (person === wizardUser || (wizardUser !== null && !WIZARD.test(address))) return;
    wizardUser = person;
    say({ kind: 'records', records: await oneAtATime(wizardPart(platform, person)) });
  }

  const soon = (scheduled: boolean) => void oneAtATime(() => runDueJobs(scheduled)).catch(fail);

  async function answer(call: Call): Promise<Outcome> {
    const outcome = await answering(platform, call);
    if (call.method !== 'GET') await persist();
    return outcome;
  }

  addEventListener('message', ({ data }: MessageEvent<string>) => {
    const { id, call } = JSON.parse(data) as ToWorker;
    oneAtATime(() => answer(call)).then((outcome) => {
      say({ kind: 'outcome', id, outcome });
      if (committed) soon(false);
      void followWizard(call).catch(fail);
    }, fail);
  });
  setInterval(() => soon(true), MINUTE);
  // The first page's questions are answered before.
  setTimeout(() => soon(true), FIRST_ROUND_AFTER_MS);
}
