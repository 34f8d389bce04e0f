import { defineSlice } from '#platform/server/runtime/slices.ts';
import { ownersRouter } from './owners.router.ts';

export const ownersSlice = defineSlice({ name: 'owners', router: ownersRouter });
