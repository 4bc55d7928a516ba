import { givenFileName } from '../files/fileNames.ts';
import { type Attachment, type Deliverable, isPdf, type JobDetails } from './jobDetails.ts';

/** A job as far as its plans are compared. */
export type ComparedJob = Pick<
  JobDetails,
  'jobId' | 'jobCode' | 'project' | 'revisionOf' | 'attachments' | 'deliverables'
>;

/** A PDF that another one can be compared with. */
export type Comparable = {
  job: ComparedJob;
  file: Attachment;
  /** Set for one that was delivered. */
  deliverable?: Deliverable;
};

/** Words and numbers by which names of two revisions of one set differ. */
const revisionWords =
  /\b(?:rev(?:ision)?|ver(?:sion)?|v|r|issue|copy|final|new|old)\b[\s._-]*[a-z]?\d*\b|\d+|\b[a-z]\b/g;

/** Returns what the names of all revisions of one set have in common. */
function stemOf(file: Pick<Attachment, 'fileName'>): string {
  const name = givenFileName(file.fileName)
    .toLowerCase()
    .replace(/\.pdf$/, '');
  return name
    .replace(/[\s._()-]+/g, ' ')
    .replace(revisionWords, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the PDFs of jobs, those that were delivered first, each list the newest first. */
export function comparablesOf(jobs: readonly ComparedJob[]): Comparable[] {
  return jobs.flatMap((job) => {
    const delivered = job.deliverables.flatMap((deliverable) =>
      deliverable.file && isPdf(deliverable.file) ? { job, file: deliverable.file, deliverable } : [],
    );
    return [
      ...delivered,
      ...job.attachments
        .filter(isPdf)
        .map((file) => ({ job, file }))
        .toReversed(),
    ];
  });
}

function isAskedFor({ deliverable }: Comparable): boolean {
  return deliverable === undefined;
}

/**
 * Returns the set that a PDF follows: the deliverable that it replaced; of its own job the newest earlier PDF of the same name; else, of
 * the nearest job that it revises and that has any, the one of the same name, or the largest.
 *
 * @param jobs its job, then those that this one revises, the nearest first
 */
export function setBefore(key: string, jobs: readonly ComparedJob[]): Comparable | undefined {
  const all = comparablesOf(jobs);
  const own = all.find(({ file }) => file.key === key);
  if (!own) return undefined;
  const { deliverable } = own;
  if (deliverable) {
    return all.find((other) => other.deliverable && other.deliverable.key === deliverable.supersedes);
  }
  const stem = stemOf(own.file);
  const sameName = ({ file }: Comparable) => stemOf(file) === stem;
  const asked = all.filter(isAskedFor);
  const later = asked.slice(asked.indexOf(own) + 1);
  const inJob = later.find((other) => other.job === own.job && sameName(other));
  if (inJob) return inJob;
  const nearest = jobs.slice(1).find((job) => job.attachments.some(isPdf));
  const earlier = asked.filter(({ job }) => job === nearest);
  return earlier.find(sameName) ?? earlier.toSorted((a, b) => b.file.size - a.file.size)[0];
}

/** Whether a job may have sets that follow others: it is a revision, or a deliverable replaced another. */
export function hasSetBefore({
  revisionOf,
  deliverables,
}: Pick<ComparedJob, 'revisionOf' | 'deliverables'>): boolean {
  return revisionOf !== null || deliverables.some(({ superseded }) => superseded);
}

/** Pairs that a job offers: more are too many for its page. */
const maxOffered = 4;

/** A set of a job, and the one before it. */
export type OfferedPair = { after: Attachment; before: Comparable };

/**
 * Returns the sets of a job that its page compares by itself: of a revision those that it was reported with, the largest first, each with
 * the one before it; and what was delivered anew, with what it replaced. Files of its chat are not among them, unless there are no others.
 *
 * @param jobs the job, then those that it revises, the nearest first
 */
export function comparedPairs(jobs: readonly ComparedJob[]): OfferedPair[] {
  const [job] = jobs;
  if (!job) return [];
  const delivered = job.deliverables.flatMap(({ file, superseded, withdrawn }) =>
    file && isPdf(file) && !superseded && !withdrawn ? file : [],
  );
  const pdfs = job.attachments.filter(isPdf);
  const reported = pdfs.filter(({ communicationId }) => communicationId === null);
  const sets = jobs.length > 1 ? (reported.length > 0 ? reported : pdfs) : [];
  const taken = new Set<string>();
  const pairs = [...delivered, ...sets.toSorted((a, b) => b.size - a.size)].flatMap(
    (after): OfferedPair[] => {
      const before = setBefore(after.key, jobs);
      // Of two that would follow the same one, the larger does.
      if (!before || taken.has(before.file.key)) return [];
      taken.add(before.file.key);
      return [{ after, before }];
    },
  );
  return pairs.slice(0, maxOffered);
}
