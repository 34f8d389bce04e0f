/** A file as a procedure returns it: its bytes in base64. */
interface AnsweredFile {
  name: string;
  mime: string;
  content: string;
}

/** A CSV file, whole or in parts. */
export interface CsvFile {
  fileName: string;
  csv: string | readonly string[];
}

const PRINT_URL_LIFETIME_MS = 60_000;

/** Hands a file to the browser to save. */
export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves a CSV file with a byte order mark, so that spreadsheets read it as UTF-8. */
export function saveCsv({ fileName, csv }: CsvFile): void {
  saveFile(new Blob(['\ufeff', ...[csv].flat()], { type: 'text/csv;charset=utf-8' }), fileName);
}

/** Saves a file that a procedure has answered. */
export function saveAnsweredFile(file: AnsweredFile): void {
  saveFile(blobOf(file), file.name);
}

/** Opens a file that a procedure has answered in a new tab, from where it is printed. */
export function printAnsweredFile(file: AnsweredFile): void {
  const url = URL.createObjectURL(blobOf(file));
  // If the browser opens no tab, the file is saved instead.
  if (!window.open(url, '_blank')) saveAnsweredFile(file);
  setTimeout(() => URL.revokeObjectURL(url), PRINT_URL_LIFETIME_MS);
}

const blobOf = ({ mime, content }: AnsweredFile) =>
  new Blob([Uint8Array.from(atob(content), (character) => character.charCodeAt(0))], { type: mime });
