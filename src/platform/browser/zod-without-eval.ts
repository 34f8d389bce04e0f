/**
 * zod tries `new Function` once, to learn whether it may compile its schemas. The content security policy refuses it,
 * and Firefox reports that on every page. Must be imported before anything that imports zod.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
