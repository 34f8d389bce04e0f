/** Why an address was not downloaded. */
export type DownloadProblem =
  /** Not https, or it leads, itself or by a redirect, to a network that is not public. */
  | 'address'
  /** No such host, no connection, no answer in time, or an error of the server. */
  | 'unreachable'
  /** The server answers that there is no such file, or refuses it. */
  | 'missing'
  | 'tooLarge'
  /** The limit of concurrent downloads is reached; no request was sent. */
  | 'busy';

/** Downloads files by their addresses from the public internet only. Never called inside a transaction. */
export interface PublicDownloads {
  download(url: string, limits: { maxBytes: number }): Promise<Uint8Array | DownloadProblem>;
}
