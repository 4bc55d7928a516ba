import { stampedFileName } from '../../format/fileName.ts';

/**
 * Returns the names that files are sent under, stamped once and final from then on; files of one name are numbered.
 *
 * @param taken names in use already; the new ones are added
 */
export function frozenNames(names: readonly string[], atMs: number, taken = new Set<string>()): string[] {
  return names.map((chosen) => {
    const name = stampedFileName(chosen, atMs);
    let free = name;
    for (let n = 2; taken.has(free); n += 1) free = numbered(name, n);
    taken.add(free);
    return free;
  });
}

/** `plan.20261121T103000.pdf` → `plan (2).20261121T103000.pdf` */
function numbered(name: string, n: number): string {
  return name.replace(/\.\d{8}T\d{6}(\.[^.]*)?$/, (end) => ` (${n})${end}`);
}
