import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#db/schema/identity.ts';
import { isSamePerson } from '#features/ownership/server/index.ts';
import { assert } from '#kernel/assert.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { fullName } from '#kernel/person.ts';
import { email } from '#kernel/schemas.ts';
import type { ApprovalRule } from '#platform/server/commands/approval.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import { lockAndReadFreezes } from '#platform/server/security/frozen-accounts.ts';
import { identityErrors } from '../../identity.contract.ts';
import { ROLE_CHANGED } from '../../identity.events.ts';
import { type Account, accountByEmail } from '../accounts/accounts.ts';
import { endAccess } from '../sessions/end-access.ts';

type Role = Account['role'];

/**
 * Gives a person with a confirmed email this role; a changed role ends all earlier sessions and access tokens.
 * @throws NOT_FOUND, PERSON_FROZEN
 */
export const defineRoleCommand = (name: string, role: Role) =>
  defineCommand({
    name,
    input: z.strictObject({ email }),
    access: 'system',
    async run(run, input) {
      const account = await accountByEmail(run.tx, input.email);
      if (!account?.emailConfirmedAt) {
        const message = account
          ? `Nobody has confirmed the email ${input.email} yet. Open the link in the sign-up email first.`
          : `No account has the email ${input.email}.`;
        throw new DomainError(commonErrors.NOT_FOUND, { message });
      }
      return { id: account.id, changed: await changeRole(run, account.id, role) };
    },
    audit: (_, { id, changed }) => ({ subject: `user:${id}`, details: { changed } }),
  });

/** Change of another person's role by an admin, which needs a second admin. */
export async function changeRoleOf(
  run: Run<Extract<Run['actor'], { kind: 'user' }>>,
  userId: string,
  role: Role,
): Promise<{ userId: string; role: Role }> {
  const { tx, actor, emit } = run;
  if (await isSamePerson(tx, actor.userId, userId)) throw new DomainError(identityErrors.OWN_ROLE);
  const account = await accountById(tx, userId);
  if (role === 'admin' && !account.emailConfirmedAt)
    throw new DomainError(identityErrors.EMAIL_NOT_CONFIRMED);
  if (!(await changeRole(run, userId, role)))
    throw new DomainError(role === 'admin' ? identityErrors.ALREADY_ADMIN : identityErrors.NOT_ADMIN);
  emit(ROLE_CHANGED, { userId, broadcast: { audience: 'admins' }, payload: { userId, role } });
  return { userId, role };
}

/** The approval that such a change needs. */
export const roleApproval = (role: Role): ApprovalRule<{ userId: string }> => ({
  isOneAtATime: true,
  async describe(tx, { userId }) {
    const account = await accountById(tx, userId);
    const name = fullName(account);
    return {
      subject: `user:${userId}`,
      title: role === 'admin' ? `Make ${name} an admin` : `Remove the admin role from ${name}`,
      facts: [
        { label: 'Person', value: name },
        { label: 'Email', value: account.email },
      ],
      path: `/admin-users/${userId}`,
    };
  },
});

async function accountById(db: Queryable, userId: string): Promise<Account> {
  const [account] = await db.select().from(users).where(eq(users.id, userId));
  if (!account) throw new DomainError(commonErrors.NOT_FOUND);
  return account;
}

/**
 * Returns whether the person had another role before.
 * @throws PERSON_FROZEN
 */
async function changeRole(run: Run, userId: string, role: Role): Promise<boolean> {
  const { tx, now } = run;
  // First, since it has to come before any lock of a row.
  const isFrozen = role === 'admin' && (await lockAndReadFreezes(tx, [userId])).has(userId);
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  assert(user, 'an account is never removed');
  if (user.role === role) return false;
  if (isFrozen) throw new DomainError(identityErrors.PERSON_FROZEN);
  const adminSince = role === 'admin' ? now : null;
  await tx.update(users).set({ role, adminSince, updatedAt: now }).where(eq(users.id, userId));
  await endAccess(run, { userId });
  return true;
}
