import { isEncodedTruly } from '../../../ui/files/shrinkPhoto.ts';
import type { Box } from '../page/box.ts';
import { blobOf, freeCanvas } from '../stage/canvas.ts';
import type { Plan } from './openPlan.ts';
import { PlanError } from './PlanError.ts';

/** The longer edge of a picture, in pixels. */
const pictureEdge = 2000;
/** The most pixels for a unit of the page: larger letters are not worth their bytes. */
const maxPictureScale = 6;

/** Pixels of a point in a picture for a message. */
function scaleOf({ width, height }: Box): number {
  return Math.min(pictureEdge / Math.max(width, height), maxPictureScale);
}

/** Draws a part of a page as a picture to send or print. @throws PlanError where it would not be what the page is */
export async function pictureOf(
  plan: Plan,
  page: number,
  box: Box,
  { scale = scaleOf(box), signal }: { scale?: number; signal?: AbortSignal } = {},
): Promise<Blob> {
  if (!(await isEncodedTruly())) throw new PlanError('altered');
  const canvas = await plan.draw(page, { box, scale, priority: 'page', ...(signal && { signal }) });
  if (plan.leftOut(page)) {
    freeCanvas(canvas);
    throw new PlanError('incomplete');
  }
  return blobOf(canvas, 'image/png');
}

/** The timestamp of a stored file's name, and its ending. */
const stampAndEnding = /(\.\d{8}T\d{6})?\.pdf$/i;

/** Signs that names of files may not have. */
const noFileName = /[\\/:*?"<>|]/g;

/** Names a picture by its plan and what it shows, for a message. */
export function pictureFile(picture: Blob, planName: string, what: string): File {
  const name = `${planName.replace(stampAndEnding, '')} ${what.replace(noFileName, '-')}.png`;
  return new File([picture], name, { type: picture.type });
}
