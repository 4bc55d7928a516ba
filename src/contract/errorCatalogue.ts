import { clientErrors, type ErrorCode } from './errors.ts';

/** The error catalogue of §8, and our own sentences for what the specification leaves open. One code, one status, one sentence. */
export const errors = {
  ...clientErrors,
  'duplicate-job': {
    status: 409,
    message: "There's an existing job for with same requested services for the provided address.",
  },
  'not-verified': { status: 403, message: 'Please verify your e-mail address first.' },
  'no-profile': { status: 403, message: 'Please fill in your profile first.' },
  'not-approved': { status: 403, message: 'Your account waits for approval.' },
  'bad-cursor': { status: 422, message: 'The list cannot be continued from there. Please load it again.' },
  'status-change': { status: 409, message: 'This status change is not possible.' },
  stale: { status: 409, message: 'Somebody else changed this job meanwhile.' },
  'code-taken': { status: 409, message: 'A job with this code exists already.' },
  'profile-exists': { status: 409, message: 'There is a profile for this e-mail address already.' },
  'last-admin': { status: 409, message: 'The last administrator cannot be removed.' },
  'key-reused': { status: 422, message: 'This request was sent before with other contents.' },
  'key-in-use': { status: 409, message: 'This request is still being worked on.' },
  'upload-gone': { status: 410, message: 'A file has to be sent once more.' },
  'no-preview': { status: 404, message: 'There is no preview of this file.' },
  'preview-waits': { status: 409, message: 'The preview of this file is not made yet.' },
} as const satisfies Record<ErrorCode, { status: number; message: string }>;
