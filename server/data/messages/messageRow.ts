import type { Message, ShotRef } from '../../../src/contract/messages/message.ts';
import { userNameOf } from '../../../src/contract/users/user.ts';
import type { ApprovedCaller } from '../../access.ts';
import { Refusal } from '../../errors.ts';
import { linkOf } from './attachments.ts';

type FileRow = { key: string; fileName: string; contentType: string; size: number };

export type MessageRow = {
  communication_id: string;
  job_id: string;
  sequence: number;
  content: string;
  status: Message['status'];
  from_user: string;
  to_user: string;
  from_user_type: Message['fromUserType'];
  created: number;
  written: number | null;
  shortened: boolean;
  key: string | null;
  company: string;
  project: string;
  job_code: string;
  first_name: string | null;
  last_name: string | null;
  shot_id: string | null;
  shot_name: string | null;
  asks: ShotRef[] | null;
  files: FileRow[];
};

export const plainColumns = `m.communication_id, m.job_id, m.sequence, m.content, m.status, m.from_user, m.to_user, m.from_user_type,
    m.created, m.written, m.whole is not null as shortened, m.key, r.company, j.project, j.job_code, f.first_name, f.last_name,
    m.shot_id, (select s.name from shots s where s.shot_id = m.shot_id) as shot_name,
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

/** @param reader with the key of their own message */
export function messageOf(row: MessageRow, reader?: Pick<ApprovedCaller, 'email'>): Message {
  return {
    communicationId: row.communication_id,
    jobId: row.job_id,
    ...(row.key !== null && row.from_user === reader?.email && { idempotencyKey: row.key }),
    content: row.content,
    status: row.status,
    createdTimestamp: row.created,
    sequence: row.sequence,
    ...(row.written !== null && { writtenTimestamp: row.written }),
    fromUserId: row.from_user,
    toUserId: row.to_user,
    fromUserType: row.from_user_type,
    fileAttachmentsInfo: Object.fromEntries(
      row.files.map(({ key, ...file }) => [key, { link: linkOf(key, file.fileName), ...file }]),
    ),
    company: row.company,
    fromUserName: userNameOf({ firstName: row.first_name ?? row.from_user, lastName: row.last_name ?? '' }),
    project: row.project,
    jobCode: row.job_code,
    ...(row.shot_id && { shot: { shotId: row.shot_id, name: row.shot_name ?? '' } }),
    ...(row.asks && { asks: row.asks }),
    ...(row.shortened && { shortened: true as const }),
  };
}

/** Returns the first row. @throws Refusal `not-found` without one */
export async function found<R>(rows: Promise<R[]>): Promise<R> {
  const [row] = await rows;
  if (!row) throw new Refusal('not-found');
  return row;
}
