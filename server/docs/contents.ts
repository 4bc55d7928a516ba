import type { JsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { blob, type CallName, calls } from '../../src/contract/calls.ts';
import { SavedComparison } from '../../src/contract/files/savedComparison.ts';
import { uploadsField } from '../../src/contract/files/uploads.ts';
import { EmailTest, Firm, FirmSettings } from '../../src/contract/firmSettings.ts';
import { TrustedIssuer } from '../../src/contract/issuers.ts';
import { ShotSave } from '../../src/contract/jobs/checklistForms.ts';
import { Figures } from '../../src/contract/jobs/figures.ts';
import { JobReport, JobUpdate } from '../../src/contract/jobs/jobForms.ts';
import { NewDeliverable } from '../../src/contract/jobs/newDeliverable.ts';
import { MessageSend } from '../../src/contract/messages/messageForms.ts';
import { page } from '../../src/contract/page.ts';
import { FirmKeys, FirmSeals, SealCheck } from '../../src/contract/proof/proof.ts';
import { requests } from '../../src/contract/requests.ts';
import { SavedReply } from '../../src/contract/savedReplies.ts';
import { SavedReplySave } from '../../src/contract/savedReplyForms.ts';
import { SavedView } from '../../src/contract/savedViews.ts';
import { AuditEntry } from '../../src/contract/users/auditEntry.ts';
import { Erased, ErasureRequest, OwnErasure } from '../../src/contract/users/erasures.ts';
import { SentInvitation } from '../../src/contract/users/invitation.ts';
import {
  Device,
  NotificationSettings,
  Notifications,
  PushTest,
} from '../../src/contract/users/notifications.ts';
import { requestSchema, responseSchema } from './schemas.ts';

type Content = Record<string, { schema: JsonSchema }>;

function without(schema: JsonSchema, key: string): JsonSchema {
  const { [key]: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties, required: (schema.required ?? []).filter((name) => name !== key) };
}

const binaryFiles: JsonSchema = { type: 'array', items: { type: 'string', format: 'binary' } };

/** The ids of finished uploads. */
const uploads: JsonSchema = {
  type: 'array',
  items: { type: 'string' },
  description:
    'Ids of the caller’s finished uploads (`POST /uploads`), as JSON. Their files precede those of the request. Each upload can be used once.',
};

/**
 * Returns the schema of a multipart body: the JSON of `job` as one part, its files as repeated parts `attachments`, or as uploads.
 */
function jobWithFiles(job: JsonSchema): JsonSchema {
  const properties = { job, [uploadsField]: uploads, attachments: binaryFiles };
  return { type: 'object', properties, required: ['job'] };
}

export function requestContent(name: CallName): Content | undefined {
  if (name === 'reportJob') {
    const job = without(requestSchema(JobReport), 'jobAttachmentFiles2');
    return { 'application/json': { schema: job }, 'multipart/form-data': { schema: jobWithFiles(job) } };
  }
  if (name === 'updateJob') {
    const update = without(requestSchema(JobUpdate), 'jobAttachmentFiles2Update');
    const deliverable = without(requestSchema(NewDeliverable), 'files');
    const job = { ...update, properties: { ...update.properties, deliverable } };
    const message = without(requestSchema(MessageSend), 'attachments');
    const withFiles = {
      ...message,
      properties: { ...message.properties, [uploadsField]: uploads, attachments: binaryFiles },
    };
    return {
      'application/json': { schema: { oneOf: [job, message] } },
      'multipart/form-data': { schema: { oneOf: [withFiles, jobWithFiles(job)] } },
    };
  }
  if (name === 'saveShot') {
    const shot = without(requestSchema(ShotSave), 'example');
    return { 'application/json': { schema: shot }, 'multipart/form-data': { schema: jobWithFiles(shot) } };
  }
  if (name === 'saveReply') {
    const reply = without(requestSchema(SavedReplySave), 'files');
    return { 'application/json': { schema: reply }, 'multipart/form-data': { schema: jobWithFiles(reply) } };
  }
  if (!Object.hasOwn(requests, name)) return undefined;
  return { 'application/json': { schema: requestSchema(requests[name as keyof typeof requests]) } };
}

const blobTypes: Partial<Record<CallName, string[]>> = {
  download: [
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/zip',
  ],
  preview: ['image/webp'],
};

const issuers = v.array(TrustedIssuer);
const replies = v.array(SavedReply);
const views = v.array(SavedView);

/** The forms of the responses of which the table of calls has not the whole, because the app loads them with the page that reads them. */
const wholeResponses: Partial<Record<CallName, v.GenericSchema>> = {
  figures: Figures,
  notifications: Notifications,
  saveNotificationSettings: NotificationSettings,
  registerDevice: Device,
  testDevice: PushTest,
  eraseUser: Erased,
  ownErasure: OwnErasure,
  askErasure: OwnErasure,
  erasuresAsked: v.array(ErasureRequest),
  invitations: page(SentInvitation),
  audit: page(AuditEntry),
  comparisons: v.array(SavedComparison),
  sealCheck: SealCheck,
  firmKeys: FirmKeys,
  firmSeals: FirmSeals,
  firmSettings: FirmSettings,
  firm: Firm,
  saveFirm: Firm,
  testEmail: EmailTest,
  savedReplies: replies,
  saveReply: replies,
  savedViews: views,
  saveView: views,
  trustedIssuers: issuers,
  addTrustedIssuer: issuers,
  removeTrustedIssuer: issuers,
};

export function responseContent(name: CallName): Content {
  const { response } = calls[name];
  if (response === blob) {
    const types = blobTypes[name] ?? ['application/octet-stream'];
    return Object.fromEntries(
      types.map((type) => [type, { schema: { type: 'string', format: 'binary' } satisfies JsonSchema }]),
    );
  }
  const body = responseSchema((wholeResponses[name] ?? response) as Parameters<typeof responseSchema>[0]);
  return { 'application/json': { schema: { type: 'object', properties: { body }, required: ['body'] } } };
}
