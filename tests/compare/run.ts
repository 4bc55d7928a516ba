import { compareEdited } from './edits.ts';
import { compareUnchanged } from './unchanged.ts';

/**
 * Compares sets with planted edits, and sets that other programs saved anew. `EDITS` and `SETS` say how many, `ONLY` a part of their names,
 * `SEED` where the edits begin, `PDFS` a folder of files to save anew in place of made ones, `PDF_LIB` the module of pdf-lib.
 */
const { EDITS = '1000', SETS = '3', ONLY = '', PDFS } = process.env;
const lost = await compareEdited(Number(EDITS), ONLY);
await compareUnchanged(Number(SETS), ONLY, PDFS);
process.exit(lost > 0 ? 1 : 0);
