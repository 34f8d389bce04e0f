import type { XmlReader } from './office-xml.ts';

/** The content types of a package. */
export interface ContentTypes {
  all: readonly string[];
  /** Whether a part is said to be one of a text document. */
  isText: (part: string) => boolean;
}

/** The name of a part as it is compared: case does not matter, nor which characters are escaped. */
export function partName(name: string): string {
  const plain = name.replaceAll(/%([2-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return plain.toLowerCase();
}

/** Reads `[Content_Types].xml`. */
export function contentTypesOf(reader: XmlReader): ContentTypes {
  const all: string[] = [];
  /** Names as "/part" or ".extension". */
  const named = new Set<string>();
  const texts = new Set<string>();
  while (reader.next()) {
    const isDefault = reader.is('Default');
    if (reader.isEnd || (!isDefault && !reader.is('Override'))) continue;
    const attributes = reader.attributes();
    const type = (attributes.get('ContentType') ?? '').trim().toLowerCase();
    const name = isDefault
      ? `.${attributes.get('Extension')?.trim().toLowerCase()}`
      : partName(`/${attributes.get('PartName')?.trim()}`).replace(/^\/+/, '/');
    all.push(type);
    named.add(name);
    if (type.includes('wordprocessingml')) texts.add(name);
  }
  const isText = (part: string) =>
    texts.has(named.has(`/${part}`) ? `/${part}` : part.slice(part.lastIndexOf('.')));
  return { all, isText };
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
export function hasActiveRelationship(reader: XmlReader): boolean {
  while (reader.next()) {
    if (!reader.isEnd && reader.is('Relationship') && isActive(reader.attributes())) return true;
  }
  return false;
}

function isActive(attributes: ReadonlyMap<string, string>): boolean {
  const [type, target, mode] = ['Type', 'Target', 'TargetMode'].map(
    (key) => attributes.get(key)?.trim() ?? '',
  );
  if (activeRelationship.test(type ?? '')) return true;
  if (!mode || mode.toLowerCase() === 'internal') return /^[a-z][a-z\d+.-]*:|^\\\\|^\/\//i.test(target ?? '');
  return !(/\/hyperlink$/i.test(type ?? '') && linkSchemes.test(target ?? ''));
}

/** Fields of a text document that run a program or fetch another file when they are updated. */
const activeField = /\b(DDE|DDEAUTO|INCLUDETEXT|INCLUDEPICTURE|IMPORT|DATABASE|RD)\b|^\W*(LINK|INCLUDE)\b/i;

/** Whether a part of a text document has a field that runs a program or fetches another file. */
export function hasActiveField(reader: XmlReader): boolean {
  /** The instructions of the fields that have begun, the innermost last; the first is for those of no field. */
  const begun: string[] = [''];
  let isInstruction = false;
  while (reader.next()) {
    if (isInstruction) {
      const part = reader.text();
      if (begun.length === 1 && activeField.test(part)) return true;
      begun.push((begun.pop() ?? '') + part);
    }
    if (reader.is('instrText') || reader.is('delInstrText')) isInstruction = !reader.isEnd && !reader.isEmpty;
    else if (reader.is('fldSimple')) {
      if (attributesOf(reader, 'instr').some((one) => activeField.test(one))) return true;
    } else if (reader.is('fldChar')) {
      const [kind] = attributesOf(reader, 'fldCharType');
      if (kind !== 'begin' && activeField.test(begun.pop() ?? '')) return true;
      if (kind !== 'end' || begun.length === 0) begun.push('');
    }
  }
  return begun.some((instruction) => activeField.test(instruction));
}

/** The values of the attributes of a name, whatever their prefixes. */
function attributesOf(reader: XmlReader, name: string): string[] {
  const named = [...reader.attributes()].filter(([key]) => key.slice(key.indexOf(':') + 1) === name);
  return named.map(([, value]) => value.trim());
}
