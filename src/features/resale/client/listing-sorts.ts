/** The orders of the list of listings; the values are the contract's, without its validation in the entry chunk. */
export const listingSorts = [
  { value: 'newest', label: 'Newest' },
  { value: 'price', label: 'Lowest price' },
  { value: 'yield', label: 'Highest net yield' },
  { value: 'discount', label: 'Largest discount' },
] as const;

export type ListingSort = (typeof listingSorts)[number]['value'];
