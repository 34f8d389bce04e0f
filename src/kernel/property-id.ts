/** The largest id of a property: that of its integer column. */
export const MAX_PROPERTY_ID = 2_147_483_647;

/** The id of a property that an address carries, as a number or as digits; undefined when it carries none. */
export function readPropertyId(raw: unknown): number | undefined {
  const text = typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : '';
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= MAX_PROPERTY_ID ? id : undefined;
}
