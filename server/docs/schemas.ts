import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { Failure, FieldIssue } from '../../src/contract/errors.ts';
import { Job, JobStats } from '../../src/contract/jobs/job.ts';
import { Attachment, HistoryEntry, JobDetails } from '../../src/contract/jobs/jobDetails.ts';
import { Message, MessageFile } from '../../src/contract/messages/message.ts';
import { Employee, Invitation, InvitationResult, Profile } from '../../src/contract/users/user.ts';

/** The entities of responses, by their names in the document. */
const entities = {
  Attachment,
  Employee,
  Failure,
  FieldIssue,
  HistoryEntry,
  Invitation,
  InvitationResult,
  Job,
  JobDetails,
  JobStats,
  Message,
  MessageFile,
  Profile,
};

// "ignore" drops checks that JSON Schema cannot express (a phone number, a field that depends on another one) and keeps the rest of
// a pipe. The messages of a 422 say them.
const words: ConversionConfig = { target: 'draft-2020-12', typeMode: 'ignore', errorMode: 'ignore' };

const answers: ConversionConfig = {
  ...words,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  // Our responses contain every field that has a default.
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    if (!('entries' in valibotSchema)) return undefined;
    const entries = Object.entries(valibotSchema.entries as Record<string, v.GenericSchema>);
    return {
      ...jsonSchema,
      required: entries.filter(([, entry]) => entry.type !== 'exact_optional').map(([key]) => key),
    };
  },
};

export function entitySchemas(): Record<keyof typeof entities, JsonSchema> {
  return toJsonSchemaDefs(entities, answers);
}

function withoutDefinitions({ $defs, $schema, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

export function responseSchema(schema: v.GenericSchema): JsonSchema {
  return withoutDefinitions(toJsonSchema(schema, { ...answers, definitions: entities }));
}

export function requestSchema(schema: v.GenericSchema): JsonSchema {
  return withoutDefinitions(toJsonSchema(schema, { ...words, definitions: {} }));
}
