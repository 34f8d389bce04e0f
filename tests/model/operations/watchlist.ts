import fc from 'fast-check';
import { expect } from 'vitest';
import { api } from '../../support/actors.ts';
import { any } from '../choices.ts';
import { type Model, offered, part, pick, sees, type World } from '../model.ts';
import { operation, type SliceOperations } from '../operation.ts';

/** Watched properties: their ids, by the id of the person. */
const watchedIn = part<Map<string, Set<number>>>(() => new Map());

function watchedBy(model: Model, userId: string): Set<number> {
  const watched = watchedIn(model).get(userId) ?? new Set();
  watchedIn(model).set(userId, watched);
  return watched;
}

/** The heart of a property is pressed; pressed twice on two devices, it stays as it is. */
const heart = (
  name: 'watchlist.watchProperty' | 'watchlist.unwatchProperty',
  adding: boolean,
  weight: number,
) =>
  operation({
    name,
    kind: 'command',
    whileFrozen: true,
    weight,
    choice: fc.record({ who: any, which: any }),
    ask: (model, { who, which }) => {
      const by = pick(model.people, who);
      const property = pick(model.properties, which);
      return by && property ? { by, input: { propertyId: property.id } } : null;
    },
    refusals: adding ? ['PROPERTY_NOT_FOUND'] : [],
    refuse: (model, { by, input }) =>
      adding && !sees(model, by, offered(model, input.propertyId)) ? 'PROPERTY_NOT_FOUND' : null,
    call: async (_, { by, input }) => {
      const { watchlist } = api(by);
      return adding ? watchlist.watchProperty(input) : watchlist.unwatchProperty(input);
    },
    accept: ({ model }, { by, input }) => {
      const watched = watchedBy(model, by.id);
      if (adding) watched.add(input.propertyId);
      else watched.delete(input.propertyId);
      return { watched: adding as never };
    },
  });

/** Everyone's hearts are those that they added and did not remove. */
async function check({ model }: World): Promise<void> {
  for (const person of model.people)
    expect(new Set(await api(person).watchlist.watchedIds())).toEqual(watchedBy(model, person.id));
}

export const watchlist: SliceOperations = {
  operations: [heart('watchlist.watchProperty', true, 3), heart('watchlist.unwatchProperty', false, 1)],
  check,
};
