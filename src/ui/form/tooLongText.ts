import { grouped } from '../../contract/grouped.ts';
import { asText } from '../../contract/lines.ts';
import { counted } from '../../format/counted.ts';

/** Says by how much a text is too long; empty while it is not. Nothing that is pasted is cut: nobody would see what is missing. */
export function tooLongText(text: string, most: number): string {
  const over = text.length > most ? asText(text).length - most : 0;
  return over > 0 ? `${counted(over, 'character')} over the limit of ${grouped(most)}.` : '';
}
