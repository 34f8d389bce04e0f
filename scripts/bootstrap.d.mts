/** Builds the product unless what is built is that of the sources. */
export declare function build(): Promise<void>;
