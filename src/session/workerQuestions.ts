/** What the worker asks the windows, each with a port to answer by. A window of an earlier version answers nothing. */
export type WorkerQuestion =
  /** A push came. Answered with true when its message is in sight there: the conversation is open, and looked at. */
  | { type: 'pushed'; ownerUid: string; jobId: string; communicationId: string }
  /** A notification was clicked. Answered with true when the window shows what it is about. */
  | { type: 'open'; ownerUid: string; path: string };

/** How long the worker waits for an answer. */
export const answerWithinMs = 500;
/** How long, after a click: a browser forgets soon that there was one. */
export const clickWithinMs = 250;
