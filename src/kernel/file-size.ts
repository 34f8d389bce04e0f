/** A file's size in units of a thousand bytes, which never breaks over two lines: "1.4 MB". */
export function formatFileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes}\u00a0B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)}\u00a0KB`;
  return `${(bytes / 1_000_000).toFixed(1)}\u00a0MB`;
}
