import { part } from './model.ts';

interface Promotion {
  /** Codes by the ids of their people. */
  codes: Map<string, string>;
  /** Who invited whom: the inviter by the invited person. */
  inviters: Map<string, string>;
  /** Rewards by the id of their person: null while no purchase is one. */
  rewards: Map<string, string | null>;
}

export const promotionIn = part<Promotion>(() => ({
  codes: new Map(),
  inviters: new Map(),
  rewards: new Map(),
}));
