import { SAMPLE_PASSWORD } from '#features/identity/sample-accounts.ts';
import { grantAdmin, signUpCommand } from '#features/identity/server/index.ts';
import { completeOnboarding } from '#features/onboarding/server/index.ts';
import { present } from '#kernel/assert.ts';
import type { Clock } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { sampleAnswers, sampleInvestors, sampleOwners } from './cast.ts';
import { createIdentityChecks, type UserContext } from './identities.ts';
import type { Participant } from './steps.ts';

export interface Person {
  /** Given where it is documented. */
  id?: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** The three people as whom visitors may look at a sample world. */
export type NamedPeople = Record<'investor' | 'owner' | 'admin', Person>;

const personOf = (who: Exclude<Participant, string>): Person =>
  present(
    'investor' in who ? sampleInvestors[who.investor] : sampleOwners[who.owner],
    'a member of the cast',
  );

/** Signs up the people of a sample world, checks their identities, and acts as them. */
export function createPeople({
  platform,
  clock,
  system,
  people,
  secondAdmin,
}: {
  platform: Platform;
  clock: Clock;
  system: CommandContext;
  people: NamedPeople;
  /** Signs up with the first one. */
  secondAdmin: Person | undefined;
}) {
  const cast = (who: Participant) => (typeof who === 'string' ? people[who] : personOf(who));
  const userIds = new Map<string, string>();
  const userIdOf = (who: Participant) => present(userIds.get(cast(who).email), 'a signed-up person');
  const checkIdentity = createIdentityChecks(platform);

  const as = (who: Participant): UserContext => {
    const actor: UserActor = {
      kind: 'user',
      userId: userIdOf(who),
      role: who === 'admin' ? 'admin' : 'user',
      scope: 'write',
      sessionId: null,
      authenticatedAt: clock.now(),
    };
    return { platform, caller: { actor } };
  };

  async function createPerson({ id, email, firstName, lastName }: Person): Promise<string> {
    const account = await signUpCommand(system, {
      ...(id !== undefined && { id }),
      email,
      firstName,
      lastName,
      password: SAMPLE_PASSWORD,
      emailConfirmed: true,
    });
    return account.id;
  }

  async function signUp(who: Participant): Promise<void> {
    const person = cast(who);
    userIds.set(person.email, await createPerson(person));
    if (who === 'admin') await grantAdmin(system, { email: person.email });
    await completeOnboarding(as(who), { answers: sampleAnswers });
    if (who === 'admin' && secondAdmin) await signUpSecondAdmin(secondAdmin);
  }

  async function signUpSecondAdmin(person: Person): Promise<void> {
    const userId = await createPerson(person);
    await grantAdmin(system, { email: person.email });
    const { caller } = as('admin');
    await completeOnboarding(
      { platform, caller: { actor: { ...caller.actor, userId } } },
      { answers: sampleAnswers },
    );
  }

  async function verifyIdentity(who: Participant): Promise<void> {
    const person = cast(who);
    const order = [...userIds.keys()].indexOf(person.email);
    await checkIdentity(as(who), as('admin'), { ...person, order });
  }

  return { as, userIdOf, signUp, verifyIdentity };
}
