import { describe, expect, test } from 'vitest';
import * as deliverable from '../../src/contract/deliverable.ts';
import * as fields from '../../src/contract/fields.ts';
import * as files from '../../src/contract/files.ts';
import * as job from '../../src/contract/job.ts';
import * as jobDetails from '../../src/contract/jobDetails.ts';
import * as message from '../../src/contract/message.ts';
import * as messageForms from '../../src/contract/messageForms.ts';
import * as registration from '../../src/contract/registration.ts';
import * as user from '../../src/contract/user.ts';
import * as userForms from '../../src/contract/userForms.ts';
import { isSource, reachedFrom, sourceOf } from '../support/reachedFrom.ts';

/** Where each page of §2 is drawn; what lies over every approved page is drawn by the frame. */
const pages = {
  '/auth/signup': 'features/auth/SignUpPage.tsx',
  '/auth/signin': 'features/auth/SignInPage.tsx',
  '/auth/forgot-password': 'features/auth/ForgotPasswordPage.tsx',
  '/auth/reset-password': 'features/auth/ResetPasswordPage.tsx',
  '/auth/user-info': 'features/auth/UserInfoPage.tsx',
  '/auth/not-approved': 'features/auth/NotApprovedPage.tsx',
  '/jobs/listing/$category': 'features/jobs/JobsPage.tsx',
  '/jobs/create': 'features/jobs/NewJobPage.tsx',
  '/jobs/update/$jobId': 'features/jobs/JobPage.tsx',
  '/users/update/$userEmail': 'features/users/UserPage.tsx',
  '/users/listing/$category': 'features/users/UsersPage.tsx',
  '/users/invite': 'features/users/InvitePage.tsx',
  '/attachments/$communicationId': 'features/attachments/AttachmentsPage.tsx',
  '/messages': 'features/messages/MessagesPage.tsx',
  '/account': 'features/account/AccountPage.tsx',
  '?chat=': 'features/chat/ChatPanel.tsx',
} as const;
type Route = keyof typeof pages;

/** The screen a field is reached on: its route, the component, and the word in it where it is not the field's own. */
type Place = readonly [route: Route, component: string, word?: string];

const list = '/jobs/listing/$category';
const create = '/jobs/create';
const update = '/jobs/update/$jobId';
const chat = '?chat=';
const signUp = '/auth/signup';
const userPage = '/users/update/$userEmail';
const users = '/users/listing/$category';
const invite = '/users/invite';
const on = (folder: string) => (file: string) => `features/${folder}/${file}.tsx`;
const jobs = on('jobs');
const people = on('users');
const inChat = on('chat');

/** The specification's §3 (and what we added to it), entity by entity, field by field. */
const fieldPlaces: Record<string, { of: object; at: Record<string, Place> }> = {
  'user profile': {
    of: user.Profile.entries,
    at: {
      email: [users, people('PersonRow')],
      firstName: [users, people('PersonRow')],
      lastName: [users, people('PersonRow')],
      userName: [list, 'app/Rail.tsx'],
      company: [users, people('PersonRow')],
      phoneNumber: [users, people('PersonRow')],
      address: [userPage, people('PersonFacts')],
      userType: [users, people('PersonRow')],
      userApproved: [users, people('Decision')],
      userRefused: [users, people('Decision')],
      createdTimestamp: [users, people('PersonRow')],
    },
  },
  'registration payload': {
    of: registration.Registration.entries,
    at: {
      userName: ['/auth/user-info', 'features/auth/UserInfoPage.tsx'],
      firstName: [signUp, 'ui/ProfileFields.tsx'],
      lastName: [signUp, 'ui/ProfileFields.tsx'],
      company: [signUp, 'ui/ProfileFields.tsx', 'companyName'],
      email: [signUp, 'features/auth/SignUpPage.tsx'],
      phoneNumber: [signUp, 'ui/ProfileFields.tsx'],
      userType: ['/auth/user-info', 'features/auth/UserInfoPage.tsx'],
      address: [signUp, 'ui/ProfileFields.tsx'],
    },
  },
  address: {
    of: fields.Address.entries,
    at: {
      streetName: [create, jobs('AddressFields')],
      city: [create, jobs('AddressFields')],
      state: [create, jobs('AddressFields')],
      zipcode: [create, jobs('AddressFields')],
    },
  },
  job: {
    of: job.Job.entries,
    at: {
      jobId: [list, jobs('JobLink')],
      jobCode: [update, jobs('JobView')],
      project: [create, jobs('PropertySection')],
      address: [update, jobs('JobFacts')],
      jobReporter: [update, jobs('JobPeople')],
      reporter: [update, jobs('JobPeople')],
      jobReporterDetails: [update, jobs('JobPeople')],
      jobType: [update, jobs('JobFacts')],
      category: [update, jobs('JobFacts')],
      jobPriority: [update, jobs('JobState')],
      jobDescription: [update, jobs('JobFacts')],
      jobDeliveryMode: [create, jobs('DeliverySection')],
      copiesNumber: [create, jobs('DeliverySection')],
      deliveryAddress: [update, jobs('JobFacts')],
      deliveryPriority: [create, jobs('DeliverySection')],
      jobEVService: [update, jobs('JobFacts')],
      jobAttachmentLinks: [update, jobs('JobFacts')],
      referenceLinks: [update, jobs('JobFacts')],
      status: [update, jobs('JobState')],
      message: [update, jobs('JobFacts')],
      assignedTo: [update, jobs('StaffSection')],
      assignedToName: [update, jobs('StaffSection')],
      trackingNumber: [update, jobs('JobFacts')],
      revisionOf: [update, jobs('JobFacts')],
      version: [update, jobs('JobEditForm')],
      createdTimestamp: [update, jobs('JobFacts')],
      updatedTimestamp: [list, jobs('JobRow')],
      newMessages: [list, jobs('OpenChatButton')],
    },
  },
  'job page': {
    of: without(jobDetails.JobDetails.entries, job.Job.entries),
    at: {
      attachments: [update, jobs('JobFiles')],
      deliverables: [update, jobs('Deliverables')],
      revisions: [update, jobs('JobRevisions')],
      history: [update, jobs('JobTimeline')],
    },
  },
  'service entry': {
    of: fields.ServiceEntry.entries,
    at: {
      category: [create, jobs('ServicesSection')],
      evServices: [create, 'features/jobs/serviceGroups.ts'],
    },
  },
  history: {
    of: jobDetails.HistoryEntry.entries,
    at: {
      timestamp: [update, jobs('JobTimeline')],
      user: [update, 'features/jobs/historyWords.ts', 'userName'],
      userName: [update, jobs('JobTimeline')],
      field: [update, jobs('JobTimeline')],
      from: [update, 'features/jobs/historyWords.ts'],
      to: [update, 'features/jobs/historyWords.ts'],
    },
  },
  counts: {
    of: job.JobStats.entries,
    at: {
      total: [list, jobs('JobListTabs')],
      byStatus: [list, jobs('StatTiles')],
      byCategory: [list, jobs('JobListTabs')],
      highPriority: [list, jobs('StatTiles')],
      unassigned: [list, jobs('StatTiles')],
      newMessages: [list, jobs('StatTiles')],
    },
  },
  'stamped result': {
    of: deliverable.Deliverable.entries,
    at: {
      key: [update, jobs('Deliverables')],
      file: [update, jobs('DeliverableEntry')],
      revision: [update, jobs('DeliverableEntry')],
      supersedes: [update, jobs('DeliverableFields')],
      superseded: [update, jobs('DeliverableEntry')],
      deliveryMode: [update, jobs('DeliverableFields')],
      copiesNumber: [update, jobs('DeliverableFields')],
      carrier: [update, jobs('DeliverableFields')],
      trackingNumber: [update, jobs('DeliverableFields')],
      note: [update, jobs('DeliverableEntry')],
      addedBy: [update, jobs('DeliverableEntry'), 'addedByName'],
      addedByName: [update, jobs('DeliverableEntry')],
      createdTimestamp: [update, jobs('DeliverableEntry')],
    },
  },
  revision: {
    of: deliverable.JobRevision.entries,
    at: {
      jobId: [update, jobs('JobRevisions')],
      jobCode: [update, jobs('JobRevisions')],
      project: [update, jobs('JobRevisions'), 'jobName|project|jobCode'],
      status: [update, jobs('JobRevisions')],
      createdTimestamp: [update, jobs('JobRevisions')],
    },
  },
  communication: {
    of: message.Message.entries,
    at: {
      communicationId: [chat, inChat('MessageBubble')],
      jobId: [chat, inChat('MessageBubble'), 'jobId|message'],
      content: [chat, inChat('MessageBubble')],
      status: [chat, inChat('MessageBubble')],
      createdTimestamp: [chat, inChat('MessageBubble')],
      sequence: [chat, 'outbox/caches.ts'],
      fromUserId: [chat, inChat('MessageBubble')],
      toUserId: ['/messages', 'features/messages/MessageRow.tsx'],
      fromUserType: [chat, 'ui/MessageCaption.tsx'],
      fileAttachmentsInfo: [chat, inChat('MessageBubble'), 'filesOf'],
      company: [chat, 'ui/MessageCaption.tsx'],
      fromUserName: [chat, inChat('MessageBubble'), 'fromUserName|MessageCaption'],
      project: ['/messages', 'features/messages/JobWaiting.tsx'],
      jobCode: ['/messages', 'features/messages/JobWaiting.tsx'],
    },
  },
  inbox: {
    of: without(message.InboxMessage.entries, message.Message.entries),
    at: {
      turn: ['/messages', 'features/messages/JobWaiting.tsx', 'turn|whoseTurn'],
      assignedTo: ['/messages', 'features/messages/whoseTurn.ts'],
    },
  },
  'message form': {
    of: messageForms.MessageForm.entries,
    at: {
      message: [chat, inChat('Composer')],
      attachmentFiles: [chat, inChat('Composer'), 'files'],
    },
  },
  'invitee list': {
    of: userForms.Invitee.entries,
    at: {
      email: [invite, people('InviteeFields')],
      firstName: [invite, people('InviteeFields')],
      lastName: [invite, people('InviteeFields')],
      userType: [invite, people('InviteeFields')],
    },
  },
  'invitation result': {
    of: user.InvitationResult.entries,
    at: {
      email: [invite, people('InviteResults')],
      outcome: [invite, people('InviteResults')],
      errorMessage: [invite, people('InviteResults')],
    },
  },
  'counts of people': {
    of: user.UserCounts.entries,
    at: Object.fromEntries(
      Object.keys(user.userListingCategories).map((name) => [name, [users, people('UsersPage'), 'counts']]),
    ) as Record<string, Place>,
  },
};

/** Every rule of §5, by the contract's own name, and the form it is heard in. */
const rulePlaces: Record<string, Place> = {
  phoneNumber: [signUp, 'ui/ProfileFields.tsx'],
  phoneNumber_auto_filled: [update, jobs('JobPeople'), 'phoneNumber'],
  trackingNumber: [update, jobs('StaffSection')],
  assignedTo: [update, jobs('StaffSection')],
  Address: [create, jobs('AddressFields'), 'AddressFields'],
  deliveryAddress: [create, jobs('DeliverySection')],
  zipcode: [create, jobs('AddressFields')],
  company: [signUp, 'ui/ProfileFields.tsx', 'companyName'],
  project: [create, jobs('PropertySection')],
  firstName: [signUp, 'ui/ProfileFields.tsx'],
  lastName: [signUp, 'ui/ProfileFields.tsx'],
  email: ['/auth/signin', 'features/auth/SignInPage.tsx'],
  password: [signUp, 'features/auth/NewPasswordFields.tsx'],
  passwordConfirm: [signUp, 'features/auth/NewPasswordFields.tsx'],
  passwordsMatchMessage: [signUp, 'features/auth/SignUpPage.tsx', 'CredentialsForm'],
  requiredMessage: [signUp, 'ui/FormErrors.tsx', 'errors'],
  message: [chat, inChat('Composer')],
  jobAttachmentFiles: [chat, 'features/chat/chosenFiles.ts'],
  jobAttachmentFiles2: [create, jobs('NewJobForm')],
  jobAttachmentFiles2Update: [update, jobs('JobEditForm')],
  copiesNumber: [create, jobs('DeliverySection')],
  jobCode: [create, 'outbox/sendJobs.ts'],
  jobReporter: [create, jobs('NewJobForm')],
  jobId: [update, jobs('JobPage')],
  jobDescription: [create, jobs('ServicesSection')],
  jobDescriptionRequired: [create, jobs('ServicesSection'), 'needsDescription'],
  jobAttachmentLinks: [create, jobs('DocumentsSection')],
  jobAttachmentLinksRequired: [create, jobs('DocumentsSection'), 'jobAttachmentLinks'],
  referenceLinks: [create, jobs('DocumentsSection')],
  jobServiceUpdate: [update, jobs('JobEditForm'), 'jobServiceUpdate|changesOf|jobChanges'],
  jobDeliveryMode: [create, jobs('DeliverySection')],
  deliveryPriority: [create, jobs('DeliverySection')],
  jobPriority: [create, jobs('DeliverySection')],
  jobEVService: [create, jobs('ServicesSection')],
  ServiceEntry: [create, 'features/jobs/serviceGroups.ts', 'evServices'],
  category: [create, jobs('ServicesSection')],
  formCategories: [create, jobs('ServicesSection'), 'category'],
  jobType: [create, jobs('PropertySection')],
  status: [update, jobs('JobState')],
  userType: [invite, people('InviteeFields')],
  inviteeList: [invite, 'features/users/inviteForm.ts'],
};

/** What `fields.ts` makes rules of; no rules themselves. */
const makers = ['form', 'requiredText', 'optionalText', 'dropEmpty', 'acrossFields'];

function without(all: object, some: object): object {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !Object.hasOwn(some, name)));
}

const reached = new Map<string, ReadonlySet<string>>();

/** Everything that may be on the screen of a route, the frame around it included. */
function screenOf(route: Route): ReadonlySet<string> {
  const known = reached.get(route) ?? new Set([...reachedFrom(pages[route]), ...frameOf(route)]);
  reached.set(route, known);
  return known;
}

function frameOf(route: Route): Iterable<string> {
  return route.startsWith('/auth/') ? [] : ['app/Shell.tsx', 'app/Rail.tsx'];
}

/** What is wrong with a place, in words; undefined when the field is there. */
function whatIsWrong(name: string, [route, component, word = name]: Place): string | undefined {
  if (!isSource(component)) return `${component} does not exist`;
  if (!screenOf(route).has(component)) return `${component} is not on the screen ${route}`;
  if (!new RegExp(`\\b(${word})\\b`).test(sourceOf(component))) return `${component} does not know “${word}”`;
  return undefined;
}

describe.each(Object.entries(fieldPlaces))('%s', (_, { of, at }) => {
  test('has a screen for every field', () => {
    expect(Object.keys(at).sort()).toEqual(Object.keys(of).sort());
  });

  test.each(Object.entries(at))('%s is reached', (name, place) => {
    expect(whatIsWrong(name, place)).toBeUndefined();
  });
});

describe('the rules', () => {
  test('all have a form they are heard in', () => {
    const rules = [
      ...Object.keys(fields).filter((name) => !makers.includes(name)),
      ...Object.keys(files).filter((name) => /^jobAttachmentFiles/.test(name)),
      'phoneNumber',
      'inviteeList',
    ];
    expect(Object.keys(rulePlaces).sort()).toEqual(rules.sort());
  });

  test.each(Object.entries(rulePlaces))('%s is heard', (name, place) => {
    expect(whatIsWrong(name, place)).toBeUndefined();
  });
});

test.each(Object.entries(pages))('%s is a route, or lies over all of them', (route, page) => {
  expect(isSource(page)).toBe(true);
  const named = page.slice(page.lastIndexOf('/') + 1, -'.tsx'.length);
  if (route === chat) return expect(reachedFrom('app/Shell.tsx').has(page)).toBe(true);
  expect(sourceOf('app/routes.tsx')).toContain(`path: '${route}'`);
  expect(sourceOf('app/routes.tsx')).toContain(`pages.${named}`);
});
