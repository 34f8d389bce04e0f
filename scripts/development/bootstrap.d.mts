/** Builds the product and the demo unless they are built from the sources as they are. */
export declare function buildAll(): Promise<void>;

/** Builds the product unless it is built from the sources as they are. A demo of other sources is removed. */
export declare function buildProduct(): Promise<void>;

/** Whether the build of the product is that of the sources as they are. */
export declare function isBuilt(): boolean;

/** Runs a command with a line that says how long it takes; its output is printed when it fails. */
export declare function step(label: string, command: string, args: readonly string[]): Promise<string>;
