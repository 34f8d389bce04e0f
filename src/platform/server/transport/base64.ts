/** Bytes as base64, for files within an answer. */
export function base64Of(bytes: Uint8Array): string {
  const PIECE = 8_192;
  let text = '';
  for (let from = 0; from < bytes.length; from += PIECE) {
    text += String.fromCharCode(...bytes.subarray(from, from + PIECE));
  }
  return btoa(text);
}
