import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import {
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { STATES } from '../../src/kernel/states.ts';
import { moment, money, percent } from './columns.ts';
import { users } from './identity.ts';

/** Lower-case words with a space before each: a word's start is then a pattern, and punctuation never matters. */
function searchable(...parts: SQL[]): SQL {
  const text = sql.join(parts, sql` || ' ' || `);
  return sql`' ' || lower(regexp_replace(${text}, '[^[:alnum:]]+', ' ', 'g'))`;
}

const STATE_CODE = "',[[:space:]]*([A-Za-z]{2})[[:space:]]*$'";

/** The name of the state that a location such as "Miami, FL" ends with. */
function stateName(location: AnyColumn | SQL): SQL {
  const names = STATES.map(([code, name]) => `when '${code}' then '${name}'`).join(' ');
  return sql`case upper(substring(${location} from ${sql.raw(STATE_CODE)})) ${sql.raw(names)} else '' end`;
}

/** The words by which a location is found: the city, the state's code and its name. */
export function placeText(location: AnyColumn | SQL): SQL {
  return searchable(sql`${location}`, stateName(location));
}

/** Each character twice: an index of three characters each then also finds parts of two characters. */
export function doubled(text: AnyColumn | SQL): SQL {
  return sql`regexp_replace(${text}, '([^ ])', '\\1\\1', 'g')`;
}

/** What the owner of a property says about it. Price, shares and minimum are not part of it. */
export interface PropertyDescription {
  name: string;
  description: string;
  location: string;
  streetAddress: string | null;
  zipCode: string | null;
  latitude: number | null;
  longitude: number | null;
  propertyType: 'residential' | 'commercial' | 'industrial';
  subtype: string | null;
  annualYieldBps: number;
}

/** A description that waits for approval, with its picture where that was changed. */
export interface PropertyCorrection extends PropertyDescription {
  imageUrl?: string | null;
}

/** Properties offered in shares. The shares still available are a ledger balance. */
export const properties = pgTable(
  'properties',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    description: text('description').notNull(),
    location: text('location').notNull(),
    streetAddress: text('street_address'),
    zipCode: text('zip_code'),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    imageUrl: text('image_url'),
    propertyType: text('property_type', { enum: ['residential', 'commercial', 'industrial'] }).notNull(),
    subtype: text('subtype'),
    pricePerShareCents: money('price_per_share').notNull(),
    totalShares: integer('total_shares').notNull(),
    annualYieldBps: percent('annual_yield').notNull(),
    /** The offering's own valuation, and the part of the property that its shares are; both fixed with its terms. */
    valuationCents: money('valuation').notNull(),
    equityOfferedBps: integer('equity_offered_bps').notNull().default(10_000),
    /** Annual net income that an admin confirmed by a document at approval; null where none was confirmed. */
    confirmedIncomeCents: money('confirmed_income'),
    /**
     * What the owner of a property that was on the market has corrected. Its holders see what was approved until an admin
     * approves this.
     */
    correction: jsonb('correction').$type<PropertyCorrection>(),
    status: text('status', { enum: ['pending', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    statusReason: text('status_reason'),
    approvedAt: moment('approved_at'),
    /** Set while it is rejected. */
    rejectedAt: moment('rejected_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs((): SQL => searchTextOf(properties)),
  },
  (table) => [
    index('properties_by_yield').on(table.status, table.annualYieldBps.desc(), table.id.desc()),
    index('properties_by_type_and_yield').on(
      table.status,
      table.propertyType,
      table.annualYieldBps.desc(),
      table.id.desc(),
    ),
    index('properties_by_price').on(table.status, table.pricePerShareCents, table.id),
    index('properties_by_approval').on(table.status, table.approvedAt.desc(), table.id.desc()),
    index('properties_owner').on(table.ownerId),
    index('properties_by_location')
      .on(sql`lower(${table.location})`, table.annualYieldBps.desc(), table.id.desc())
      .where(sql`${table.status} = 'approved'`),
    index('properties_by_name')
      .on(sql`lower(${table.name}) text_pattern_ops`)
      .where(sql`${table.status} = 'approved'`),
    // Without a pending list (fastupdate): every search would scan it, and where nothing vacuums it would grow forever.
    index('properties_search')
      .using('gin', sql`${table.searchText} gin_trgm_ops`)
      .with({ fastupdate: false }),
    index('properties_search_pairs')
      .using('gin', sql`${doubled(table.searchText)} gin_trgm_ops`)
      .with({ fastupdate: false }),
    check('properties_equity_offered', sql`${table.equityOfferedBps} between 1 and 10000`),
    check('properties_rejected', sql`(${table.status} = 'rejected') = (${table.rejectedAt} is not null)`),
    check(
      'properties_position',
      sql`(${table.latitude} is null) = (${table.longitude} is null)
        and ${table.latitude} between -90 and 90 and ${table.longitude} between -180 and 180`,
    ),
  ],
);

/** The words of the name and the place that the owner of a property has corrected. */
export const correctionText: SQL = searchable(
  sql`(${properties.correction} ->> 'name')`,
  sql`(${properties.correction} ->> 'location')`,
);

/** The words by which a property is found: its name, address, city, state, ZIP code and kind. */
function searchTextOf(table: typeof properties): SQL {
  return searchable(
    sql`${table.name}`,
    sql`coalesce(${table.streetAddress}, '')`,
    sql`${table.location}`,
    stateName(table.location),
    sql`coalesce(${table.zipCode}, '')`,
    sql`${table.propertyType}`,
    sql`coalesce(${table.subtype}, '')`,
  );
}

/**
 * Words of listed properties under themselves and under each form that lacks one letter: a mistyped word and the word
 * that was meant share such a form (symmetric delete spelling correction).
 */
export const searchWords = pgTable(
  'search_words',
  { form: text('form').notNull(), word: text('word').notNull() },
  (table) => [primaryKey({ columns: [table.form, table.word] })],
);
