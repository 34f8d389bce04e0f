import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import {
  drawFacade,
  type FacadeFormat,
  type FacadePropertyType,
  type FacadeSubject,
  MIDDLE,
  planOf,
} from './facade.rules.ts';
import { Facade, Street } from './facade.tsx';
import type { Part } from './facade-layers.ts';
import type { Plan } from './facade-parts.ts';
import { createPen } from './facade-pen.ts';
import { composeScene, skies } from './facade-scene.ts';

const types: FacadePropertyType[] = ['residential', 'commercial', 'industrial'];
const formats: FacadeFormat[] = ['thumb', 'card', 'hero'];
const subtypes = [
  null,
  'duplex',
  'townhouse',
  'condo',
  'single-family',
  'multi-family',
  'retail',
  'mixed-use',
  'office',
  'villa',
  'cottage',
  'warehouse',
  'cold storage',
  'storage',
  'workshop',
];

function markup(
  propertyId: number,
  propertyType: FacadePropertyType,
  subtype: string | null,
  format: FacadeFormat,
) {
  return renderToStaticMarkup(createElement(Facade, { propertyId, propertyType, subtype, format }));
}

test('draws the same property the same every time', () => {
  for (const format of formats) {
    expect(markup(42, 'residential', 'duplex', format)).toBe(markup(42, 'residential', 'duplex', format));
  }
});

test('gives neighbouring ids of one type different silhouettes', () => {
  for (const propertyType of types) {
    const drawings = [1, 2, 3, 4].map((propertyId) =>
      JSON.stringify(drawFacade({ propertyId, propertyType, subtype: null }, 'card').shapes),
    );
    expect(new Set(drawings).size).toBe(4);
  }
});

test.each(types)('stays under 6 kB and draws only real numbers: 200 ids, %s', (propertyType) => {
  for (const format of formats) {
    for (let propertyId = 1; propertyId <= 200; propertyId += 1) {
      const svg = markup(propertyId, propertyType, null, format);
      expect(svg.length, `${propertyType} ${propertyId} ${format}`).toBeLessThan(6 * 1024);
      expect(svg).not.toMatch(/NaN|undefined|Infinity|e-\d/);
    }
  }
});

test('stays under 7 kB with as many stories and units as a description can say', () => {
  for (const propertyType of types)
    for (const subtype of [null, 'villa', 'cottage', 'townhouse', 'cold storage', 'retail'])
      for (const stories of [1, 2, 3, 5, 7, 18])
        for (const propertyId of [1, 2]) {
          const subject = { propertyId, propertyType, subtype, stories, units: 14 };
          const svg = renderToStaticMarkup(createElement(Facade, { ...subject, format: 'hero' }));
          expect(svg.length, JSON.stringify(subject)).toBeLessThan(7 * 1024);
        }
});

test('draws every subtype, and ids that are not positive integers', () => {
  for (const subtype of subtypes) {
    for (const propertyId of [0, -3, 2.5, 7, 1_000_003]) {
      const svg = markup(propertyId, 'residential', subtype, 'card');
      expect(svg).toContain('<path');
      expect(svg).not.toMatch(/NaN|undefined/);
    }
  }
});

test('is decoration without a title and a named picture with one', () => {
  const props = { propertyId: 3, propertyType: 'commercial', subtype: null } as const;
  expect(renderToStaticMarkup(createElement(Facade, props))).toContain('aria-hidden="true"');
  const named = renderToStaticMarkup(createElement(Facade, { ...props, title: 'Tech Hub' }));
  expect(named).toContain('role="img" aria-label="Tech Hub"');
  expect(named).toContain('aria-hidden="false"');
});

test('draws a street of several properties in one picture', () => {
  const properties = types.map((propertyType, index) => ({
    propertyId: index + 1,
    propertyType,
    subtype: null,
  }));
  const svg = renderToStaticMarkup(createElement(Street, { properties }));
  expect(svg.match(/<svg/g)).toHaveLength(1);
  expect(svg).not.toMatch(/NaN|undefined/);
});

/** The surfaces of the building. */
function partsOf(subject: FacadeSubject): Part[] {
  const parts: Part[] = [];
  planOf(subject).plan.draw(createPen(0, 250, parts, []));
  return parts.filter(({ style }) => style.fill !== undefined);
}

const heightOf = (parts: readonly Part[]) => Math.max(...parts.map(({ extent }) => extent[3]));
/** The building without its colors. */
const outlineOf = (subject: FacadeSubject) => JSON.stringify(partsOf(subject).map(({ extent }) => extent));

/** Each kind of building, of every size that a description could say. */
const subjects = types.flatMap((propertyType) =>
  subtypes.flatMap((subtype) =>
    [null, 1, 2, 3, 4, 5, 7, 9, 18, 40].flatMap((stories) =>
      [null, 3, 14].map((units, index): FacadeSubject => {
        return { propertyId: 1 + index + (stories ?? 0), propertyType, subtype, stories, units };
      }),
    ),
  ),
);

test('never cuts a building off: it is within the middle that a phone shows, and below the top', () => {
  const cut = subjects.filter((subject) => {
    const { width } = planOf(subject).plan;
    const margin = Math.min(16, (MIDDLE - width) / 2);
    const parts = partsOf(subject);
    const left = Math.min(...parts.map(({ extent }) => extent[0]));
    const right = Math.max(...parts.map(({ extent }) => extent[2]));
    return left < -margin || right > width + margin || heightOf(parts) > 245;
  });
  expect(cut).toEqual([]);
});

test('has as many stories as the description says, up to 18, each of a likely height', () => {
  const wrong = subjects.filter((subject) => {
    if (!subject.stories) return false;
    const { stories } = planOf(subject).plan;
    const storyHeight = heightOf(partsOf(subject)) / stories;
    const mostHeight = stories === 1 ? 190 : 90;
    return stories !== Math.min(18, subject.stories) || storyHeight < 9 || storyHeight > mostHeight;
  });
  expect(wrong).toEqual([]);
});

test('draws several houses where the description says so', () => {
  const widthOf = (subtype: string, units: number) =>
    planOf({ propertyId: 1, propertyType: 'residential', subtype, units }).plan.width;
  for (const subtype of ['villa', 'cottage', 'townhouse'])
    expect(widthOf(subtype, 12)).toBeGreaterThan(widthOf(subtype, 1));
});

test.each([
  ['warehouse', 'industrial'],
  ['cold storage', 'industrial'],
  ['villa', 'residential'],
  ['duplex', 'residential'],
  ['cottage', 'residential'],
  ['office', 'commercial'],
] as const)('gives properties of one kind different outlines: %s', (subtype, propertyType) => {
  const outlines = Array.from({ length: 6 }, (_, index) =>
    outlineOf({ propertyId: index + 1, propertyType, subtype, stories: null, units: null }),
  );
  expect(new Set(outlines).size).toBeGreaterThanOrEqual(4);
  expect(outlineOf({ propertyId: 5, propertyType, subtype })).not.toBe(
    outlineOf({ propertyId: 10, propertyType, subtype }),
  );
});

test('the moon stands above the roofs', () => {
  const plan: Plan = {
    width: 480,
    stories: 1,
    garden: 'plain',
    draw: (pen) => pen.boxes('#000', [0, 0, 480, 190]),
  };
  for (const seed of [0, 0.3, 0.7]) {
    const { moon } = composeScene(480, skies[0], [{ plan, left: 0 }], () => seed, false);
    expect(moon[1]).toBeLessThanOrEqual(250 - 190 - 11);
  }
});
