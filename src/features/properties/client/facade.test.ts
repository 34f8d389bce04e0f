import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { drawFacade, type FacadeFormat, type FacadePropertyType } from './facade.rules.ts';
import { Facade, Street } from './facade.tsx';

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
