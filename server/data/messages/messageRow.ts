import type { Message, ShotRef } from '../../../src/contract/messages/message.ts';
import type { ApprovedCaller } from '../../access/access.ts';
import { Refusal } from '../../errors/errors.ts';
import { userNameOr } from '../userNameOr.ts';
import { linkOf } from './attachments.ts';

type FileRow = { key: string; fileName: string; contentType: string; size: number };

/** A row of `plainColumns` with its files. */
export type MessageRow = Omit<
  Message,
  | 'idempotencyKey'
  | 'writtenTimestamp'
  | 'fileAttachmentsInfo'
  | 'fromUserName'
  | 'shot'
  | 'asks'
  | 'shortened'
  | 'earlier'
> & {
  written: number | null;
  shortened: boolean;
  key: string | null;
  first_name: string | null;
  last_name: string | null;
  shot: ShotRef | null;
  asks: ShotRef[] | null;
  files: FileRow[];
};

export const plainColumns = `m.communication_id as "communicationId", m.job_id as "jobId", m.sequence, m.content, m.status,
    m.from_user as "fromUserId", m.to_user as "toUserId", m.from_user_type as "fromUserType", m.created as "createdTimestamp",
    m.written, m.whole is not null as shortened, m.key, r.company, j.project, j.job_code as "jobCode", f.first_name, f.last_name,
    (select json_build_object('shotId', s.shot_id, 'name', s.name) from shots s where s.shot_id = m.shot_id) as shot,
    case when m.asks is not null then (select json_agg(json_build_object('shotId', s.shot_id, 'name', s.name)
      order by array_position(m.asks, s.shot_id)) from shots s where s.shot_id = any(m.asks)) end as asks`;

export const filesAsJson = `json_agg(json_build_object('key', t.key, 'fileName', t.file_name,
        'contentType', t.content_type, 'size', t.size) order by t.seq)`;

/** Columns of messages `m` with `j` and `userJoins`. */
export const columns = `${plainColumns}, coalesce((select ${filesAsJson}
      from attachments t where t.communication_id = m.communication_id), '[]') as files`;

export const userJoins = `
  join users r on r.email = j.job_reporter
  left join users f on f.email = m.from_user`;

export const joined = `
  from messages m
  join jobs j on j.job_id = m.job_id ${userJoins}`;

/** The beginning of every query of messages (`m`) with their job (`j`); `where` follows. */
export const selectMessages = `select ${columns} ${joined}`;

/** Returns the message of a row. @param reader gets the key of their own message */
export function messageOf(
  { written, shortened, key, first_name, last_name, shot, asks, files, ...message }: MessageRow,
  reader?: Pick<ApprovedCaller, 'email'>,
): Message {
  return {
    ...message,
    ...(key !== null && message.fromUserId === reader?.email && { idempotencyKey: key }),
    ...(written !== null && { writtenTimestamp: written }),
    fileAttachmentsInfo: Object.fromEntries(
      files.map(({ key, ...file }) => [key, { link: linkOf(key, file.fileName), ...file }]),
    ),
    fromUserName: userNameOr(message.fromUserId, first_name, last_name),
    ...(shot && { shot }),
    ...(asks && { asks }),
    ...(shortened && { shortened: true as const }),
  };
}

/** Returns the first row. @throws Refusal `not-found` without one */
export async function firstRow<R>(rows: Promise<R[]>): Promise<R> {
  const [row] = await rows;
  if (!row) throw new Refusal('not-found');
  return row;
}
