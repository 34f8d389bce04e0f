import { readPropertyId } from '#kernel/property-id.ts';

/** The tabs of a property's page, in their order. */
export const PROPERTY_TABS = [
  'overview',
  'value',
  'distributions',
  'documents',
  'governance',
  'trading',
] as const;
export type PropertyTab = (typeof PROPERTY_TABS)[number];

/** The parameters in the address of a property's page; without a tab it opens on the overview. */
export interface PropertySearch {
  tab?: Exclude<PropertyTab, 'overview'>;
  /** The property whose invest dialog is open. */
  invest?: number;
}

/** Reads any address; what cannot be understood is left out. */
export function readPropertySearch({ tab, invest }: Record<string, unknown>): PropertySearch {
  const known = PROPERTY_TABS.find((one) => one === tab);
  const id = readPropertyId(invest);
  return {
    ...(known && known !== 'overview' ? { tab: known } : {}),
    ...(id === undefined ? {} : { invest: id }),
  };
}
