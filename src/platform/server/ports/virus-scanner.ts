/** Result of a scan; `signature` is the name of the virus. */
export type ScanResult = { result: 'clean' } | { result: 'infected'; signature: string };

/** Looks for viruses in uploaded files. */
export interface VirusScanner {
  /** Throws when the scanner is away, or could not scan the whole file. */
  scan(bytes: Uint8Array): Promise<ScanResult>;
}
