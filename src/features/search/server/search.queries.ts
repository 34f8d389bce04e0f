import { type SQL, sql } from 'drizzle-orm';
import { placeText, properties } from '#db/schema/properties.ts';
import {
  type SearchTerms,
  searchTerms,
  withParts,
  withWholeWords,
  withWordStarts,
} from '#features/properties/server/index.ts';
import { type BasisPoints, bpsToDecimal, parsePercent, parseUsd } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { type Database, patternStartingWith, rows } from '#platform/server/database/db.ts';
import type { Suggestion } from '../search.contract.ts';
import { MAX_LOCATIONS, MAX_SUGGESTIONS, SEARCH_YIELD_TOLERANCE_BPS, yieldIn } from '../search.rules.ts';

/** Up to how many properties are counted: it bounds the work of any text. */
const MAX_COUNTED_PROPERTIES = 1_000;

const approved = sql`${properties.status} = 'approved'`;
const best = sql`${properties.annualYieldBps} desc nulls last, ${properties.id} desc nulls last`;
const found = sql`${properties.id}, ${properties.name}, ${properties.location}, ${properties.streetAddress} as street, ${properties.propertyType} as type,
  ${properties.annualYieldBps}::text as yield, ${properties.pricePerShareCents}::text as price`;

interface FoundProperty extends Record<string, unknown> {
  id: number;
  name: string;
  location: string;
  street: string | null;
  type: 'residential' | 'commercial' | 'industrial';
  yield: string;
  price: string;
}

/** Suggestions for a text: a yield, locations and properties, at most eight. */
export async function suggestions(db: Database, { q }: { q: string }): Promise<Suggestion[]> {
  const near = yieldIn(q);
  const onlyYield = near !== null && /[.%]/.test(q);
  const terms = onlyYield ? [] : await searchTerms(db, q);
  const [ofYield, ofLocation, named, nearby] = await Promise.all([
    near === null ? [] : yieldSuggestion(db, near),
    terms.length === 0 ? [] : locationSuggestions(db, terms, q),
    terms.length === 0 ? [] : propertiesFound(db, terms, q),
    near === null ? [] : propertiesNear(db, near),
  ]);
  const ids = new Set(named.map(({ id }) => id));
  const matched = [...named, ...nearby.filter(({ id }) => !ids.has(id))];
  return [...ofYield, ...ofLocation, ...matched.map(propertySuggestion)].slice(0, MAX_SUGGESTIONS);
}

/** Properties by all their words: first those of this name, then by the position of the text; the best yields first. */
async function propertiesFound(db: Database, terms: SearchTerms, q: string): Promise<FoundProperty[]> {
  const name = sql`lower(${properties.name})`;
  const ofRank = (rank: SQL, condition: SQL, order: SQL) =>
    sql`(select ${rank} as rank, ${found} from ${properties} where ${approved} and ${condition}
         order by ${order} limit ${MAX_SUGGESTIONS})`;
  const ranks = [
    // Forces the order of the index by name, which the planner avoids for frequent words. A property with exactly this
    // name comes first.
    ofRank(
      sql`case when ${name} = lower(${q}) then 0 else 1 end`,
      sql`${name} like lower(${patternStartingWith(q)})`,
      sql`${name} using ~<~, ${best}`,
    ),
    ofRank(sql`2`, withWordStarts(terms), best),
    ofRank(sql`3`, withParts(terms), best),
  ];
  const all = await rows<FoundProperty>(
    db,
    sql`select * from (${sql.join(ranks, sql` union all `)}) as ranked
        order by rank, yield::numeric desc, id desc`,
  );
  const once = all.filter(({ id }, at) => all.findIndex((one) => one.id === id) === at);
  return once.slice(0, MAX_SUGGESTIONS);
}

/** Properties whose yield is within one point of this one, the nearest first. */
function propertiesNear(db: Database, bps: BasisPoints): Promise<FoundProperty[]> {
  const asked = sql`${bpsToDecimal(bps)}::numeric`;
  const tolerance = sql`${bpsToDecimal(SEARCH_YIELD_TOLERANCE_BPS)}::numeric`;
  const column = properties.annualYieldBps;
  const side = (limits: SQL, order: SQL) =>
    sql`(select ${found} from ${properties} where ${approved} and ${limits}
         order by ${order} limit ${MAX_SUGGESTIONS})`;
  return rows<FoundProperty>(
    db,
    sql`select * from (
          ${side(sql`${column} >= ${asked} and ${column} <= ${asked} + ${tolerance}`, sql`${column} asc, ${properties.id} asc`)}
          union all
          ${side(sql`${column} < ${asked} and ${column} >= ${asked} - ${tolerance}`, sql`${column} desc nulls last, ${properties.id} desc nulls last`)}
        ) as matches order by abs(yield::numeric - ${asked}), id limit ${MAX_SUGGESTIONS}`,
  );
}

/** Every location on the market, one step through the index each; the count of its properties only for the best. */
const places = sql`(
  select ${properties.location} as location, lower(${properties.location}) as key from ${properties}
  where ${approved} order by lower(${properties.location}), ${best} limit 1
) union all
select next.location, next.key from places cross join lateral (
  select ${properties.location} as location, lower(${properties.location}) as key from ${properties}
  where ${approved} and lower(${properties.location}) > places.key
  order by lower(${properties.location}), ${best} limit 1) as next`;

async function locationSuggestions(db: Database, terms: SearchTerms, q: string): Promise<Suggestion[]> {
  const text = sql`known.text`;
  const matching = await rows<{ location: string; count: number }>(
    db,
    sql`with recursive places as (${places}),
        known as (select location, key, ${placeText(sql`location`)} as text from places)
        select location, (
          select count(*)::int from (
            select 1 from ${properties} where ${approved} and lower(${properties.location}) = best.key
            limit ${MAX_COUNTED_PROPERTIES}) as own
        ) as count
        from (
          select location, key, case
            when key = lower(${q}) then 0 when key like lower(${patternStartingWith(q)}) then 1
            when ${withWholeWords(terms, text)} then 2
            when ${withWordStarts(terms, text)} then 3 else 4 end as rank
          from known where ${withParts(terms, text)}
          order by rank, location limit ${MAX_LOCATIONS}) as best
        order by rank, location`,
  );
  return matching.map(({ location, count }) => ({
    ...nothing,
    id: `location:${location}`,
    type: 'location',
    title: location,
    subtitle: propertiesText(count),
    badge: 'Location',
    location,
  }));
}

async function yieldSuggestion(db: Database, bps: BasisPoints): Promise<Suggestion[]> {
  const from = bpsToDecimal(Math.max(0, bps - SEARCH_YIELD_TOLERANCE_BPS));
  const to = bpsToDecimal(bps + SEARCH_YIELD_TOLERANCE_BPS);
  const [band] = await rows<{ count: number }>(
    db,
    sql`select count(*)::int as count from (
          select 1 from ${properties}
          where ${approved} and ${properties.annualYieldBps} between ${from}::numeric and ${to}::numeric
          limit ${MAX_COUNTED_PROPERTIES}) as band`,
  );
  if (!band || band.count === 0) return [];
  const percent = bpsToDecimal(bps).replace(/\.?0+$/, '');
  return [
    {
      ...nothing,
      id: `yield:${percent}`,
      type: 'yield',
      title: `About ${percent}% a year`,
      subtitle: `${propertiesText(band.count)} within one point`,
      badge: 'Yield',
      yieldBps: bps,
    },
  ];
}

const nothing = { yieldBps: null, priceCents: null, location: null };

function propertySuggestion(property: FoundProperty): Suggestion {
  return {
    id: String(property.id),
    type: 'property',
    title: property.name,
    subtitle: property.street === null ? property.location : `${property.location} · ${property.street}`,
    badge: property.type.slice(0, 1).toUpperCase() + property.type.slice(1),
    yieldBps: parsePercent(property.yield),
    priceCents: parseUsd(property.price),
    location: property.location,
  };
}

function propertiesText(count: number): string {
  if (count >= MAX_COUNTED_PROPERTIES)
    return `${MAX_COUNTED_PROPERTIES.toLocaleString('en-US')} or more properties`;
  return counted(count, 'property', 'properties');
}
