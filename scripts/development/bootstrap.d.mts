/** Builds the product unless what is built is that of the sources. */
export declare function build(): Promise<void>;

/** Runs a command with a line that tells how long it takes; what it printed is told when it fails. */
export declare function step(label: string, command: string, args: readonly string[]): Promise<string>;
