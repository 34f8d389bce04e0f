import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { appRouter } from '#app/server/app-router.ts';
import { grantAdmin, signUpCommand } from '#features/identity/server/index.ts';
import { createSession } from '#features/identity/server/sessions/sessions.ts';
import type { NotificationType } from '#features/notifications/notifications.contract.ts';
import { notify } from '#features/notifications/server/index.ts';
import type { OnboardingAnswers } from '#features/onboarding/onboarding.contract.ts';
import type { PropertyEntity } from '#features/properties/properties.contract.ts';
import { setStatus, submit } from '#features/properties/server/index.ts';
import { deposit } from '#features/wallet/server/index.ts';
import { MAX_TRANSFER_CENTS } from '#features/wallet/wallet.contract.ts';
import { toDecimal } from '#kernel/money.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { type Caller, systemActor, type UserActor, visitor } from '#platform/server/security/caller.ts';
import { createCallerFactory, type TrpcContext } from '#platform/server/transport/trpc.ts';

export const PASSWORD = 'violet-orchard-92-lamp';

/** Someone as commands and procedures see them. */
export interface Person extends TrpcContext {
  id: string;
  email: string;
  actor: UserActor;
}

const network = { address: '192.0.2.1', userAgent: 'test', secure: false };

export function contextOf(platform: Platform, actor: Caller['actor'] = visitor): TrpcContext {
  return { platform, caller: { ...network, actor }, responseHeaders: new Headers(), cookies: '' };
}

export function systemOf(platform: Platform) {
  return { platform, caller: { actor: systemActor('test') } };
}

const callerOf = createCallerFactory(appRouter);

/** The procedures as this person (or a visitor) calls them; the signal ends their subscriptions. */
export function api(context: TrpcContext, signal?: AbortSignal) {
  return callerOf(context, signal ? { signal } : {});
}

/** The same person on another server of the product. */
export function on(platform: Platform, person: Person): Person {
  return { ...person, platform };
}

/** A key that no other request has. */
export const newKey = () => randomUUID();

/** Answers to every question of onboarding that narrow nothing. */
export const onboardingAnswers: OnboardingAnswers = {
  investmentExperience: 'some',
  riskTolerance: 'moderate',
  investmentGoals: ['Passive income generation'],
  monthlyBudget: '500-1000',
  timeHorizon: '5-10',
  propertyTypes: ['Single Family Homes', 'Industrial Properties'],
  geographicPreferences: [],
  notifications: { email: true, sms: false, push: true },
};

/** A new user with this number of cents in the wallet. */
export async function aUser(
  platform: Platform,
  { cash = 0, email = `${randomUUID()}@example.test`, emailConfirmed = true } = {},
): Promise<Person> {
  const account = { email, password: PASSWORD, firstName: 'Ada', lastName: 'Quill', emailConfirmed };
  const { id } = await signUpCommand(contextOf(platform), account);
  const person = await personOf(platform, { id, email, role: 'user' });
  await fund(person, cash);
  return person;
}

/** A new user with role `admin`. */
export async function anAdmin(platform: Platform): Promise<Person> {
  const { id, email } = await aUser(platform);
  await grantAdmin(systemOf(platform), { email });
  return personOf(platform, { id, email, role: 'admin' });
}

/** Someone as signed in just now, in a session of their own; an admin proves who they are whenever it is asked. */
export async function personOf(
  platform: Platform,
  { id, email, role }: { id: string; email: string; role: UserActor['role'] },
): Promise<Person> {
  const authenticatedAt = platform.clock.now();
  const { sessionId } = await createSession(platform.db, {
    userId: id,
    device: 'test',
    now: authenticatedAt,
  });
  const actor: UserActor = {
    kind: 'user',
    userId: id,
    role,
    scope: 'write',
    sessionId,
    get authenticatedAt() {
      return role === 'admin' ? platform.clock.now() : authenticatedAt;
    },
  };
  return { ...contextOf(platform, actor), id, email, actor };
}

/** Deposits money and waits until it is available; the bank must not be set to refuse. */
export async function fund(person: Person, cents: number): Promise<void> {
  let pending = 0;
  for (let left = cents; left > 0; left -= MAX_TRANSFER_CENTS) {
    const amountCents = Math.max(100, Math.min(left, MAX_TRANSFER_CENTS));
    await deposit(person, { amountCents, requestId: newKey() });
    pending += 1;
    const isLast = left <= MAX_TRANSFER_CENTS;
    // At most ten may be pending.
    if (isLast || pending % 10 === 0) await person.platform.jobs.drain();
  }
}

const sendNotification = defineCommand({
  name: 'test.notify',
  input: z.object({ userId: z.string(), title: z.string(), type: z.string(), always: z.boolean() }),
  access: 'system',
  async run(run, { userId, title, type, always }) {
    const about = { priority: 'medium', message: 'It has a text.', actionUrl: '/wallet' } as const;
    await notify(run, { ...about, userId, title, type: type as NotificationType, always });
    return {};
  },
  audit: () => ({ subject: 'test' }),
});

/** Notifies a person by a command. */
export async function notifyPerson(
  { id, platform }: Person,
  title: string,
  { type = 'system', always = false }: { type?: NotificationType; always?: boolean } = {},
): Promise<void> {
  await sendNotification(systemOf(platform), { userId: id, title, type, always });
}

export interface PropertyTerms {
  shares?: number;
  /** Cents for one share. */
  price?: number;
  annualYield?: string;
  name?: string;
  location?: string;
  streetAddress?: string;
  zipCode?: string;
  latitude?: number;
  longitude?: number;
  propertyType?: 'residential' | 'commercial' | 'industrial';
  subtype?: string;
  owner?: Person;
  admin?: Person;
  /** Shares that must be sold; without a minimum, the default here, the shares are their holders' at once. */
  minimumShares?: number;
  fundingDays?: number;
}

/** A property that waits for review. */
export async function aPendingProperty(
  platform: Platform,
  offering: PropertyTerms = {},
): Promise<PropertyEntity> {
  const { shares = 100, price = 10_000, annualYield = '7.5', minimumShares = 0, fundingDays = 60 } = offering;
  const { name = 'Maple Court', location = 'Austin, TX', propertyType = 'residential' } = offering;
  const { streetAddress, zipCode, latitude, longitude, subtype } = offering;
  return submit(offering.owner ?? (await aUser(platform)), {
    submission: {
      name,
      location,
      streetAddress,
      zipCode,
      latitude,
      longitude,
      propertyType,
      subtype,
      annualYield,
      pricePerShare: toDecimal(price),
      totalShares: shares,
      minimumShares,
      fundingDays,
    },
    requestId: newKey(),
  });
}

/** A property that is on the market. */
export async function anApprovedProperty(
  platform: Platform,
  offering: PropertyTerms = {},
): Promise<PropertyEntity> {
  const { id } = await aPendingProperty(platform, offering);
  const { owner } = offering;
  const admin = offering.admin && offering.admin.id !== owner?.id ? offering.admin : await anAdmin(platform);
  return setStatus(admin, { id, status: 'approved' });
}
