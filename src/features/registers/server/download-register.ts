import { eq, sql } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { registerReleases } from '#db/schema/registers.ts';
import { allHolders } from '#features/ledger/server/index.ts';
import { requireImpartial } from '#features/ownership/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { dayText } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { statementParts, textArray } from '#platform/server/database/columns.ts';
import { rows, type Transaction } from '#platform/server/database/db.ts';
import { csvOf } from '#platform/server/transport/csv.ts';
import { downloadRegisterInput, MAX_EXPORTED_HOLDERS, registerErrors } from '../registers.contract.ts';

const HEADS = ['Legal Name', 'Name Verified', 'Email', 'Account', 'Shares', 'Percent of All Shares'];

interface NamedPerson extends Record<string, unknown> {
  name: string;
  isChecked: boolean;
  email: string;
  userId: string;
}

/**
 * The register of a property's holders as of its record moment, as a CSV file; texts that a spreadsheet would run as
 * formulas are escaped. A command, so that the audit log says who downloaded it.
 * @throws RELEASE_NOT_FOUND, OWN_PROPERTY, RELEASE_EXPIRED, TOO_MANY_HOLDERS
 */
export const downloadRegister = defineCommand({
  name: 'registers.downloadRegister',
  input: downloadRegisterInput,
  access: 'admin',
  needsApproval: false,
  async run({ tx, actor, now }, { id }) {
    const [found] = await tx
      .select({
        release: registerReleases,
        ownerId: properties.ownerId,
        totalShares: properties.totalShares,
      })
      .from(registerReleases)
      .innerJoin(properties, eq(properties.id, registerReleases.propertyId))
      .where(eq(registerReleases.id, id));
    if (!found) throw new DomainError(registerErrors.RELEASE_NOT_FOUND);
    const { release, totalShares } = found;
    await requireImpartial(tx, actor, found);
    if (release.expiresAt <= now) throw new DomainError(registerErrors.RELEASE_EXPIRED);
    const holders = await holdersAt(tx, release);
    const lines = holders.map(({ name, isChecked, email, userId, shares }) => [
      name,
      isChecked ? 'yes' : 'no',
      email,
      userId,
      String(shares),
      ((shares * 100) / totalShares).toFixed(4),
    ]);
    const day = dayText(release.recordAt);
    const fileName = `register-${release.propertyId}-${day}.csv`;
    return { fileName, csv: csvOf(HEADS, lines), rows: lines.length, propertyId: release.propertyId };
  },
  audit: ({ id }, { propertyId, rows }) => ({
    subject: `property:${propertyId}`,
    details: { registerId: id, rows },
  }),
});

/** The holders, the largest first, under the name of their checked identity, or else of their account. */
async function holdersAt(
  tx: Transaction,
  { propertyId, recordAt }: typeof registerReleases.$inferSelect,
): Promise<(NamedPerson & { shares: number })[]> {
  const held = await allHolders(tx, propertyId, recordAt);
  if (held.length > MAX_EXPORTED_HOLDERS) throw new DomainError(registerErrors.TOO_MANY_HOLDERS);
  const sharesOf = new Map(held.map(({ userId, shares }) => [userId, shares]));
  const found: (NamedPerson & { shares: number })[] = [];
  for (const part of statementParts([...sharesOf.keys()])) {
    const people = await rows<NamedPerson>(
      tx,
      sql`select case when k.user_id is null then u.first_name || ' ' || u.last_name
                      else k.first_name || ' ' || k.last_name end as name,
                 k.user_id is not null as "isChecked", u.email, u.id as "userId"
          from users u
          left join kyc_applications k on k.user_id = u.id and k.status = 'approved'
          where u.id = any(${textArray(part)})`,
    );
    found.push(...people.map((person) => ({ ...person, shares: sharesOf.get(person.userId) ?? 0 })));
  }
  return found.sort((one, two) => two.shares - one.shares || (one.userId < two.userId ? -1 : 1));
}
