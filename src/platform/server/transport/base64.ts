/** Bytes as base64, for files within an answer. */
export function base64Of(bytes: Uint8Array): string {
  const CHUNK_BYTES = 8_192;
  let text = '';
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    text += String.fromCharCode(...bytes.subarray(from, from + CHUNK_BYTES));
  }
  return btoa(text);
}
