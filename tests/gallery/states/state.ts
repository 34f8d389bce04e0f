import type { APIRequestContext, Page } from '@playwright/test';
import type { Market } from '../../e2e/actors.ts';

/** Something that a person meets on a screen and that its address alone does not show. */
export interface State {
  name: string;
  /** Widths at which there is such a thing; all of them by default. */
  widths?: readonly number[];
  /** Parts of it are still on their way. */
  isLoading?: boolean;
  open(page: Page): Promise<unknown>;
}

/** Other people, who sell, bid and decide. */
export interface Others {
  market: Market;
  openClient: () => Promise<APIRequestContext>;
}

/** The states that one kind of person meets, in their order: one may go on from the one before it. */
export interface Scene {
  person: string;
  arrive(page: Page, others: Others): Promise<State[]>;
}
