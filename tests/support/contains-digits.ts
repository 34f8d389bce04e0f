const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Whether a text reveals these digits. As part of an id, a hash, a fraction or a longer number they do not count. */
export function containsDigits(text: string, digits: string): boolean {
  return new RegExp(`(?<![0-9a-f.])${digits}(?![0-9a-f])`, 'i').test(text.replace(ID, 'id'));
}
