declare const __DEMO__: boolean | undefined;

/** True in the build of the demo, where a few texts and estimates are those documented for data of the browser. */
export const isDemo = typeof __DEMO__ !== 'undefined' && __DEMO__;
