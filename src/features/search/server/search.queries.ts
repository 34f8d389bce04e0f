import { type SQL, sql } from 'drizzle-orm';
import { properties, wordsOf } from '#db/schema/properties.ts';
import { type BasisPoints, parsePercent, parseUsd, percentText } from '#kernel/money.ts';
import { wordsQueryOf } from '#kernel/search.ts';
import { type Database, rows } from '#platform/server/db.ts';
import type { Suggestion } from '../search.contract.ts';
import { MOST_LOCATIONS, MOST_SUGGESTIONS, YIELD_TOLERANCE_BPS, yieldIn } from '../search.rules.ts';

/** Among how many matches the best are looked for, and up to how many are counted: it bounds the work of any text. */
const MOST_LOOKED_AT = 1_000;

const approved = sql`${properties.status} = 'approved'`;
const words = wordsOf(properties.name, properties.location);
const found = sql`${properties.id}, ${properties.name}, ${properties.location}, ${properties.propertyType} as type,
  ${properties.annualYieldBps}::text as yield, ${properties.pricePerShareCents}::text as price`;

interface Found extends Record<string, unknown> {
  id: number;
  name: string;
  location: string;
  type: 'residential' | 'commercial' | 'industrial';
  yield: string;
  price: string;
}

/** What the search box offers for a text: a yield, locations and properties, at most eight (SRCH-03, SRCH-13, SRCH-14). */
export async function suggestions(db: Database, { q }: { q: string }): Promise<Suggestion[]> {
  const query = wordsQueryOf(q);
  const near = yieldIn(q);
  const [ofYield, ofLocation, named, nearby] = await Promise.all([
    near === null ? [] : yieldSuggestion(db, near),
    query === null ? [] : locationSuggestions(db, query),
    query === null ? [] : propertiesNamed(db, query, q),
    near === null ? [] : propertiesNear(db, near),
  ]);
  const ids = new Set(named.map(({ id }) => id));
  const matched = [...named, ...nearby.filter(({ id }) => !ids.has(id))];
  return [...ofYield, ...ofLocation, ...matched.map(propertySuggestion)].slice(0, MOST_SUGGESTIONS);
}

/** Properties by the words of their name and location; those whose name begins as the text does come first. */
function propertiesNamed(db: Database, query: string, q: string): Promise<Found[]> {
  const beginning = `${q.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return rows<Found>(
    db,
    sql`select * from (
          select ${found} from ${properties} where ${approved} and ${words} @@ to_tsquery('simple', ${query})
          limit ${MOST_LOOKED_AT}) as matches
        order by name ilike ${beginning} desc, yield::numeric desc, id desc limit ${MOST_SUGGESTIONS}`,
  );
}

/** Properties whose yield is within one point of this one, the nearest first. */
function propertiesNear(db: Database, bps: BasisPoints): Promise<Found[]> {
  const asked = sql`${percentText(bps)}::numeric`;
  const tolerance = sql`${percentText(YIELD_TOLERANCE_BPS)}::numeric`;
  const column = properties.annualYieldBps;
  const side = (limits: SQL, order: SQL) =>
    sql`(select ${found} from ${properties} where ${approved} and ${limits}
         order by ${order} limit ${MOST_SUGGESTIONS})`;
  return rows<Found>(
    db,
    sql`select * from (
          ${side(sql`${column} >= ${asked} and ${column} <= ${asked} + ${tolerance}`, sql`${column} asc, ${properties.id} asc`)}
          union all
          ${side(sql`${column} < ${asked} and ${column} >= ${asked} - ${tolerance}`, sql`${column} desc nulls last, ${properties.id} desc nulls last`)}
        ) as matches order by abs(yield::numeric - ${asked}), id limit ${MOST_SUGGESTIONS}`,
  );
}

async function locationSuggestions(db: Database, query: string): Promise<Suggestion[]> {
  const matching = await rows<{ location: string; many: number }>(
    db,
    sql`select location, (
          select count(*)::int from (
            select 1 from ${properties} where ${approved} and lower(${properties.location}) = lower(places.location)
            limit ${MOST_LOOKED_AT}) as own
        ) as many
        from (
          select location, count(*) as seen from (
            select ${properties.location} from ${properties}
            where ${approved} and ${words} @@ to_tsquery('simple', ${query}) limit ${MOST_LOOKED_AT}) as matches
          where to_tsvector('simple', regexp_replace(location, '[^[:alnum:]]+', ' ', 'g')) @@ to_tsquery('simple', ${query})
          group by location order by seen desc, location limit ${MOST_LOCATIONS}) as places
        order by seen desc, location`,
  );
  return matching.map(({ location, many }) => ({
    ...nothing,
    id: `location:${location}`,
    type: 'location',
    title: location,
    subtitle: countText(many),
    badge: 'Location',
    location,
  }));
}

async function yieldSuggestion(db: Database, bps: BasisPoints): Promise<Suggestion[]> {
  const from = percentText(Math.max(0, bps - YIELD_TOLERANCE_BPS));
  const to = percentText(bps + YIELD_TOLERANCE_BPS);
  const [band] = await rows<{ many: number }>(
    db,
    sql`select count(*)::int as many from (
          select 1 from ${properties}
          where ${approved} and ${properties.annualYieldBps} between ${from}::numeric and ${to}::numeric
          limit ${MOST_LOOKED_AT}) as band`,
  );
  if (!band || band.many === 0) return [];
  const percent = percentText(bps).replace(/\.?0+$/, '');
  return [
    {
      ...nothing,
      id: `yield:${percent}`,
      type: 'yield',
      title: `About ${percent}% a year`,
      subtitle: `${countText(band.many)} within one point`,
      badge: 'Yield',
      yieldBps: bps,
    },
  ];
}

const nothing = { yieldBps: null, priceCents: null, location: null };

function propertySuggestion(property: Found): Suggestion {
  return {
    id: String(property.id),
    type: 'property',
    title: property.name,
    subtitle: property.location,
    badge: property.type.slice(0, 1).toUpperCase() + property.type.slice(1),
    yieldBps: parsePercent(property.yield),
    priceCents: parseUsd(property.price),
    location: property.location,
  };
}

function countText(many: number): string {
  if (many >= MOST_LOOKED_AT) return `${MOST_LOOKED_AT.toLocaleString('en-US')} or more properties`;
  return `${many} ${many === 1 ? 'property' : 'properties'}`;
}
