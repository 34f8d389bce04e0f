import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment, money, percent } from './columns.ts';
import { users } from './identity.ts';
import { properties } from './properties.ts';

/** Alert settings of a person, as `alertSettings` of the contract. */
export type StoredAlerts = Record<string, boolean | number>;

/** Properties that a person watches, with the figures of the moment when they were added. */
export const watchedProperties = pgTable(
  'watched_properties',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    propertyId: integer('property_id')
      .notNull()
      .references(() => properties.id),
    addedAt: moment('added_at').notNull(),
    /** Shown while the property is off the market: the public facts when it was added. */
    name: text('name').notNull(),
    location: text('location').notNull(),
    priceWhenAddedCents: money('price_when_added').notNull(),
    basisWhenAdded: text('basis_when_added', {
      enum: ['offering_price', 'purchase', 'appraisal', 'broker_opinion', 'automated_estimate', 'sale'],
    })
      .notNull()
      .default('offering_price'),
    /** The day of the valuation that the price rested on; null for the offering price. */
    basisWhenAddedOn: text('basis_when_added_on'),
    yieldWhenAddedBps: percent('yield_when_added').notNull(),
    /** Null while the person's general alerts apply. */
    alerts: jsonb('alerts').$type<StoredAlerts>(),
    /** Levels that the property is beyond: each alerts again only after it has moved back. */
    passedLevels: text('passed_levels').array().notNull(),
    /** When each level last alerted, as an ISO text by its name. */
    alertedAt: jsonb('alerted_at').$type<Record<string, string>>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.propertyId] }),
    index('watched_properties_property').on(table.propertyId, table.userId),
    index('watched_properties_added').on(table.userId, table.addedAt.desc(), table.propertyId.desc()),
  ],
);

/** A person's general alerts; without a row the defaults apply. */
export const watchlistAlerts = pgTable('watchlist_alerts', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  alerts: jsonb('alerts').$type<StoredAlerts>().notNull(),
  updatedAt: moment('updated_at').notNull(),
});

/** The figures of a watched property that were last compared with the levels of those who watch it. */
export const watchedFigures = pgTable('watched_figures', {
  propertyId: integer('property_id')
    .primaryKey()
    .references(() => properties.id),
  figures: text('figures').notNull(),
});
