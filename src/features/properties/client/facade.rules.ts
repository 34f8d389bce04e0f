import { cornerBlock, decoTower, glassTower, shopRow, terraceOffice } from './facade-commercial.ts';
import { brickMill, sawtoothFactory, siloPlant, storageUnits, warehouse } from './facade-industrial.ts';
import type { Plan } from './facade-parts.ts';
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
}

type Silhouette = (random: Random) => Plan;

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
  [/cold|refrigerat/, [warehouse]],
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
const MIDDLE = 400;
const streetGap = 34;

function silhouettesOf({ propertyType, subtype }: FacadeSubject): readonly Silhouette[] {
  const name = subtype?.toLowerCase() ?? '';
  return bySubtype.find(([pattern]) => pattern.test(name))?.[1] ?? byType[propertyType];
}

function numberOf({ propertyId }: FacadeSubject): number {
  return Math.abs(Math.trunc(propertyId));
}

function planOf(subject: FacadeSubject): { plan: Plan; random: Random } {
  const number = numberOf(subject);
  const silhouettes = silhouettesOf(subject);
  const random = createRandom(number + subject.propertyType.length * 7919);
  const silhouette = silhouettes[number % silhouettes.length] ?? villa;
  return { plan: silhouette(random), random };
}

/** The same property is always drawn the same; neighbors in a list of ids get different silhouettes. */
export function drawFacade(subject: FacadeSubject, format: FacadeFormat): Scene {
  const width = widths[format];
  const { plan, random } = planOf(subject);
  const sky = skies[(numberOf(subject) * 5 + subject.propertyType.length) % skies.length] ?? skies[0];
  const room = Math.max(0, (MIDDLE - plan.width) / 2 - 8);
  const shift = (random() - 0.5) * 2 * Math.min(room, format === 'hero' ? 80 : 12);
  const left = (width - plan.width) / 2 + shift;
  return composeScene(width, sky, [{ plan, left }], random, subject.propertyType !== 'residential');
}

export function drawStreet(subjects: readonly FacadeSubject[]): Scene {
  const random = createRandom(subjects.reduce((sum, subject) => sum * 31 + subject.propertyId, 17));
  let left = streetGap;
  const placed = subjects.map((subject) => {
    const { plan } = planOf(subject);
    const here = left;
    left += plan.width + streetGap;
    return { plan, left: here };
  });
  return composeScene(left, skies[0], placed, random, false);
}
