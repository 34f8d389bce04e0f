import { cornerBlock, decoTower, glassTower, shopRow, terraceOffice } from './facade-commercial.ts';
import {
  brickMill,
  coldStore,
  sawtoothFactory,
  siloPlant,
  storageUnits,
  warehouse,
} from './facade-industrial.ts';
import type { Plan, Size } from './facade-parts.ts';
import { createRandom, type Random } from './facade-pen.ts';
import {
  apartmentBlock,
  brownstone,
  cornerShopHouse,
  cottage,
  craftsman,
  duplex,
  modernHouse,
  townhouseRow,
  victorian,
  villa,
} from './facade-residential.ts';
import { composeScene, type Scene, skies } from './facade-scene.ts';

export type FacadePropertyType = 'residential' | 'commercial' | 'industrial';
export type FacadeFormat = 'thumb' | 'card' | 'hero';

export interface FacadeSubject {
  propertyId: number;
  propertyType: FacadePropertyType;
  subtype: string | null;
  /** As its description says; without them the drawing chooses. */
  stories?: number | null | undefined;
  units?: number | null | undefined;
}

type Silhouette = (random: Random, size: Size) => Plan;

const byType: Record<FacadePropertyType, readonly Silhouette[]> = {
  residential: [
    villa,
    townhouseRow,
    craftsman,
    apartmentBlock,
    duplex,
    brownstone,
    modernHouse,
    victorian,
    cottage,
  ],
  commercial: [glassTower, shopRow, terraceOffice, cornerBlock, decoTower],
  industrial: [warehouse, sawtoothFactory, brickMill, siloPlant],
};

const bySubtype: readonly [RegExp, readonly Silhouette[]][] = [
  [/cold|refrigerat/, [coldStore]],
  [/storage/, [storageUnits]],
  [/agricultur|greenhouse|farm/, [sawtoothFactory]],
  [/\bwarehouses?\b|logistic|distribution/, [warehouse]],
  [/\bworkshops?\b|manufactur|factory|flex/, [brickMill, sawtoothFactory]],
  [/duplex/, [duplex]],
  [/town|row/, [townhouseRow, brownstone]],
  [/brownstone/, [brownstone]],
  [/villa/, [villa]],
  [/cottage/, [cottage]],
  [/condo|apartment|loft|multi/, [apartmentBlock, brownstone]],
  [/single|house|home|vacation/, [craftsman, villa, cottage, modernHouse, victorian]],
  [/retail|shop|store/, [shopRow, cornerBlock]],
  [/mixed/, [cornerShopHouse, cornerBlock]],
  [/office|tech/, [glassTower, terraceOffice, decoTower]],
];

/** As wide as the box: 4:3 in lists, 16:10 on cards, 21:9 on the property's page, so that nothing is cut off. */
const widths: Record<FacadeFormat, number> = { thumb: 400, card: 480, hero: 700 };

/** Part of the widest picture that a phone shows; the building is within it. */
export const MIDDLE = 400;
const STREET_GAP = 34;

/** Stories that a silhouette can have; one that is not here has one. */
const storiesOf = new Map<Silhouette, readonly [least: number, most: number]>([
  [glassTower, [6, Infinity]],
  [decoTower, [9, 9]],
  [terraceOffice, [1, 5]],
  [cornerBlock, [4, 4]],
  [cornerShopHouse, [3, 3]],
  [apartmentBlock, [2, 7]],
  [townhouseRow, [2, 4]],
  [brownstone, [4, 4]],
  [villa, [2, 2]],
  [duplex, [2, 2]],
  [modernHouse, [2, 2]],
  [victorian, [2, 2]],
  [craftsman, [1, 1]],
  [cottage, [1, 1]],
  [shopRow, [1, 2]],
  [brickMill, [2, 4]],
]);

/** Those of the subtype that can have the stories; else those of the type, or at last an office. */
function silhouettesOf({ propertyType, subtype, stories }: FacadeSubject): readonly Silhouette[] {
  const name = subtype?.toLowerCase() ?? '';
  const named = bySubtype.find(([pattern]) => pattern.test(name))?.[1] ?? byType[propertyType];
  if (!stories) return named;
  const fitting = [named, byType[propertyType], [terraceOffice, glassTower]].map((silhouettes) =>
    silhouettes.filter((silhouette) => {
      const [least, most] = storiesOf.get(silhouette) ?? [1, 1];
      return least <= stories && stories <= most;
    }),
  );
  return fitting.find(({ length }) => length > 0) ?? named;
}

function numberOf({ propertyId }: FacadeSubject): number {
  return Math.abs(Math.trunc(propertyId));
}

export function planOf(subject: FacadeSubject): { plan: Plan; random: Random } {
  const number = numberOf(subject);
  const silhouettes = silhouettesOf(subject);
  const random = createRandom(number + subject.propertyType.length * 7919);
  const silhouette = silhouettes[number % silhouettes.length] ?? villa;
  const size = { stories: subject.stories ?? null, units: subject.units ?? null };
  return { plan: silhouette(random, size), random };
}

/** The same property is always drawn the same; neighbors in a list of ids get different silhouettes. */
export function drawFacade(subject: FacadeSubject, format: FacadeFormat): Scene {
  const width = widths[format];
  const { plan, random } = planOf(subject);
  const sky = skies[(numberOf(subject) * 5 + subject.propertyType.length) % skies.length] ?? skies[0];
  const room = Math.max(0, (MIDDLE - plan.width) / 2 - 16);
  const shift = (random() - 0.5) * 2 * Math.min(room, format === 'hero' ? 80 : 12);
  const left = (width - plan.width) / 2 + shift;
  return composeScene(width, sky, [{ plan, left }], random, subject.propertyType !== 'residential');
}

export function drawStreet(subjects: readonly FacadeSubject[]): Scene {
  const random = createRandom(subjects.reduce((sum, subject) => sum * 31 + subject.propertyId, 17));
  let left = STREET_GAP;
  const placed = subjects.map((subject) => {
    const { plan } = planOf(subject);
    const here = left;
    left += plan.width + STREET_GAP;
    return { plan, left: here };
  });
  return composeScene(left, skies[0], placed, random, false);
}
