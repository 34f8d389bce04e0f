import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { ownersRouter } from './owners.router.ts';

export const ownersSlice = defineSlice({ name: 'owners', router: ownersRouter });
