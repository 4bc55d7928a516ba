import { Doubt } from '../Doubt.ts';
import { signatureAdded } from '../Seal.ts';
import type { Changes } from './changes.ts';
import { type Field, isTimestamp } from './fields.ts';
import { isAlike } from './isAlike.ts';
import { isDrawnBy } from './isDrawnBy.ts';
import { hasRoom, isVisible } from './isVisible.ts';
import type { PdfFile } from './PdfFile.ts';
import type { Permission } from './permissions.ts';
import type { Role, Roles } from './roles.ts';
import { type Dict, isDict, isName, isSame, Name, Ref, Stream, Text, type Value } from './values.ts';

type Known = {
  permission: Permission;
  roles: Roles;
  /** For each object that was changed, those that named it when it was signed. */
  namers: ReadonlyMap<number, ReadonlySet<number>>;
  /** Fields that were empty and are signed by now. */
  newlySigned: ReadonlySet<number>;
};

const keysOf = (a: Dict, b: Dict) => new Set([...a.keys(), ...b.keys()]);
const asDict = (value: Value | undefined) => (isDict(value) ? value : null);
/** What of a field a signature may set as it is made. */
const signedKeys = new Set(['V', 'AP', 'AS', 'F', 'MK', 'M']);
/** What of a field changes as it is filled in. */
const filledKeys = new Set(['V', 'AP', 'AS', 'I', 'RV', 'M', 'DA', 'Q']);
const readOnlyBit = 1;
/** The fonts that PDFBox gives any form without them. Every reader has them itself, so that nothing is drawn otherwise by them. */
const usualFonts: Readonly<Record<string, string>> = { Helv: 'Helvetica', ZaDb: 'ZapfDingbats' };
const usualLook = '/Helv 0 Tf 0 g ';
const timestampAdded = 'A timestamp was added';

/** Judges each change of a signed file by what its object is for. */
export class Judge {
  readonly #signed: PdfFile;
  readonly #file: PdfFile;
  readonly #known: Known;
  readonly #allowed = new Set<string>();
  readonly #refused = new Set<string>();
  #hasNewResources = false;
  /** By their names in the form. */
  readonly #newFonts: string[] = [];
  #isFilledIn = false;
  /** The places of new signatures on pages. */
  readonly #newWidgets = new Set<number>();

  constructor(signed: PdfFile, file: PdfFile, known: Known) {
    this.#signed = signed;
    this.#file = file;
    this.#known = known;
  }

  async changes(): Promise<Changes> {
    // What is drawn by the fonts of the form changes with them: somebody must answer for that.
    if (!this.#allowed.has(signatureAdded) && !(await this.#isAsDrawn()))
      this.#refused.add('The fonts of the form were changed');
    return { allowed: [...this.#allowed], refused: [...this.#refused] };
  }

  /** Whether nothing that was there is drawn with what the form has got, and fonts came with what was filled in. */
  async #isAsDrawn(): Promise<boolean> {
    if (this.#hasNewResources || (this.#newFonts.length > 0 && !this.#isFilledIn)) return false;
    for (const name of this.#newFonts)
      if (await isDrawnBy(this.#signed, { kind: 'Font', name })) return false;
    return true;
  }

  /** Judges what stands at the end of the file. */
  async trailer(): Promise<void> {
    const isUntouched = (key: string) => isSame(this.#signed.trailer.get(key), this.#file.trailer.get(key));
    if (!isUntouched('Encrypt')) this.#refused.add('The document was replaced');
    // e-Szigno writes it as another object as it adds a timestamp.
    if (!isUntouched('Root')) await this.#catalog(await this.#signed.catalog(), await this.#file.catalog());
    const [then, now] = [this.#signed.trailer.get('Info'), this.#file.trailer.get('Info')];
    if (then instanceof Ref && now === undefined) return;
    if (!isSame(then, now)) this.#allowed.add('Title and other properties changed');
  }

  /** Judges an object that something names, and that is not what it was. */
  async object(num: number): Promise<void> {
    const [then, now] = [await this.#signed.object(num), await this.#file.object(num)];
    const role = this.#known.roles.of(num);
    if (!role) return this.#unknown(num, then);
    switch (role.is) {
      case 'catalog':
        return this.#pair(then, now, 'The document', (a, b) => this.#catalog(a, b));
      case 'form':
        return this.#pair(then, now, 'The form', (a, b) => this.#form(a, b));
      case 'resources':
        // What a page draws with is no matter of the form.
        this.#checkNamers(num, role, new Set());
        return this.#pair(then, now, 'The form', (a, b) => this.#resources(a, b, role.kind));
      case 'fields':
      case 'kids':
        return this.#fields(then, now, role.is === 'kids' ? role.field : null);
      case 'field':
        return this.#pair(then, now, `The field “${role.field.name}”`, (a, b) =>
          this.#field(a, b, role.field),
        );
      case 'pages':
        return this.#pages(num, then, now);
      case 'page':
        return this.#pair(then, now, `Page ${role.page}`, (a, b) => this.#page(a, b, role.page));
      case 'remarks':
        return this.#remarks(then, now, role.page);
      case 'remark':
        return this.#remark(role.page);
      default:
        return this.#free(num, role);
    }
  }

  async #pair(
    then: Value,
    now: Value,
    name: string,
    judge: (a: Dict, b: Dict) => Promise<void> | void,
  ): Promise<void> {
    if (isDict(then) && isDict(now)) await judge(then, now);
    else this.#refused.add(`${name} was changed`);
  }

  /** Judges an object of which nothing is known: it is drawn, or does something. */
  #unknown(num: number, then: Value): void {
    const type = asDict(then)?.get('Type');
    // Tags for screen readers draw nothing, and may still say something else.
    if (isName(type, 'StructElem') || isName(type, 'StructTreeRoot')) throw new Doubt('unknown-change');
    const page = [...(this.#known.namers.get(num) ?? [])]
      .map((one) => this.#known.roles.pages.get(one))
      .find(Boolean);
    this.#refused.add(page ? `What page ${page} shows was changed` : 'What the document shows was changed');
  }

  /** Judges an object whose content is free, as long as nothing else uses it. */
  #free(num: number, role: Role): void {
    this.#checkNamers(num, role, new Set());
    if (role.is === 'validation') this.#allowed.add('Data to check the signature later was added');
    else if (role.is === 'description') this.#allowed.add('Title and other properties changed');
    else if (role.is === 'appearance') {
      if (!this.#isNewlySigned(role.field)) this.#fill(role.field);
    }
  }

  /** Checks that nothing but what belongs to it leads to an object. */
  #checkNamers(num: number, role: Role, seen: Set<number>): void {
    if (seen.has(num)) return;
    seen.add(num);
    if (this.#known.roles.elsewhere.has(num)) throw new Doubt('unknown-change');
    for (const namer of this.#known.namers.get(num) ?? []) {
      const other = namer === 0 ? undefined : this.#known.roles.of(namer);
      const isOwner =
        role.is === 'appearance'
          ? other?.is === 'field'
          : namer === 0 || other?.is === 'catalog' || (role.is === 'resources' && other?.is === 'form');
      const isOfIt = other?.is === role.is;
      const isSameField =
        !('field' in role) || (other && 'field' in other && other.field.num === role.field.num);
      if (!(isOwner || isOfIt) || !isSameField) throw new Doubt('unknown-change');
      if (isOfIt) this.#checkNamers(namer, role, seen);
    }
  }

  async #catalog(a: Dict, b: Dict): Promise<void> {
    for (const key of keysOf(a, b)) {
      const [then, now] = [a.get(key), b.get(key)];
      if (isSame(then, now)) continue;
      if (key === 'AcroForm') {
        const [before, after] = [await this.#signed.dict(then), await this.#file.dict(now)];
        if (after) await this.#form(before ?? new Map(), after);
        else this.#refused.add('The form was removed');
      } else if (key === 'DSS' || key === 'Extensions')
        this.#allowed.add('Data to check the signature later was added');
      else if (key === 'Metadata' || key === 'Version')
        this.#allowed.add('Title and other properties changed');
      else if (key === 'StructTreeRoot' || key === 'MarkInfo') throw new Doubt('unknown-change');
      else this.#refused.add('The document was changed');
    }
  }

  async #form(a: Dict, b: Dict): Promise<void> {
    for (const key of keysOf(a, b)) {
      const [then, now] = [a.get(key), b.get(key)];
      if (isSame(then, now)) continue;
      if (key === 'Fields') await this.#fields(then ?? [], now ?? null, null);
      else if (key === 'DR')
        await this.#resources(
          (await this.#signed.dict(then)) ?? new Map(),
          (await this.#file.dict(now)) ?? new Map(),
          '',
        );
      else if (key === 'SigFlags' && typeof now === 'number') continue;
      else if (key === 'DA' && then === undefined) await this.#look(now, b);
      else if (key === 'NeedAppearances' && (now === undefined || now === false)) continue;
      else this.#refused.add('The form was changed');
    }
  }

  /** Judges how fields are written of which nothing was said. */
  async #look(now: Value | undefined, form: Dict): Promise<void> {
    const fonts = await this.#file.dict((await this.#file.dict(form.get('DR')))?.get('Font'));
    const isUsual = now instanceof Text && now.toString() === usualLook;
    if (!isUsual || !(await this.#isUsual('Helv', fonts?.get('Helv')))) this.#hasNewResources = true;
  }

  async #isUsual(name: string, value: Value | undefined): Promise<boolean> {
    const font = await this.#file.dict(value);
    if (!font || !isName(font.get('Subtype'), 'Type1')) return false;
    const { BaseFont, Encoding, Type: _, Subtype: __, ...others } = Object.fromEntries(font);
    const isRead = Encoding === undefined || (name === 'Helv' && isName(Encoding, 'WinAnsiEncoding'));
    const isPlain = Object.keys(others).length === 0 && isRead;
    return isPlain && BaseFont instanceof Name && BaseFont.name === usualFonts[name];
  }

  /**
   * Judges what a form draws with: fonts may be added, and those that it had stay.
   *
   * @param kind of what it is; empty for all kinds
   */
  async #resources(a: Dict, b: Dict, kind: string): Promise<void> {
    for (const [key, value] of b) {
      if (a.has(key) || (kind === 'Font' && (await this.#isUsual(key, value)))) continue;
      const fonts = key === 'Font' ? await this.#file.dict(value) : null;
      if (kind === '' && fonts) await this.#resources(new Map(), fonts, key);
      else if (kind === 'Font' && isName((await this.#file.dict(value))?.get('Type'), 'Font'))
        this.#newFonts.push(key);
      else this.#hasNewResources = true;
    }
    for (const [key, value] of a) {
      const now = b.get(key);
      if (isSame(value, now)) continue;
      const [then, after] = [await this.#signed.resolve(value), await this.#file.resolve(now)];
      if (isDict(then) && isDict(after)) await this.#resources(then, after, kind || key);
      // PDFBox puts the drawing of each visible signature in the place of the one before.
      else if (key === 'FRM' && then instanceof Stream && after instanceof Stream) {
        if (await isDrawnBy(this.#signed, { kind: 'XObject', name: key })) throw new Doubt('unknown-change');
        this.#hasNewResources = true;
      } else if (!isSame(then, after)) this.#refused.add('The fonts of the form were changed');
    }
  }

  /** Judges a list of fields: what it had must be there, and what it has got are signatures. */
  async #fields(then: Value, now: Value, above: Field | null): Promise<void> {
    const [before, after] = [await this.#signed.list(then), await this.#file.list(now)];
    const isThere = (list: readonly Value[], one: Value) => list.some((other) => isSame(other, one));
    if (before.some((one) => !isThere(after, one))) this.#refused.add('A field was removed');
    for (const one of after) if (!isThere(before, one)) await this.#newField(one, above);
  }

  async #newField(value: Value, above: Field | null): Promise<void> {
    const dict = await this.#file.dict(value);
    const type = (await this.#file.resolve(dict?.get('FT'))) ?? null;
    const wasThere = value instanceof Ref && this.#signed.entry(value.num).kind !== 'free';
    if (!dict || !(value instanceof Ref) || wasThere || above !== null || !isName(type, 'Sig')) {
      this.#refused.add('A field was added');
      return;
    }
    const title = await this.#file.resolve(dict.get('T'));
    const signature = await this.#file.dict(dict.get('V'));
    const isStamp = signature !== null && isTimestamp(signature);
    let isSeen = false;
    for (const widget of [value, ...(await this.#file.list(dict.get('Kids')))]) {
      const place = await this.#file.dict(widget);
      isSeen ||= await isVisible(this.#file, place);
      // Nobody vouches for what stands where a timestamp is: one with room may lie on no page.
      const mayLie = isPlace(place) && !(isStamp && (await hasRoom(this.#file, place)));
      if (widget instanceof Ref && mayLie) this.#newWidgets.add(widget.num);
    }
    if (signature) await this.#sign(dict.get('V'), title instanceof Text ? title.toString() : '', isSeen);
    else if (isSeen) this.#refused.add('Something that looks like a signature was added');
    else if (this.#known.permission.level === 1) this.#refused.add('A field was added');
    else this.#allowed.add('An empty place for a signature was added');
  }

  #isNewlySigned({ num }: Field): boolean {
    return num !== null && this.#known.newlySigned.has(num);
  }

  /** @param isSeen it is drawn, wherever that is */
  async #sign(value: Value | undefined, field: string, isSeen: boolean): Promise<void> {
    const signature = await this.#file.dict(value);
    const isStamp = signature !== null && isTimestamp(signature);
    const { level, isLocked } = this.#known.permission;
    // One that was there already signs nothing anew.
    const isOld = value instanceof Ref && this.#signed.entry(value.num).kind !== 'free';
    if (isOld || isLocked(field) || (isStamp ? isSeen : level === 1)) this.#refused.add(signatureAdded);
    else this.#allowed.add(isStamp ? timestampAdded : signatureAdded);
  }

  async #field(a: Dict, b: Dict, field: Field): Promise<void> {
    const isSignature = field.type === 'Sig';
    const isNew = this.#isNewlySigned(field);
    if (isNew && b.has('V')) await this.#sign(b.get('V'), field.name, false);
    for (const key of keysOf(a, b)) {
      const [then, now] = [a.get(key), b.get(key)];
      if (isSame(then, now)) continue;
      // A lock forbids what comes after its own signature only.
      if (isNew && (signedKeys.has(key) || (key === 'Lock' && then === undefined))) continue;
      if (key === 'Kids') await this.#fields(then ?? null, now ?? null, field);
      else if (!isSignature && key === 'Ff' && isLockingFlag(then, now)) continue;
      else if (!isSignature && filledKeys.has(key)) this.#fill(field);
      else this.#refused.add(`The field “${field.name}” was changed`);
    }
  }

  #fill({ name, type }: Field): void {
    const { level, isLocked } = this.#known.permission;
    if (type === 'Sig' || level === null || level < 2 || isLocked(name))
      this.#refused.add(`The field “${name}” was changed`);
    else {
      this.#allowed.add(`The field “${name}” was filled in`);
      this.#isFilledIn = true;
    }
  }

  /** Judges what leads to pages: iText and OpenPDF write into it what they are, as they add a signature. */
  #pages(num: number, then: Value, now: Value): void {
    const differ = isDict(then) && isDict(now) ? [...keysOf(then, now)] : null;
    if (!differ?.every((key) => key === 'ITXT' || isSame(asDict(then)?.get(key), asDict(now)?.get(key))))
      this.#unknown(num, then);
  }

  async #page(a: Dict, b: Dict, page: number): Promise<void> {
    for (const key of keysOf(a, b)) {
      if (isSame(a.get(key), b.get(key))) continue;
      if (key === 'Annots') await this.#remarks(a.get(key) ?? [], b.get(key) ?? [], page);
      else if (!(await isAlike(this.#signed, a.get(key), this.#file, b.get(key))))
        this.#refused.add(`What page ${page} shows was changed`);
    }
  }

  /** Judges what lies on a page: what was there must be, in its order, and what is new are signatures or, where allowed, comments. */
  async #remarks(then: Value, now: Value, page: number): Promise<void> {
    const [before, after] = [await this.#signed.list(then), await this.#file.list(now)];
    const isIn = (list: readonly Value[]) => (one: Value) => list.some((other) => isSame(other, one));
    const [stayed, were] = [after.filter(isIn(before)), before.filter(isIn(after))];
    if (stayed.length !== were.length || stayed.some((one, at) => !isSame(one, were[at])))
      this.#refused.add(`What page ${page} shows was changed`);
    for (const one of [
      ...before.filter((old) => !isIn(after)(old)),
      ...after.filter((added) => !isIn(before)(added)),
    ]) {
      if (one instanceof Ref && this.#newWidgets.has(one.num)) continue;
      const dict = (await this.#file.dict(one)) ?? (await this.#signed.dict(one));
      if (dict && isName(dict.get('Subtype'), 'Widget'))
        this.#refused.add(`Something that looks like a field was added to page ${page}`);
      else this.#remark(page);
    }
  }

  #remark(page: number): void {
    if (this.#known.permission.level === 3)
      this.#allowed.add(`Comments on page ${page} were added or changed`);
    else this.#refused.add(`Something on page ${page} was added or changed`);
  }
}

function isLockingFlag(then: Value | undefined, now: Value | undefined): boolean {
  const before = typeof then === 'number' ? then : 0;
  return typeof now === 'number' && now === (before | readOnlyBit);
}

/** Whether something is a place of a signature. Readers draw other fields and remarks without an appearance, too. */
function isPlace(dict: Dict | null | undefined): boolean {
  const type = dict?.get('FT');
  return isName(dict?.get('Subtype'), 'Widget') && (type === undefined || isName(type, 'Sig'));
}
