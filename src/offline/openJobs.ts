import * as v from 'valibot';
import { readStoredJson, writeStored } from '../storage.ts';
import { createEvent, createStore } from '../store.ts';
import { existingResponses, offlineJobsPrefix, openResponses } from './responses.ts';

/** The setting *Keep my open jobs available offline* of this device, and its progress. */

const settingsKey = 'open-jobs';
const Settings = v.object({ isOn: v.boolean(), limitMb: v.pipe(v.number(), v.minValue(0)) });
const defaultLimitMb = 250;

/** Choices of the limit for the files of open jobs, by megabytes. */
export const openJobsLimits: Readonly<Record<string, string>> = {
  100: '100 MB',
  250: '250 MB',
  1024: '1 GB',
};

/** Why nothing is fetched at the moment. */
export type PauseReason = 'metered' | 'slow' | 'offline' | 'full' | 'sending';

/** The last complete list of the user's open jobs. */
const Listed = v.object({
  /** Ids of the jobs, the most recently active first. */
  jobIds: v.array(v.string()),
  /** Whether there are more. */
  isCut: v.boolean(),
  /** When everything was current, milliseconds since 1970; 0 for never. */
  at: v.number(),
});
type Listed = v.InferOutput<typeof Listed>;

export type OpenJobsState = {
  /** Whether open jobs are saved; null until the user or the app has decided. */
  isOn: boolean | null;
  limitMb: number;
  listed: Listed;
  state: 'resting' | 'updating' | PauseReason;
};

const nothingListed: Listed = { jobIds: [], isCut: false, at: 0 };

function readSettings(): Pick<OpenJobsState, 'isOn' | 'limitMb'> {
  const read = v.safeParse(Settings, readStoredJson(settingsKey));
  return read.success ? read.output : { isOn: null, limitMb: defaultLimitMb };
}

const openJobs = createStore<OpenJobsState>({ ...readSettings(), listed: nothingListed, state: 'resting' });
const updateRequest = createEvent<[isUrgent: boolean]>();

export const { get: getOpenJobs, subscribe: onOpenJobsChange } = openJobs;
/** Calls back when an update of the open jobs is requested; urgent where the user asks for it. */
export const onUpdateRequest = updateRequest.subscribe;
export const requestUpdate = updateRequest.emit;

export function putOpenJobs(next: Partial<Pick<OpenJobsState, 'listed' | 'state'>>): void {
  openJobs.set({ ...openJobs.get(), ...next });
}

/** Changes the setting of this device, which outlives a sign-out. */
export function chooseOpenJobs(choice: { isOn?: boolean; limitMb?: number }): void {
  const { isOn, limitMb } = { ...openJobs.get(), ...choice };
  openJobs.set({ ...openJobs.get(), isOn, limitMb });
  if (isOn !== null) writeStored(settingsKey, JSON.stringify({ isOn, limitMb }));
  updateRequest.emit(false);
}

/** Takes over the setting of another tab. */
export function rereadOpenJobsSetting(): void {
  const { isOn, limitMb } = openJobs.get();
  const now = readSettings();
  if (now.isOn === isOn && now.limitMb === limitMb) return;
  openJobs.set({ ...openJobs.get(), ...now });
  updateRequest.emit(false);
}

/** The address of the list, below the records of offline jobs, so that it is deleted with them. */
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
