/** Puts the clock of this process or page ahead; what waits for some time waits as long as before. */
export declare function putClockAhead(ms: number): void;
