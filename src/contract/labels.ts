import { ofEachField } from './jobs/jobFields.ts';

/** The label of each field, on screens and in error messages. */
export const labels = {
  ...ofEachField(({ label }) => label),
  attachments: 'Attachment',
  carrier: 'Carrier',
  city: 'City',
  color: 'Color',
  logo: 'Logo',
  needsPhotoData: 'Time and place of photos',
  picture: 'Logo',
  company: 'Company',
  companyName: 'Company',
  content: 'Message',
  days: 'Business days',
  date: 'Due date',
  deliverable: 'Deliverable',
  deliveryMode: 'Delivery method',
  dueDate: 'Due date',
  dueReason: 'Reason for the due date',
  email: 'Email',
  evServices: 'Services',
  example: 'Example picture',
  files: 'Files',
  firstName: 'First name',
  hint: 'Hint',
  inviteeList: 'Invitees',
  jobAttachmentFiles: 'Attachment',
  jobAttachmentFiles2: 'Attachment',
  jobAttachmentFiles2Update: 'Attachment',
  jobAttachmentLinksRequired: 'Document links',
  jobCode: 'Job code',
  jobDescriptionRequired: 'Description',
  jobId: 'Job',
  jobReporter: 'Client’s email',
  jobServiceUpdate: 'Services',
  lastName: 'Last name',
  mentions: 'Mentions',
  message: 'Message',
  name: 'Name',
  note: 'Note',
  password: 'Password',
  passwordConfirm: 'Confirm password',
  phoneNumber: 'Phone number',
  phoneNumber_auto_filled: 'Phone number',
  reason: 'Reason',
  shot: 'Shot',
  startAfter: 'Cursor',
  state: 'State',
  streetName: 'Street address',
  supersedes: 'Replaces',
  userType: 'Role',
  withdrawal: 'Withdrawn deliverable',
  zipcode: 'Zip code',
} as const;

export type LabelledField = keyof typeof labels;

/**
 * Returns the message of a rule as a whole sentence: puts the label of the field before a message that begins with a verb ("is a
 * required field"); another one ("Zip code is not valid (12345-6789)") is a sentence already. A field without a label is "This",
 * because its name on the wire means nothing to the user.
 *
 * @param field name of the field, or a dotted path whose last labelled name is the field
 */
export function sentence(field: string, message: string): string {
  if (!/^(is|must|has) /.test(message)) return message;
  const name = field
    .split('.')
    .reverse()
    .find((part) => Object.hasOwn(labels, part));
  return `${name ? labels[name as LabelledField] : 'This'} ${message}`;
}
