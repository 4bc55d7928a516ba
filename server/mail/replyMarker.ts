/** The first line of our emails that can be answered. Where it comes back in a reply, what the sender wrote stands above it. */
export const replyMarker = '--- Reply above this line ---';

const form = /[-–—]{3}[ \t]*Reply above this line[ \t]*[-–—]{3}/;

/** Whether a line of a reply is our line, quoted or not. */
export function isReplyMarker(line: string): boolean {
  return form.test(line);
}
