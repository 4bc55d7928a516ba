import { Doubt } from '../Doubt.ts';
import type { Field } from './fields.ts';
import type { PdfFile } from './PdfFile.ts';
import { type Dict, isDict, isName, namedIn, Ref, Stream, type Value } from './values.ts';

/** What an object is for, in a signed file: only of these is anything known that may be changed. */
export type Role =
  | { is: 'catalog' | 'pages' | 'form' | 'fields' | 'description' | 'validation' }
  /** `kind` is empty for all kinds of them. */
  | { is: 'resources'; kind: string }
  | { is: 'field' | 'appearance' | 'kids'; field: Field }
  | { is: 'page' | 'remarks' | 'remark'; page: number };

const maxPages = 20_000;
const maxNodes = 100_000;
/** The keys of a document whose values have a role of their own. */
const answered = new Set(['AcroForm', 'DR', 'DSS', 'Extensions', 'Metadata']);

/** Returns the objects of a signed file whose purpose is known. One that has two is a doubt, once it is changed. */
export class Roles {
  readonly #roles = new Map<number, Role>();
  readonly #doubtful = new Set<number>();
  /** The pages, by their objects, counted from 1. */
  readonly pages = new Map<number, number>();
  /** What the document names for something else than the data that may be added to it. */
  readonly elsewhere = new Set<number>();

  static async of(file: PdfFile, fields: readonly Field[]): Promise<Roles> {
    const roles = new Roles();
    await roles.#fill(file, fields);
    return roles;
  }

  /** @throws Doubt where it has several */
  of(num: number): Role | undefined {
    if (this.#doubtful.has(num)) throw new Doubt('unknown-change');
    return this.#roles.get(num);
  }

  #add(value: Value | undefined, role: Role): void {
    if (value instanceof Ref) this.#addNum(value.num, role);
  }

  #addNum(num: number, role: Role): void {
    const known = this.#roles.get(num);
    if (known && JSON.stringify(kindOf(known)) !== JSON.stringify(kindOf(role))) this.#doubtful.add(num);
    this.#roles.set(num, role);
  }

  async #fill(file: PdfFile, fields: readonly Field[]): Promise<void> {
    const catalog = await file.catalog();
    this.#add(file.trailer.get('Root'), { is: 'catalog' });
    this.#add(file.trailer.get('Info'), { is: 'description' });
    this.#add(catalog.get('Metadata'), { is: 'description' });
    this.#add(catalog.get('AcroForm'), { is: 'form' });
    const form = await file.dict(catalog.get('AcroForm'));
    this.#add(form?.get('Fields'), { is: 'fields' });
    const resources = await file.dict(form?.get('DR'));
    this.#add(form?.get('DR'), { is: 'resources', kind: '' });
    for (const [kind, value] of resources ?? []) this.#add(value, { is: 'resources', kind });
    const direct = catalog.get('AcroForm');
    for (const [key, value] of [...catalog, ...(isDict(direct) ? direct : [])])
      if (!answered.has(key)) namedIn(value, this.elsewhere);
    for (const field of fields) {
      if (field.num !== null) this.#addNum(field.num, { is: 'field', field });
      this.#add(field.dict.get('Kids'), { is: 'kids', field });
      await this.#addAppearance(file, field.dict.get('AP'), field);
    }
    await this.#addBelow(file, [catalog.get('DSS'), catalog.get('Extensions')]);
    await this.#addPages(file, catalog.get('Pages'));
  }

  async #addAppearance(file: PdfFile, value: Value | undefined, field: Field, depth = 0): Promise<void> {
    this.#add(value, { is: 'appearance', field });
    const found = await file.resolve(value);
    if (depth < 3 && isDict(found))
      for (const one of found.values()) await this.#addAppearance(file, one, field, depth + 1);
  }

  /** Adds what is kept for checking signatures later, with all that it names. */
  async #addBelow(file: PdfFile, tops: readonly (Value | undefined)[]): Promise<void> {
    const waiting = tops.flatMap((top) => [...namedIn(top)]);
    const seen = new Set<number>();
    for (let num = waiting.pop(); num !== undefined; num = waiting.pop()) {
      if (seen.has(num)) continue;
      if (seen.size > maxNodes) throw new Doubt('too-large');
      seen.add(num);
      this.#addNum(num, { is: 'validation' });
      waiting.push(...namedIn(await file.object(num)));
    }
  }

  async #addPages(file: PdfFile, top: Value | undefined): Promise<void> {
    const waiting: Value[] = top ? [top] : [];
    const seen = new Set<number>();
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const num = next instanceof Ref ? next.num : -1;
      if (num < 0 || seen.has(num)) throw new Doubt('damaged');
      seen.add(num);
      if (seen.size > maxPages) throw new Doubt('too-large');
      const dict = await file.dict(next);
      if (!dict) continue;
      if (dict.has('Kids')) {
        this.#addNum(num, { is: 'pages' });
        waiting.push(...(await file.list(dict.get('Kids'))).toReversed());
      } else await this.#addPage(file, num, dict);
    }
  }

  async #addPage(file: PdfFile, num: number, dict: Dict): Promise<void> {
    const page = this.pages.size + 1;
    this.pages.set(num, page);
    this.#addNum(num, { is: 'page', page });
    this.#add(dict.get('Annots'), { is: 'remarks', page });
    for (const value of await file.list(dict.get('Annots'))) {
      const remark = await file.dict(value);
      if (remark && !isName(remark.get('Subtype'), 'Widget')) {
        this.#add(value, { is: 'remark', page });
        this.#add(remark.get('Popup'), { is: 'remark', page });
      }
    }
  }
}

/** What makes two roles one: an appearance is one of its own field only. */
function kindOf(role: Role): unknown {
  if ('kind' in role) return [role.is, role.kind];
  return 'field' in role ? [role.is, role.field.num] : [role.is, 'page' in role ? role.page : 0];
}

/** Returns for each object of a file which others name it; 0 stands for the end of the file. */
export async function namersOf(file: PdfFile): Promise<Map<number, Set<number>>> {
  const namers = new Map<number, Set<number>>();
  const add = (value: Value | undefined, namer: number) => {
    for (const named of namedIn(value)) {
      const known = namers.get(named);
      if (known) known.add(namer);
      else namers.set(named, new Set([namer]));
    }
  };
  for (const num of file.numbers()) {
    const value = await file.object(num);
    const type = value instanceof Stream ? value.dict.get('Type') : undefined;
    // They hold objects, and name none that they do not.
    if (!isName(type, 'XRef') && !isName(type, 'ObjStm')) add(value, num);
  }
  for (const key of ['Root', 'Info']) add(file.trailer.get(key), 0);
  return namers;
}
