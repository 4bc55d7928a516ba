import * as v from 'valibot';
import { readStoredJson, writeStored } from '../storage.ts';
import { createEvent, createStore } from '../store.ts';
import { existingResponses, offlineJobsPrefix, openResponses } from './responses.ts';

/** The setting *Keep my open jobs available offline* of this device, and how far that is. */

const settingsKey = 'open-jobs';
const Settings = v.object({ isOn: v.boolean(), limitMb: v.pipe(v.number(), v.minValue(0)) });
const defaultLimitMb = 250;

/** Choices of how much the open jobs may take, by megabytes. */
export const openJobsLimits: Readonly<Record<string, string>> = {
  100: '100 MB',
  250: '250 MB',
  1024: '1 GB',
};

/** Why nothing is fetched at the moment. */
export type PauseReason = 'metered' | 'slow' | 'offline' | 'full' | 'sending';

/** What the last complete list of the user's open jobs said. */
const Listed = v.object({
  /** The most recently active first. */
  jobIds: v.array(v.string()),
  /** There are more. */
  isCut: v.boolean(),
  /** When everything was current, milliseconds since 1970; 0 for never. */
  at: v.number(),
});
type Listed = v.InferOutput<typeof Listed>;

export type OpenJobs = {
  /** Null until the user or the app has decided. */
  isOn: boolean | null;
  limitMb: number;
  listed: Listed;
  state: 'resting' | 'updating' | PauseReason;
};

const nothingListed: Listed = { jobIds: [], isCut: false, at: 0 };

function readSettings(): Pick<OpenJobs, 'isOn' | 'limitMb'> {
  const read = v.safeParse(Settings, readStoredJson(settingsKey));
  return read.success ? read.output : { isOn: null, limitMb: defaultLimitMb };
}

const openJobs = createStore<OpenJobs>({ ...readSettings(), listed: nothingListed, state: 'resting' });
const updateRequest = createEvent<[isUrgent: boolean]>();

export const { get: getOpenJobs, subscribe: onOpenJobsChange } = openJobs;
/** Calls back when the open jobs are to be updated: at once if that is urgent, because the user has asked. */
export const onUpdateRequest = updateRequest.subscribe;
export const requestUpdate = updateRequest.emit;

export function putOpenJobs(next: Partial<Pick<OpenJobs, 'listed' | 'state'>>): void {
  openJobs.set({ ...openJobs.get(), ...next });
}

/** Changes the setting of this device, which outlives a sign-out. */
export function chooseOpenJobs(choice: { isOn?: boolean; limitMb?: number }): void {
  const { isOn, limitMb } = { ...openJobs.get(), ...choice };
  openJobs.set({ ...openJobs.get(), isOn, limitMb });
  if (isOn !== null) writeStored(settingsKey, JSON.stringify({ isOn, limitMb }));
  updateRequest.emit(false);
}

/** Takes over what another tab has chosen. */
export function rereadOpenJobsSetting(): void {
  const { isOn, limitMb } = openJobs.get();
  const now = readSettings();
  if (now.isOn === isOn && now.limitMb === limitMb) return;
  openJobs.set({ ...openJobs.get(), ...now });
  updateRequest.emit(false);
}

/** Below the records of saved jobs, so that it is deleted with them. */
const listedAddress = `${offlineJobsPrefix}?open`;

/** Reads the last list of a user's open jobs on this device. */
export async function readOpenJobsList(uid: string): Promise<void> {
  const cache = await existingResponses(uid);
  const read = v.safeParse(Listed, await (await cache?.match(listedAddress))?.json().catch(() => null));
  putOpenJobs({ listed: read.success ? read.output : nothingListed });
}

export async function writeOpenJobsList(uid: string, listed: Listed): Promise<void> {
  const cache = await openResponses(uid);
  await cache.put(listedAddress, Response.json(listed));
  putOpenJobs({ listed });
}
