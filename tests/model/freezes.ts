import { type Model, part } from './model.ts';

/** Frozen accounts, by their ids. */
export const frozenIn = part<Set<string>>(() => new Set());

export const isFrozen = (model: Model, userId: string) => frozenIn(model).has(userId);
