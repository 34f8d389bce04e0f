/** Hands a CSV file to the browser to save; the mark in front tells spreadsheets that it is UTF-8. */
export function saveCsv({ fileName, csv }: { fileName: string; csv: string }): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
