import * as v from 'valibot';
import { listOf } from '../fields.ts';
import { maxFiles } from '../limits.ts';
import { isUploadId } from './uploads.ts';

// Apart from `uploads.ts`, because the first list loads that one, and the rules of fields come with this one.

/** The content of `uploadsField`. An upload can be used once, by the user who created it. */
export const UploadIds = v.pipe(
  listOf(
    v.pipe(
      v.string(),
      v.check((id) => isUploadId(id)),
    ),
    maxFiles,
  ),
  v.check((ids) => new Set(ids).size === ids.length),
);
