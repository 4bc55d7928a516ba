/** The business constants of the specification's §9, and the bounds we added (each marked "ours"). Units are in the names. */

export const requestTimeoutMs = 8000;
/** Total size of the files of one request. */
export const maxUploadBytes = 104_857_600;
export const totalFilesSizeMessage = 'Total files size cannot exceed 100 MB';
export const passwordMinLength = 8;
export const minInvitees = 1;
export const minServices = 1;
export const minAttachments = 1;
export const defaultPhoneRegion = 'US';
export const prefetchMarginPx = 200;
/** Local storage key of the signed-in state (no token in it). */
export const authStorageKey = 'auth';
/** The stamp in an uploaded file's name is UTC shifted by this much. */
export const fileStampShiftHours = 9;

/** Ours: files of one request. */
export const maxFiles = 100;
/** Ours: files of one job, those of its messages and results included. */
export const maxJobFiles = 1000;
/** Ours: results of one job. */
export const maxJobResults = 200;
/** Ours: one line of text (names, project, company). */
export const maxLineLength = 200;
/** Ours: a message, a description, a list of links. */
export const maxTextLength = 10_000;
/** Ours: what is said of a stamped result; each of its files shows it. */
export const maxNoteLength = 2000;
/** Ours: people invited at once. */
export const maxInvitees = 100;
/** Ours: people whose profiles are changed at once. */
export const maxProfiles = 100;
/** Ours: stamped copies of one job. */
export const maxCopies = 99;
/** Ours: rows of one page of a listing. */
export const pageSize = 25;
/** Ours: changes of a job that come with it, or a page of earlier ones. */
export const historySize = 100;
/** Ours: messages of the newest part of a conversation, which is read before the whole of it. */
export const newestMessages = 60;
/** Ours: characters of a file's name, its stamp included. */
export const maxFileNameLength = 200;
/** Ours: longest key a client may choose for a write. */
export const maxIdempotencyKeyLength = 200;
/** Ours: jobs changed at once by staff; each is a request of its own. */
export const maxJobsAtOnce = 200;
/** Ours: values of one filter, or services of one entry; a list of them is counted before it is read. */
export const maxChoices = 50;
/** Ours: broken rules that one answer tells of. */
export const maxIssues = 50;
/** Ours: how large the previews of a file are at most, in pixels: one for lists, one to read. */
export const previewSizes = {
  thumb: { width: 640, height: 960 },
  page: { width: 1600, height: 2400 },
} as const;
export type PreviewSize = keyof typeof previewSizes;
