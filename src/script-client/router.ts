/** The one door to the router: its type only, so that no server code ever runs in a script. */
export type { AppRouter } from '#app/server/app-router.ts';
