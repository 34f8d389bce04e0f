/** What a list to review shows: what awaits a decision, or all. */
export interface ReviewSearch {
  view?: 'all';
}

/** Reads any address; what cannot be understood is left out. */
export const readReviewSearch = ({ view }: Record<string, unknown>): ReviewSearch =>
  view === 'all' ? { view } : {};

export interface ReviewScreenProps {
  search: ReviewSearch;
  onSearch: (search: ReviewSearch) => void;
}
