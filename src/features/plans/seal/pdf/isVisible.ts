import type { PdfFile } from './PdfFile.ts';
import type { Dict } from './values.ts';

/** Whether a place of a field has room on its page. */
export async function hasRoom(file: PdfFile, dict: Dict | null): Promise<boolean> {
  const place = await file.list(dict?.get('Rect'));
  const corners = await Promise.all(place.map((one) => file.resolve(one)));
  const [left = 0, bottom = 0, right = 0, top = 0] = corners.map((one) =>
    typeof one === 'number' ? one : 0,
  );
  return left !== right && bottom !== top;
}

/** Whether a place of a field is drawn: it has an appearance, and room for it. */
export async function isVisible(file: PdfFile, dict: Dict | null): Promise<boolean> {
  return dict?.has('AP') === true && hasRoom(file, dict);
}
