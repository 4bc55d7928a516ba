/** The constants of §9, and bounds of our own (each marked "ours"). */

export const requestTimeoutMs = 8000;
/** Bytes of all files of one request. */
export const maxUploadBytes = 104_857_600;
export const totalFilesSizeMessage = 'Total files size cannot exceed 100 MB';
export const passwordMinLength = 8;
export const minInvitees = 1;
export const minServices = 1;
export const minAttachments = 1;
export const defaultPhoneRegion = 'US';
export const prefetchMarginPx = 200;
/** Local storage key of the signed-in state, which contains no token. */
export const authStorageKey = 'auth';
/** Offset from UTC of the time stamp in the name of an uploaded file. */
export const fileStampShiftHours = 9;

/** Ours: files of one request. */
export const maxFiles = 100;
/** Ours: files of one job, those of its messages and deliverables included. */
export const maxJobFiles = 1000;
/** Ours: deliverables of one job. */
export const maxJobResults = 200;
/** Ours: characters of one line of text (names, project, company). */
export const maxLineLength = 200;
/** Ours: characters of a message, a description, a list of links. */
export const maxTextLength = 10_000;
/** Ours: characters of the note on a deliverable. */
export const maxNoteLength = 2000;
/** Ours: characters of the reason why a job is put on hold or cancelled, or its due date changed. */
export const maxReasonLength = 500;
/** Ours: users invited at once. */
export const maxInvitees = 100;
/** Ours: profiles changed at once. */
export const maxProfiles = 100;
/** Ours: stamped copies of one job. */
export const maxCopies = 99;
/** Ours: rows of one page of a listing. */
export const pageSize = 25;
/** Ours: results of each kind where all kinds are searched. */
export const fewResults = 5;
/** Ours: characters of a search. */
export const maxSearchLength = 200;
/** Ours: changes of a job in its details, or in a page of earlier ones. */
export const historySize = 100;
/** Ours: the newest messages of a conversation, which are read before the whole of it. */
export const newestMessages = 60;
/** Ours: characters of the name of a file, its time stamp included. */
export const maxFileNameLength = 200;
/** Ours: characters of an idempotency key. */
export const maxIdempotencyKeyLength = 200;
/** Ours: jobs that staff change at once, each by a request of its own. */
export const maxJobsAtOnce = 200;
/** Ours: values of one filter, or services of one entry. */
export const maxChoices = 50;
/** Ours: broken rules in one error response. */
export const maxIssues = 50;
/** Ours: staff notes of one page: those of nearly every job at once, so that they can be read offline. */
export const notePageSize = 100;
/** Ours: staff mentioned in one note. */
export const maxMentions = 20;
/** Ours: weeks of one request for figures: a year. */
export const maxFigureWeeks = 53;
/** Ours: assignees or clients in figures: those with the most jobs. */
export const maxFigureGroups = 100;
/** Ours: shots of one checklist. */
export const maxShots = 50;
/** Ours: shots that one message asks for. */
export const maxAskedShots = 200;
/** Ours: messages that are marked as addressed with one that is sent, and that are listed as one row of the inbox. */
export const maxAddressedAtOnce = 100;
/** Ours: characters of a shot's name, and of its hint. */
export const maxShotNameLength = 100;
export const maxHintLength = 300;
/** Ours: certificates that the firm trusts, and characters of one. */
export const maxTrustedIssuers = 50;
export const maxCertificateLength = 8000;
/** Ours: rules of due dates. */
export const maxDueRules = 100;
/** Ours: saved replies of the firm, and of one user; files of one; characters of its name, and of its text. */
export const maxReplies = 100;
export const maxReplyFiles = 5;
export const maxReplyNameLength = 60;
export const maxReplyLength = 2000;
/** Ours: named views of one user; characters of the name of one. */
export const maxViews = 30;
export const maxViewNameLength = 40;
/** Ours: lists of jobs that are counted at once, and jobs up to which each is counted. */
export const maxCountedLists = 100;
export const mostCounted = 99;
