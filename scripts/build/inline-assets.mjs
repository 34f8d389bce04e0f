import { register } from 'node:module';

/** Lets scripts that run without a build import files with `?inline`, as data URLs, like Vite does. */
register('./inline-assets-hook.mjs', import.meta.url);
