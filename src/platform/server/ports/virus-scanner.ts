/** Result of a scan; `signature` is the name of the virus, and `answer` says why the scanner did not scan this file. */
export type ScanResult =
  | { result: 'clean' }
  | { result: 'infected'; signature: string }
  | { result: 'refused'; answer: string };

/** Looks for viruses in uploaded files. */
export interface VirusScanner {
  /** Throws when the scanner is away. */
  scan(bytes: Uint8Array): Promise<ScanResult>;
}
