/** Why an address was not downloaded. */
export type DownloadProblem =
  /** Not https, or it leads, itself or by a redirect, to a network that is not public. */
  | 'address'
  /** No such host, no connection, no answer in time, or an error of the server. */
  | 'unreachable'
  /** The server says that there is no such file, or that it gives it to nobody. */
  | 'missing'
  | 'tooLarge'
  /** As many downloads run as may; nothing was asked. */
  | 'busy';

/** Downloads files that people name by an address, from the public internet alone. Never called in a transaction. */
export interface PublicDownloads {
  download(url: string, limits: { maxBytes: number }): Promise<Uint8Array | DownloadProblem>;
}
