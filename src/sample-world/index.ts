import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { storedFiles } from '#db/schema/files.ts';
import type { AutoInvestSettings } from '#features/auto-invest/auto-invest.contract.ts';
import { defaultSettings } from '#features/auto-invest/auto-invest.rules.ts';
import { planRun, saveSettings } from '#features/auto-invest/server/index.ts';
import { keyOf } from '#features/files/server/index.ts';
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from '#features/identity/sample-accounts.ts';
import { createAccount, grantAdmin } from '#features/identity/server/index.ts';
import { invest } from '#features/investing/server/index.ts';
import { verifyLedger } from '#features/ledger/server/index.ts';
import { closeOffering } from '#features/offerings/server/index.ts';
import { completeOnboarding } from '#features/onboarding/server/index.ts';
import { setStatus, submit } from '#features/properties/server/index.ts';
import { makeCode, recordReferral } from '#features/referrals/server/index.ts';
import { buyShares, openListing, placeBid } from '#features/resale/server/index.ts';
import { approve as approveValuation, file as fileValuation } from '#features/valuations/server/index.ts';
import { addToWaitlist } from '#features/waitlist/server/index.ts';
import { deposit } from '#features/wallet/server/index.ts';
import { watchProperty } from '#features/watchlist/server/index.ts';
import { assert, present } from '#kernel/assert.ts';
import { newId } from '#kernel/ids.ts';
import { type Clock, SECOND } from '#kernel/time.ts';
import { type CommandContext, defineCommand } from '#platform/server/commands/run-command.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { systemActor, type UserActor } from '#platform/server/security/caller.ts';
import { sampleAnswers, sampleInvestors, sampleOwners, sampleProperties } from './cast.ts';
import { createIdentityChecks, type SignedIn } from './identities.ts';
import { filePaper } from './papers.ts';
import { createProceedings } from './proceedings.ts';
import { chanceOf } from './random.ts';
import type { Step, Who } from './steps.ts';
import { createSubmissionDesk } from './submission-desk.ts';
import { classifyYear } from './tax-office.ts';
import { ownerOf, timelineOf } from './timeline.ts';
import { valuedAt } from './valuations.ts';

export const SEED = 20_240_117;
const STARTED = 'sample.start';
const FINISHED = 'sample.finish';

/** One match a month, and little of what the sample investor has. */
const sampleSettings: AutoInvestSettings = {
  ...defaultSettings,
  enabled: true,
  amountCents: 30_000,
  monthlyLimitCents: 30_000,
};

const mark = (name: string) =>
  defineCommand({
    name,
    input: z.strictObject({}),
    access: 'system',
    run: async () => ({}),
    audit: () => ({ subject: 'sample world' }),
  });
const start = mark(STARTED);
const finish = mark(FINISHED);

/** A clock that stands still until it is moved. */
function movingClock(at: Date): Clock & { moveTo(moment: Date): void } {
  let current = at;
  return {
    now: () => current,
    moveTo(moment) {
      if (moment > current) current = moment;
    },
  };
}

/**
 * Builds the sample world unless it is there, or people's own data are. Servers that start at once on the same
 * database wait for the one that builds.
 */
export async function ensureSampleWorld(parts: {
  platform: Platform;
  platformAt: (clock: Clock) => Platform;
  exclusively: (work: () => Promise<void>) => Promise<void>;
  say: (line: string) => void;
}): Promise<void> {
  const { platform, platformAt, exclusively, say } = parts;
  if (!(await needsSampleWorld(platform))) return;
  await exclusively(async () => {
    if (await needsSampleWorld(platform)) await buildSampleWorld(platformAt, say);
  });
}

/** Whether to build it: for an empty database, and for one whose sample world was not finished when its process ended. */
async function needsSampleWorld({ db }: Platform): Promise<boolean> {
  const [state] = await rows<{ empty: boolean; started: boolean; finished: boolean }>(
    db,
    sql`select not exists (select 1 from users) as empty,
               exists (select 1 from audit_log where action = ${STARTED}) as started,
               exists (select 1 from audit_log where action = ${FINISHED}) as finished`,
  );
  return state !== undefined && (state.empty || (state.started && !state.finished));
}

/** The tables whose triggers refuse to empty them. */
const appendOnlyTables = sql`select distinct t.tgrelid::regclass::text as name
  from pg_trigger t join pg_proc p on p.oid = t.tgfoid where p.proname like 'refuse_change%' order by name`;

/**
 * A half-built sample world holds nobody's data, because the server does not listen before it is finished: the one
 * case in which the append-only tables are emptied.
 */
async function clear({ db, files }: Platform): Promise<void> {
  for (const file of await db.select().from(storedFiles)) await files.remove(keyOf(file));
  await db.transaction(async (tx) => {
    const guarded = await rows<{ name: string }>(tx, appendOnlyTables);
    const trigger = (verb: 'enable' | 'disable') =>
      Promise.all(guarded.map(({ name }) => tx.execute(sql.raw(`alter table ${name} ${verb} trigger user`))));
    await trigger('disable');
    await tx.execute(sql`truncate offerings, users, waitlist_entries, sessions, access_tokens, notifications,
      notification_preferences, onboarding_records, ledger_accounts, ledger_transfers, bank_transfers, properties,
      property_versions, investments, investment_refunds, notified_refunds, invested_months, distribution_payouts, resale_books, resale_orders, resale_trades, resale_wash_trades, lot_usage, lot_reservations, lot_disposals, wash_sale_adjustments, statement_months, monthly_statements, drawn_documents, audit_log,
      audit_seals, idempotency_keys, outbox_events, jobs restart identity cascade`);
    await trigger('enable');
  });
}

/** What is played, and the three people whom visitors may look at it as. */
export interface Play {
  steps: readonly Step[];
  people: Record<'investor' | 'owner' | 'admin', Person>;
  /** Signs up with the first one, so that two admins can approve each other's requests. */
  secondAdmin?: Person;
}

/**
 * Fills an empty database with two years of sample data: accounts, properties, deposits and investments, each made
 * by the command that a person's click would call, at the moment it would have happened. The demo has a shorter play.
 * @param platformAt the product running by another clock, with a bank that settles every transfer at once
 * @param say called with a line of progress now and then
 * @throws when the books do not balance afterwards
 */
export async function buildSampleWorld(
  platformAt: (clock: Clock) => Platform,
  say: (line: string) => void,
  now = new Date(),
  { steps, people, secondAdmin }: Play = {
    steps: timelineOf(chanceOf(SEED), now),
    people: sampleAccounts(),
    secondAdmin: { email: accountOf('second admin').email, firstName: 'Second', lastName: 'Admin' },
  },
): Promise<void> {
  const clock = movingClock(present(steps[0], 'the first step').at);
  const stage = createStage(platformAt(clock), clock, people, secondAdmin);
  await clear(stage.platform);
  await start(stage.system, {});
  let lastLoggedMs = Date.now();
  for (const [index, step] of steps.entries()) {
    await stage.play(step);
    if (Date.now() - lastLoggedMs > 2 * SECOND) {
      lastLoggedMs = Date.now();
      say(`Playing two years of sample data: ${Math.round((100 * index) / steps.length)}%`);
    }
  }
  clock.moveTo(now);
  await stage.platform.jobs.drain();
  const drift = await verifyLedger(stage.platform.db);
  assert(drift.length === 0, `the sample world does not add up: ${JSON.stringify(drift.slice(0, 3))}`);
  await finish(stage.system, {});
  say(`The sample world is ready: ${steps.length} steps, and every cent and share accounted for.`);
}

interface Person {
  /** Given where it is documented. */
  id?: string;
  email: string;
  firstName: string;
  lastName: string;
}

const accountOf = (who: string) =>
  present(
    SAMPLE_ACCOUNTS.find(({ label }) => label.toLowerCase() === who),
    'a sample account',
  );

function sampleAccount(who: 'investor' | 'owner' | 'admin'): Person {
  const account = accountOf(who);
  return { email: account.email, firstName: 'Sample', lastName: account.label };
}

const sampleAccounts = (): Play['people'] => ({
  investor: sampleAccount('investor'),
  owner: sampleAccount('owner'),
  admin: sampleAccount('admin'),
});

const personOf = (who: Exclude<Who, string>): Person =>
  present(
    'investor' in who ? sampleInvestors[who.investor] : sampleOwners[who.owner],
    'a member of the cast',
  );

function createStage(
  platform: Platform,
  clock: ReturnType<typeof movingClock>,
  people: Play['people'],
  secondAdmin?: Person,
) {
  const cast = (who: Who) => (typeof who === 'string' ? people[who] : personOf(who));
  const system: CommandContext = { platform, caller: { actor: systemActor('sample-world') } };
  const userIds = new Map<string, string>();
  const propertyIds = new Map<number, number>();
  const listingIds = new Map<number, string>();
  const valuationIds = new Map<number, string>();

  const as = (who: Who): SignedIn => {
    const userId = present(userIds.get(cast(who).email), 'a signed-up person');
    const role = who === 'admin' ? 'admin' : 'user';
    const authenticatedAt = clock.now();
    const actor: UserActor = {
      kind: 'user',
      userId,
      role,
      scope: 'write',
      sessionId: null,
      authenticatedAt,
    };
    return { platform, caller: { actor } };
  };
  const propertyIdOf = (property: number) => present(propertyIds.get(property), 'a submitted property');

  const checkIdentity = createIdentityChecks(platform);
  const proceed = createProceedings({ platform, clock, as, propertyIdOf });
  const playSubmission = createSubmissionDesk({ platform, clock, as });

  async function signUp(who: Who): Promise<void> {
    const person = cast(who);
    userIds.set(person.email, await createPerson(person));
    if (who === 'admin') await grantAdmin(system, { email: person.email });
    await completeOnboarding(as(who), { answers: sampleAnswers });
    if (who === 'admin' && secondAdmin) await signUpSecondAdmin(secondAdmin);
  }

  async function createPerson({ id, email, firstName, lastName }: Person): Promise<string> {
    const account = await createAccount(system, {
      ...(id !== undefined && { id }),
      email,
      firstName,
      lastName,
      password: SAMPLE_PASSWORD,
      emailConfirmed: true,
    });
    return account.id;
  }

  async function signUpSecondAdmin(person: Person): Promise<void> {
    const userId = await createPerson(person);
    await grantAdmin(system, { email: person.email });
    const { platform, caller } = as('admin');
    await completeOnboarding(
      { platform, caller: { actor: { ...caller.actor, userId } } },
      { answers: sampleAnswers },
    );
  }

  async function verifyIdentity(who: Who): Promise<void> {
    const person = cast(who);
    const order = [...userIds.keys()].indexOf(person.email);
    await checkIdentity(as(who), as('admin'), { ...person, order });
  }

  async function review(property: number): Promise<void> {
    const { outcome, reason } = present(sampleProperties[property], 'a sample property');
    const status = outcome === 'failed' ? 'approved' : outcome;
    await setStatus(as('admin'), { id: propertyIdOf(property), status, reason });
  }

  async function close(property: number): Promise<void> {
    await closeOffering(system, { propertyId: propertyIdOf(property) });
    await platform.jobs.drain();
  }

  async function resell(
    step: Extract<Step, { do: 'list' | 'bid' | 'buy' }>,
    requestId: string,
  ): Promise<void> {
    const person = as(step.who);
    const { shares } = step;
    if (step.do === 'buy') {
      const listingId = present(listingIds.get(step.listing), 'an open listing');
      await buyShares(person, { listingId, shares, expectedTotalCents: step.totalCents, requestId });
      return;
    }
    const propertyId = propertyIdOf(step.property);
    const order = { propertyId, shares, pricePerShareCents: step.priceCents, requestId };
    if (step.do === 'bid') await placeBid(person, order);
    else listingIds.set(step.listing, (await openListing(person, order)).id);
  }

  async function autoInvest(at: Date): Promise<void> {
    await planRun(system, { trigger: 'daily', slot: `daily:${at.toISOString().slice(0, 10)}` });
    await platform.jobs.drain({ scheduled: false });
  }

  async function file({ property, paper }: Extract<Step, { do: 'file' }>): Promise<void> {
    const { submission } = present(sampleProperties[property], 'a sample property');
    await filePaper(as(ownerOf(property)), paper, { propertyId: propertyIdOf(property), submission });
  }

  async function value(step: Extract<Step, { do: 'value' }>, requestId: string): Promise<void> {
    const { property, basis, at } = step;
    const owner = as(ownerOf(property));
    const { submission } = present(sampleProperties[property], 'a sample property');
    const [propertyId, valuationCents] = [propertyIdOf(property), valuedAt(step)];
    const documentId = await filePaper(owner, 'appraisal', { propertyId, submission, valuationCents });
    const { id } = await fileValuation(owner, {
      propertyId,
      effectiveOn: at.toISOString().slice(0, 10),
      amountCents: valuationCents,
      debtCents: 0,
      basis,
      documentId,
      requestId,
    });
    valuationIds.set(step.valuation, id);
  }

  async function play(step: Step): Promise<void> {
    clock.moveTo(step.at);
    const requestId = newId();
    if (step.do === 'sign up') return signUp(step.who);
    if (step.do === 'verify identity') return verifyIdentity(step.who);
    if (step.do === 'review') return review(step.property);
    if (step.do === 'close offering') return close(step.property);
    if (step.do === 'file') return file(step);
    if (step.do === 'classify') return classifyYear(as('admin'), step.year);
    if (step.do === 'run jobs') return void (await platform.jobs.drain());
    if ('submission' in step) return playSubmission(step);
    if (step.do === 'value') return value(step, requestId);
    if (step.do === 'approve valuation') {
      const valuationId = present(valuationIds.get(step.valuation), 'a filed valuation');
      return void (await approveValuation(as('admin'), { valuationId, requestId }));
    }
    if (step.do === 'refer') {
      const { code } = await makeCode(as(step.by), {});
      const userId = present(userIds.get(cast(step.who).email), 'a signed-up person');
      return void (await recordReferral(system, { userId, code }));
    }
    if (step.do === 'watch') {
      return void (await watchProperty(as(step.who), { propertyId: propertyIdOf(step.property) }));
    }
    if (step.do === 'turn on auto-invest') return void (await saveSettings(as(step.who), sampleSettings));
    if (step.do === 'auto-invest') return autoInvest(step.at);
    if (step.do === 'join waitlist') {
      const { email, name } = step;
      return void (await addToWaitlist(system, { email, name, requestId }));
    }
    if (step.do === 'submit') {
      const { submission } = present(sampleProperties[step.property], 'a sample property');
      const { id } = await submit(as(step.who), { submission, requestId });
      propertyIds.set(step.property, id);
    } else if (step.do === 'deposit') {
      await deposit(as(step.who), { amountCents: step.amountCents, requestId });
      await platform.jobs.drain({ scheduled: false });
    } else if (step.do === 'invest') {
      const { property, shares } = step;
      await invest(as(step.who), { propertyId: propertyIdOf(property), shares, requestId });
    } else if (step.do === 'list' || step.do === 'bid' || step.do === 'buy') {
      await resell(step, requestId);
    } else {
      await proceed(step, requestId);
    }
  }

  return { platform, system, play };
}
