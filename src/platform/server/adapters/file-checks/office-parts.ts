/** A part that no office program writes like this. */
export class UnreadablePart extends Error {
  readonly isDamage = false;
}

/**
 * The text of an XML part as the parser of an office program sees it, without comments.
 * @throws UnreadablePart for another encoding than UTF-8, and for declarations that change what a text means
 */
export function xmlOf(chunks: readonly Uint8Array[], size: number): string {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadablePart('not UTF-8');
  }
  const [, encoding = 'utf-8'] = /\bencoding\s*=\s*["']([^"']*)["']/.exec(declarationOf(text)) ?? [];
  if (!/^(utf-?8|us-ascii)$/i.test(encoding)) throw new UnreadablePart('another encoding');
  const plain = withoutComments(text);
  if (/<!DOCTYPE|<!ENTITY|\0/i.test(plain)) throw new UnreadablePart('a declaration');
  return plain;
}

const MAX_DECLARATION_CHARACTERS = 500;

/** The XML declaration that a part begins with; empty where there is none. */
function declarationOf(text: string): string {
  const start = text.slice(0, MAX_DECLARATION_CHARACTERS).trimStart();
  if (start === '' && text.length > MAX_DECLARATION_CHARACTERS) throw new UnreadablePart('no beginning');
  if (!start.startsWith('<?xml')) return '';
  const end = start.indexOf('?>');
  if (end < 0) throw new UnreadablePart('an odd declaration');
  return start.slice(0, end);
}

/** Each character is looked at once, however many comments are begun. */
function withoutComments(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', start + 4);
    if (end < 0) throw new UnreadablePart('an open comment');
    pieces.push(text.slice(at, start));
    at = end + 3;
  }
  return pieces.join('') + text.slice(at);
}

const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|\w+);/gi, (_, name: string) => {
    if (!name.startsWith('#')) return references[name] ?? '';
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

const attribute = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * The attributes of all elements of a name, whatever its prefix.
 * @throws UnreadablePart for an element that does not end where it should
 */
function elements(text: string, name: string): ReadonlyMap<string, string>[] {
  const whole = new RegExp(
    `<(?:[\\w.-]+:)?${name}((?:\\s+[\\w:.-]+\\s*=\\s*(?:"[^"]*"|'[^']*'))*)\\s*/?>`,
    'g',
  );
  const begun = [...text.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}(?![\\w.-])`, 'g'))].length;
  const found = [...text.matchAll(whole)].map(
    ([, attributes = '']) =>
      new Map(
        [...attributes.matchAll(attribute)].map(([, key = '', one, other]) => [
          key.toLowerCase(),
          unescaped(one ?? other ?? '').trim(),
        ]),
      ),
  );
  if (found.length < begun || text.includes('<![CDATA[')) throw new UnreadablePart(`an odd ${name}`);
  return found;
}

/** The content types of all parts of a package. */
export function contentTypesOf(text: string): string[] {
  return [...elements(text, 'Default'), ...elements(text, 'Override')].map(
    (attributes) => attributes.get('contenttype') ?? '',
  );
}

/** Whether parts of a content type run, or hold or load other files. */
export function isActiveType(type: string): boolean {
  return /macro|vba|activex|oleobject|externallink|dialogsheet|querytable|connections|webextension|controlproperties|\.package\b|x-msdownload|javascript/i.test(
    type,
  );
}

const activeRelationship =
  /\/(vbaproject|wordvbadata|oleobject|package|control|activexcontrol(binary)?|attachedtemplate|externallink(path)?|xlexternallinkpath\/\w+|afchunk|frame|subdocument|mailmerge\w*|recipientdata|extensibility|customui|xlmacrosheet|dialogsheet|querytable|connections|webextension\w*|ctrlprop)$/i;
const linkSchemes = /^(https?:|mailto:|tel:|#)/i;

/**
 * Whether a package points to something outside it, or to a part that runs. A link that someone has to click does not
 * count.
 */
export function problemOfRelationships(text: string): boolean {
  return elements(text, 'Relationship').some((attributes) => {
    const type = attributes.get('type') ?? '';
    const target = attributes.get('target') ?? '';
    const isExternal = (attributes.get('targetmode') ?? 'Internal').toLowerCase() !== 'internal';
    if (activeRelationship.test(type)) return true;
    if (!isExternal) return /^[a-z][a-z\d+.-]*:|^\\\\|^\/\//i.test(target);
    return !(/\/hyperlink$/i.test(type) && linkSchemes.test(target));
  });
}
