import { sql } from 'drizzle-orm';
import { comparableSales } from '#db/schema/intake.ts';
import { DomainError } from '#kernel/errors.ts';
import { isDatedAhead } from '#kernel/time.ts';
import { zipArea } from '#kernel/zip-codes.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { importComparablesInput, intakeErrors } from '../intake.contract.ts';

/**
 * Stores real sales, for an operator. A sale that is there already (the same source, ZIP code, address and day) is
 * corrected where its price or size differs.
 * @throws SOLD_AHEAD, with an issue for each sale in the future
 */
export const importComparables = defineCommand({
  name: 'intake.importComparables',
  input: importComparablesInput,
  access: 'system',
  async run({ tx, now, newId }, { sales }) {
    const ahead = sales.flatMap(({ soldOn }, index) =>
      isDatedAhead(soldOn, now)
        ? [{ path: `sales.${index}.soldOn`, message: intakeErrors.SOLD_AHEAD.message }]
        : [],
    );
    if (ahead.length > 0) throw new DomainError(intakeErrors.SOLD_AHEAD, { issues: ahead });
    const { source, zipCode, address, soldOn, priceCents, squareFeet } = comparableSales;
    // A statement cannot change the same row twice: of a sale that is given twice, the last one is stored.
    const distinct = new Map(
      sales.map((sale) => [
        JSON.stringify([sale.source, zipArea(sale.zipCode), sale.address, sale.soldOn]),
        sale,
      ]),
    );
    const written = await tx
      .insert(comparableSales)
      .values(
        [...distinct.values()].map((sale) => ({
          ...sale,
          id: newId(),
          zipCode: zipArea(sale.zipCode),
          importedAt: now,
        })),
      )
      .onConflictDoUpdate({
        target: [source, zipCode, address, soldOn],
        set: { priceCents: sql`excluded.price`, squareFeet: sql`excluded.square_feet`, importedAt: now },
        setWhere: sql`(${priceCents}, ${squareFeet}) is distinct from (excluded.price, excluded.square_feet)`,
      })
      .returning({ isNew: sql<boolean>`xmax = 0` });
    const added = written.filter(({ isNew }) => isNew).length;
    return { added, corrected: written.length - added, unchanged: distinct.size - written.length };
  },
  audit: (_, counts) => ({ subject: 'comparable-sales', details: counts }),
});
