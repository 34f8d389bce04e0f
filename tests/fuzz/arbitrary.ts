import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { z } from 'zod';

/** The part of JSON Schema that our contracts come out as. */
interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  format?: string;
  pattern?: string;
}

/** Texts that mean something to the product, since refinements do not show in a schema. */
const telling = [
  '1.00',
  '500.00',
  '100000.00',
  '7',
  '7.25',
  '100',
  'yield~700~1',
  'price~100~1',
  'newest~1700000000000~1',
  'newest~99999999999999~1',
  'yield~99999~999999999',
  '1700000000000~00000000-0000-7000-8000-000000000000',
  '00000000-0000-7000-8000-000000000000',
  '999999999999999999',
  '1-1',
  '7-2026-Q3',
  '9999999999999999999-1',
  'https://example.com/a.png',
  '/files/a.png',
  'Austin, TX',
  '%',
  '_',
  '\\',
];

/** Values of fields by their names. */
type Fields = Readonly<Record<string, readonly unknown[]>>;

/** Values of fields whose rules do not show in a schema. */
const fields: Fields = {
  pricePerShare: ['1.00', '99.99', '1000'],
  annualYield: ['0', '7.25', '100'],
  imageUrl: ['', 'https://example.com/a.png'],
  phone: ['(212) 555-0142', '+44 20 7946 0000'],
  ssn: ['219-45-6789'],
  dateOfBirth: ['1990-02-28'],
  from: ['2026-01-31'],
  to: ['2026-01-31', '2026-12-31'],
  soldOn: ['2026-01-31'],
  month: ['2026-01', '2026-09'],
  zipCode: ['78701', '78701-1234'],
  amount: ['1.00', '5', '100000.00'],
  propertyId: [1, 2, 3],
  shares: [1, 2],
  expectedSale: [{ shares: 0, proceedsCents: 0 }],
};

/** Values that no contract expects: other types, limits of numbers, and text that breaks careless code. */
export const nasty: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  -(2 ** 63),
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '🙂'.repeat(40),
  '\u202egnp.exe',
  '٣٤',
  'ﬀ',
  'x'.repeat(20_000),
  "' or 1=1; --",
  '{{7*7}}',
  '../../etc/passwd',
  '1e3',
  '0x10',
  '-0',
  'Infinity',
  '2026-02-30T25:61:61Z',
  [],
  {},
  [[[[]]]],
  ['a', 1, null],
  { $ne: null },
  JSON.parse('{"__proto__":{"role":"admin"},"constructor":1}'),
];

/**
 * Inputs that mostly fit a contract: by its shape, with telling texts where a rule is not visible in it.
 * @param existing values of fields by their names, beside those that are known
 */
export function fitting(schema: z.ZodType, existing: Fields = {}): fc.Arbitrary<unknown> {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
  return ofShape(shape, { ...fields, ...existing });
}

/** Inputs of which one part is missing, replaced by something nasty, or one too many. */
export function mutated(schema: z.ZodType): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      fitting(schema),
      fc.constantFrom('replace', 'remove', 'add', 'whole'),
      fc.nat(50),
      fc.constantFrom(...nasty),
    )
    .map(([value, how, at, evil]) => {
      if (how === 'whole' || typeof value !== 'object' || value === null) return evil;
      const places = placesOf(value);
      const place = places[at % Math.max(1, places.length)];
      if (!place || how === 'add') return { ...value, [`extra${at}`]: evil };
      if (how === 'remove') Reflect.deleteProperty(place.holder, place.key);
      else Reflect.set(place.holder, place.key, evil);
      return value;
    });
}

/** Some inputs that a contract accepts; fewer when they are hard to hit. */
export function accepted(schema: z.ZodType, count: number): unknown[] {
  return fc
    .sample(fitting(schema, { startedAt: [new Date(0)], bytes: [new Uint8Array(1)] }), {
      numRuns: 2_000,
      seed: 20_240_117,
    })
    .filter((sample) => schema.safeParse(sample).success)
    .slice(0, count);
}

function placesOf(value: object): { holder: object; key: string }[] {
  return Object.entries(value).flatMap(([key, part]) => [
    { holder: value, key },
    ...(typeof part === 'object' && part !== null ? placesOf(part) : []),
  ]);
}

function ofShape(shape: Shape, known: Fields): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => ofShape(one, known)));
  if (shape.allOf)
    return fc
      .tuple(...shape.allOf.map((one) => ofShape(one, known)))
      .map((parts) => Object.assign({}, ...parts));
  switch (shape.type) {
    case 'object':
      return ofObject(shape, known);
    case 'array':
      return fc.array(ofShape(shape.items ?? {}, known), { maxLength: 5 });
    case 'integer':
    case 'number':
      return ofNumber(shape);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return ofText(shape);
    default:
      return fc.constantFrom(...nasty);
  }
}

function ofObject({ properties = {}, required = [] }: Shape, known: Fields): fc.Arbitrary<unknown> {
  const parts: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, one] of Object.entries(properties)) {
    const values = known[name];
    const usual = values && { weight: 4, arbitrary: fc.constantFrom(...values) };
    const any = ofShape(one, known);
    parts[name] = usual ? fc.oneof<[typeof usual, fc.Arbitrary<unknown>]>(usual, any) : any;
  }
  return fc.record(parts, { requiredKeys: required });
}

function ofNumber({
  minimum = -1_000_000,
  maximum = 1_000_000,
  multipleOf = 1,
}: Shape): fc.Arbitrary<number> {
  const min = Math.ceil(Math.max(minimum, Number.MIN_SAFE_INTEGER) / multipleOf);
  const max = Math.floor(Math.min(maximum, Number.MAX_SAFE_INTEGER) / multipleOf);
  const steps = fc.oneof(
    fc.integer({ min, max: Math.max(min, Math.min(max, min + 100)) }),
    fc.integer({ min, max: Math.max(min, max) }),
    fc.constantFrom(min, max),
  );
  return steps.map((step) => step * multipleOf);
}

function ofText({ minLength = 0, maxLength = 200, format, pattern }: Shape): fc.Arbitrary<string> {
  const free = fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, minLength + 60) });
  const known = fc.constantFrom(
    ...telling.filter((text) => text.length >= minLength && text.length <= maxLength),
  );
  if (format === 'date-time') return fc.constantFrom('2026-01-31T00:00:00.000Z', '2026-12-31T23:59:59.999Z');
  if (format === 'email' || pattern?.includes('@')) return fc.emailAddress();
  if (pattern?.includes('x21-')) return fc.constant(null).map(() => randomUUID());
  return fc.oneof(
    known,
    free,
    fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) }),
  );
}
