import type { Service } from '../../../contract/enums.ts';
import type { Shot } from '../../../contract/jobs/checklist.ts';
import type { Attachment, JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { serviceNames } from '../../../contract/jobs/servicesText.ts';
import { type WaitingAnswer, waitingAnswers } from '../../../outbox/kinds/messageKind.ts';
import { isOnItsWay } from '../../../outbox/kinds/sendState.ts';
import type { OutboxRecord } from '../../../outbox/records/record.ts';

/** A shot that a job needs, or that was answered before it left its list. */
export type Slot = Pick<Shot, 'shotId' | 'name' | 'hint' | 'example'> & {
  /** Newest first. */
  photos: readonly Attachment[];
  /** Photos on this device that have not arrived, refused ones too. Newest first. */
  waiting: readonly WaitingAnswer[];
};

/** The slots of one service; those of removed shots are a group without a service. */
export type SlotGroup = { service: Service | null; title: string; slots: Slot[] };

/** Whether nothing answers a slot, neither on the server nor on its way there. */
export function isMissing({ photos, waiting }: Slot): boolean {
  return photos.length === 0 && !waiting.some(isOnItsWay);
}

/** Whether a slot has photos, and none that has not arrived. */
export function isHere({ photos, waiting }: Slot): boolean {
  return photos.length > 0 && waiting.length === 0;
}

/** Returns the photo slots of a job: the lists of its services, then the answered shots that are on none of them. */
export function slotGroupsOf(
  job: JobDetails,
  shots: readonly Shot[],
  records: readonly OutboxRecord[],
): SlotGroup[] {
  const asked = new Set(job.jobEVService.flatMap(({ evServices }) => evServices));
  const photos = Map.groupBy(job.attachments.toReversed(), ({ shot }) => shot?.shotId);
  const waiting = Map.groupBy(waitingAnswers(job, records), ({ payload }) => payload.shot);
  const slotOf = ({ shotId, name, hint, example }: Omit<Slot, 'photos' | 'waiting'>): Slot => ({
    shotId,
    name,
    hint,
    example,
    photos: photos.get(shotId) ?? [],
    waiting: waiting.get(shotId) ?? [],
  });
  const groups = [...asked].flatMap((service): SlotGroup[] => {
    const slots = shots.filter((shot) => shot.service === service).map(slotOf);
    return slots.length > 0 ? [{ service, title: serviceNames[service], slots }] : [];
  });
  const listed = new Set(groups.flatMap(({ slots }) => slots.map(({ shotId }) => shotId)));
  const left = new Map(
    job.attachments.flatMap(({ shot }) => (shot && !listed.has(shot.shotId) ? [[shot.shotId, shot]] : [])),
  );
  if (left.size === 0) return groups;
  const slots = [...left.values()].map((shot) => slotOf({ ...shot, hint: '', example: null }));
  return [...groups, { service: null, title: 'No longer on a list', slots }];
}
