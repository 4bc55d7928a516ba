import {
  type AsyncRouteComponent,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  parseSearchWith,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { jobQuery, queryClient } from '../api/queries.ts';
import type { JobListingCategory } from '../contract/jobs/job.ts';
import {
  type ApprovedProfile,
  isStaffProfile,
  type UserListingCategory,
  userListingCategories,
} from '../contract/users/user.ts';
import { ChatSearch } from '../features/chat/chatSearch.ts';
import type { FiguresSearch } from '../features/figures/figuresSearch.ts';
import {
  inOrder,
  isJobListingCategory,
  type JobListSearch,
  jobListQuery,
  validateJobListSearch,
} from '../features/jobs/filters/jobListSearch.ts';
import { validateJobCreateSearch } from '../features/jobs/jobCreateSearch.ts';
import { loadJobBody } from '../features/jobs/page/loadJobBody.ts';
import { validateMessagesSearch } from '../features/messages/messagesSearch.ts';
import type { SearchSearch } from '../features/search/searchSearch.ts';
import {
  validateActivitySearch,
  validateInviteSearch,
  validateUsersSearch,
} from '../features/users/usersSearch.ts';
import { validateEmailLinkSearch, validateInvitationSearch, validateNextSearch } from './authSearch.ts';
import { requireStage, type SettledSession } from './guard.ts';
import { ErrorPage } from './pages/ErrorPage.tsx';
import { NotFoundPage } from './pages/NotFoundPage.tsx';
import { UnknownAddress } from './pages/UnknownAddress.tsx';
import type { NavItem } from './shell/menu.ts';
import { Root } from './shell/Root.tsx';

/**
 * The routes: every address of §2 (and `/plans`, `/messages`, `/search`, `/account`, `/share`), the stages that it admits, and its page.
 * A route that admits some stages only narrows the session in its context, and in that of the routes below it.
 */

/**
 * Wraps a lazy page with the props that it takes from the address, so that a feature knows no ids of routes.
 *
 * @param useProps returns null where the address names nothing that exists
 */
function withProps<P extends object>(LazyPage: AsyncRouteComponent<P>, useProps: () => P | null) {
  function Page() {
    const props = useProps();
    return props ? <LazyPage {...props} /> : <NotFoundPage />;
  }
  // Read anew each time: it is gone once the page is loaded.
  return Object.defineProperty(Page, 'preload', { get: () => LazyPage.preload });
}

const root = createRootRouteWithContext<{ session: SettledSession }>()({
  component: Root,
  notFoundComponent: UnknownAddress,
  validateSearch: validateNextSearch,
});
const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ context, location }) => void requireStage(context.session, location, []),
});

// Signed out.
const signedOut = createRoute({
  getParentRoute: () => root,
  id: 'signed-out',
  beforeLoad: ({ context, location }) => ({
    session: requireStage(context.session, location, ['signed-out']),
  }),
});
const signUp = createRoute({
  getParentRoute: () => signedOut,
  path: '/auth/signup',
  validateSearch: validateInvitationSearch,
});
const SignUpPage = lazyRouteComponent(() => import('../features/auth/SignUpPage.tsx'), 'SignUpPage');
signUp.update({ component: withProps(SignUpPage, () => ({ invitation: signUp.useSearch().invitation })) });
const signIn = createRoute({
  getParentRoute: () => signedOut,
  path: '/auth/signin',
  component: lazyRouteComponent(() => import('../features/auth/SignInPage.tsx'), 'SignInPage'),
});
const forgotPassword = createRoute({
  getParentRoute: () => signedOut,
  path: '/auth/forgot-password',
  component: lazyRouteComponent(
    () => import('../features/auth/ForgotPasswordPage.tsx'),
    'ForgotPasswordPage',
  ),
});

// Links of the identity provider's emails: one with a code works whoever is signed in.
const anybody = ['signed-out', 'unverified', 'no-profile', 'unapproved', 'active'] as const;
const emailLinks = createRoute({
  getParentRoute: () => root,
  id: 'email-links',
  validateSearch: validateEmailLinkSearch,
});
const emailLink = createRoute({
  getParentRoute: () => emailLinks,
  path: '/auth/email-verification',
  beforeLoad({ context, location, search }) {
    requireStage(context.session, location, search.oobCode ? anybody : ['signed-out', 'unverified']);
    // All links lead here.
    if (search.mode === 'resetPassword')
      throw redirect({ to: '/auth/reset-password', search, replace: true });
  },
});
const EmailLinkPage = lazyRouteComponent(() => import('../features/auth/EmailLinkPage.tsx'), 'EmailLinkPage');
emailLink.update({
  component: withProps(EmailLinkPage, () => {
    const { mode, oobCode, next } = emailLink.useSearch();
    return { mode, code: oobCode, next };
  }),
});
const resetPassword = createRoute({
  getParentRoute: () => emailLinks,
  path: '/auth/reset-password',
  beforeLoad({ context, location, search }) {
    requireStage(context.session, location, search.oobCode ? anybody : ['signed-out']);
  },
});
const ResetPasswordPage = lazyRouteComponent(
  () => import('../features/auth/ResetPasswordPage.tsx'),
  'ResetPasswordPage',
);
resetPassword.update({
  component: withProps(ResetPasswordPage, () => {
    const { oobCode, next } = resetPassword.useSearch();
    return { code: oobCode, next };
  }),
});

// At every stage: a seal is checked by whoever holds the sheet.
const check = createRoute({
  getParentRoute: () => root,
  path: '/check/{-$token}',
  component: lazyRouteComponent(() => import('./pages/CheckScreen.tsx'), 'CheckScreen'),
});

// Signed in, on the way through the access flow.
const notVerified = createRoute({
  getParentRoute: () => root,
  path: '/auth/not-verified',
  beforeLoad: ({ context, location }) =>
    void requireStage(context.session, location, ['unverified', 'active']),
  component: lazyRouteComponent(() => import('../features/auth/NotVerifiedPage.tsx'), 'NotVerifiedPage'),
});

const userInfo = createRoute({
  getParentRoute: () => root,
  path: '/auth/user-info',
  beforeLoad: ({ context, location }) => ({
    session: requireStage(context.session, location, ['no-profile']),
  }),
});
const UserInfoPage = lazyRouteComponent(() => import('../features/auth/UserInfoPage.tsx'), 'UserInfoPage');
userInfo.update({
  component: withProps(UserInfoPage, () => ({ email: userInfo.useRouteContext().session.email })),
});

const notApproved = createRoute({
  getParentRoute: () => root,
  path: '/auth/not-approved',
  beforeLoad: ({ context, location }) => ({
    session: requireStage(context.session, location, ['unapproved']),
  }),
});
const NotApprovedPage = lazyRouteComponent(
  () => import('../features/auth/NotApprovedPage.tsx'),
  'NotApprovedPage',
);
notApproved.update({
  component: withProps(NotApprovedPage, () => ({ profile: notApproved.useRouteContext().session.profile })),
});

// Approved.
const approved = createRoute({
  getParentRoute: () => root,
  id: 'approved',
  validateSearch: ChatSearch,
  beforeLoad({ context, location }) {
    const session = requireStage(context.session, location, ['active']);
    return { session, profile: session.profile };
  },
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
});

const JobPage = lazyRouteComponent(() => import('../features/jobs/page/JobPage.tsx'), 'JobPage');

/** Requests a list of jobs beside its code. */
function requestList(profile: ApprovedProfile, category: JobListingCategory, search: JobListSearch): void {
  const query = jobListQuery(profile.email, category, inOrder(category, search, isStaffProfile(profile)));
  // What is known of it is shown first; the list reads it anew then.
  if (!queryClient.getQueryData(query.queryKey)) void queryClient.prefetchInfiniteQuery(query);
}

const JobsPage = lazyRouteComponent(() => import('../features/jobs/list/JobsPage.tsx'), 'JobsPage');
const allJobs = createRoute({
  getParentRoute: () => approved,
  path: '/jobs/listing',
  staticData: { section: 'jobs' },
  validateSearch: validateJobListSearch,
  loader({ context, location, preload }) {
    if (!preload) requestList(context.profile, 'all', validateJobListSearch(location.search));
  },
});
allJobs.update({
  component: withProps(JobsPage, () => ({ category: 'all' as const, search: allJobs.useSearch() })),
});
const jobs = createRoute({
  getParentRoute: () => approved,
  path: '/jobs/listing/$category',
  staticData: { section: 'jobs' },
  validateSearch: validateJobListSearch,
  loader({ context, params: { category }, location, preload }) {
    if (preload || !isJobListingCategory(category)) return;
    requestList(context.profile, category, validateJobListSearch(location.search));
  },
});
jobs.update({
  component: withProps(JobsPage, () => {
    const { category } = jobs.useParams();
    const search = jobs.useSearch();
    return isJobListingCategory(category) ? { category, search } : null;
  }),
});
const createJob = createRoute({
  getParentRoute: () => approved,
  path: '/jobs/create',
  staticData: { section: 'new-job' },
  validateSearch: validateJobCreateSearch,
});
const NewJobPage = lazyRouteComponent(() => import('../features/jobs/form/NewJobPage.tsx'), 'NewJobPage');
createJob.update({
  component: withProps(NewJobPage, () => {
    const { revisionOf, templateOf } = createJob.useSearch();
    return { revisionOf, templateOf };
  }),
});
const job = createRoute({
  getParentRoute: () => approved,
  path: '/jobs/update/$jobId',
  staticData: { section: 'jobs', atStart: loadJobBody },
  // `view=notes`: the staff notes of the job.
  validateSearch: ({ view }: Record<string, unknown>): { view?: 'notes' } =>
    view === 'notes' ? { view } : {},
  // On intent. The page reads it too, once its head is drawn.
  loader({ params: { jobId }, preload }) {
    if (preload) void queryClient.prefetchQuery(jobQuery(jobId));
  },
});
job.update({
  component: withProps(JobPage, () => ({ jobId: job.useParams().jobId, view: job.useSearch().view })),
});
const attachments = createRoute({
  getParentRoute: () => approved,
  path: '/attachments/$communicationId',
  // The job makes the message faster to find.
  validateSearch: ({ job }: Record<string, unknown>): { job?: string } =>
    typeof job === 'string' && job !== '' ? { job } : {},
});
const AttachmentsPage = lazyRouteComponent(
  () => import('../features/attachments/AttachmentsPage.tsx'),
  'AttachmentsPage',
);
attachments.update({
  component: withProps(AttachmentsPage, () => ({
    communicationId: attachments.useParams().communicationId,
    jobId: attachments.useSearch().job,
  })),
});
/** `compare`: the key of the PDF before, `sheet`: that of the comparison which is shown (`numberOf`). */
type PlanSearch = { page?: number; file?: string; compare?: string; sheet?: number };
const plan = createRoute({
  getParentRoute: () => approved,
  path: '/plans/$jobId/$key',
  staticData: { section: 'jobs' },
  validateSearch: ({ page, file, compare, sheet }: Record<string, unknown>): PlanSearch => ({
    ...(Number(page) > 0 && { page: Math.floor(Number(page)) }),
    ...((typeof file === 'string' || typeof file === 'number') && { file: String(file) }),
    ...(compare ? { compare: String(compare) } : {}),
    ...(Number(sheet) ? { sheet: Number(sheet) } : {}),
  }),
  loader: ({ preload }) =>
    preload && import('./pages/PlanScreen.tsx').then((screen) => screen.prepareWorkers()),
  component: lazyRouteComponent(() => import('./pages/PlanScreen.tsx'), 'PlanScreen'),
});
const user = createRoute({
  getParentRoute: () => approved,
  path: '/users/update/$userEmail',
  staticData: { section: 'users' },
});
const UserPage = lazyRouteComponent(() => import('../features/users/UserPage.tsx'), 'UserPage');
user.update({ component: withProps(UserPage, () => ({ userEmail: user.useParams().userEmail })) });
const messages = createRoute({
  getParentRoute: () => approved,
  path: '/messages',
  staticData: { section: 'messages' },
  validateSearch: validateMessagesSearch,
});
const MessagesScreen = lazyRouteComponent(() => import('./pages/MessagesScreen.tsx'), 'MessagesScreen');
messages.update({
  component: withProps(MessagesScreen, () => {
    const { list, chat } = messages.useSearch();
    return { ...(list && { list }), ...(chat !== undefined && { chat }) };
  }),
});
const search = createRoute({
  getParentRoute: () => approved,
  path: '/search',
  staticData: { section: 'search' },
  // The page checks it, with code that is loaded then.
  validateSearch: (search: SearchSearch) => search,
  component: lazyRouteComponent(() => import('./pages/SearchScreen.tsx'), 'SearchScreen'),
});
const account = createRoute({
  getParentRoute: () => approved,
  path: '/account',
  staticData: { section: 'account' },
  component: lazyRouteComponent(() => import('./pages/AccountScreen.tsx'), 'AccountScreen'),
});
const share = createRoute({
  getParentRoute: () => approved,
  path: '/share',
  // Something was shared that did not arrive.
  validateSearch: ({ missed }: Record<string, unknown>): { missed?: 1 } =>
    missed === undefined ? {} : { missed: 1 },
});
const SharePage = lazyRouteComponent(() => import('./pages/ShareScreen.tsx'), 'ShareScreen');
share.update({ component: withProps(SharePage, () => ({ missed: share.useSearch().missed !== undefined })) });

// Staff. To a client these pages do not exist: they take a profile that only this branch has.
const staff = createRoute({
  getParentRoute: () => approved,
  id: 'staff',
  staticData: { section: 'users' },
  beforeLoad({ context: { profile } }) {
    if (!isStaffProfile(profile)) throw notFound();
    return { profile };
  },
});
const users = createRoute({
  getParentRoute: () => staff,
  path: '/users/listing/$category',
  validateSearch: validateUsersSearch,
});
const UsersPage = lazyRouteComponent(() => import('../features/users/UsersPage.tsx'), 'UsersPage');
users.update({
  component: withProps(UsersPage, () => {
    const { category } = users.useParams();
    const text = users.useSearch().q;
    const { profile } = users.useRouteContext();
    return Object.hasOwn(userListingCategories, category)
      ? { reader: profile, category: category as UserListingCategory, text }
      : null;
  }),
});
const inviteUsers = createRoute({
  getParentRoute: () => staff,
  path: '/users/invite',
  validateSearch: validateInviteSearch,
});
const InvitePage = lazyRouteComponent(() => import('../features/users/InvitePage.tsx'), 'InvitePage');
inviteUsers.update({
  component: withProps(InvitePage, () => ({
    reader: inviteUsers.useRouteContext().profile,
    role: inviteUsers.useSearch().role,
  })),
});
const activity = createRoute({
  getParentRoute: () => staff,
  path: '/users/activity',
  staticData: { section: 'settings' },
  validateSearch: validateActivitySearch,
});
const ActivityPage = lazyRouteComponent(() => import('../features/users/ActivityPage.tsx'), 'ActivityPage');
activity.update({
  component: withProps(ActivityPage, () => ({
    reader: activity.useRouteContext().profile,
    search: activity.useSearch(),
  })),
});

const checklists = createRoute({
  getParentRoute: () => staff,
  path: '/checklists/$service',
  staticData: { section: 'settings' },
});
const ChecklistsPage = lazyRouteComponent(
  () => import('../features/checklists/ChecklistsPage.tsx'),
  'ChecklistsPage',
);
checklists.update({ component: withProps(ChecklistsPage, () => checklists.useParams()) });

const figures = createRoute({
  getParentRoute: () => staff,
  path: '/figures',
  staticData: { section: 'figures' },
  // The page checks it, with code that is loaded then.
  validateSearch: (search: FiguresSearch) => search,
  component: lazyRouteComponent(() => import('../features/figures/FiguresPage.tsx'), 'FiguresPage'),
});

const dueRules = createRoute({
  getParentRoute: () => staff,
  path: '/due-dates',
  staticData: { section: 'settings' },
  component: lazyRouteComponent(() => import('../features/dueRules/DueRulesPage.tsx'), 'DueRulesPage'),
});

const issuers = createRoute({
  getParentRoute: () => staff,
  path: '/trusted-issuers',
  staticData: { section: 'settings' },
  component: lazyRouteComponent(() => import('../features/issuers/IssuersPage.tsx'), 'IssuersPage'),
});

const settings = createRoute({
  getParentRoute: () => staff,
  path: '/settings',
  staticData: { section: 'settings' },
  component: lazyRouteComponent(() => import('./pages/SettingsScreen.tsx'), 'SettingsScreen'),
});

const savedReplies = createRoute({
  getParentRoute: () => staff,
  path: '/saved-replies',
  staticData: { section: 'account' },
  component: lazyRouteComponent(
    () => import('../features/savedReplies/SavedRepliesPage.tsx'),
    'SavedRepliesPage',
  ),
});

const ofUsers = [users, inviteUsers, activity] as const;
const ofFirm = [checklists, figures, dueRules, issuers, settings] as const;
const forStaff = staff.addChildren([...ofUsers, ...ofFirm, savedReplies]);
const forApproved = approved.addChildren([
  allJobs,
  jobs,
  createJob,
  job,
  attachments,
  plan,
  user,
  messages,
  search,
  account,
  share,
  forStaff,
]);
const routeTree = root.addChildren([
  index,
  signedOut.addChildren([signUp, signIn, forgotPassword]),
  emailLinks.addChildren([emailLink, resetPassword]),
  check,
  notVerified,
  userInfo,
  notApproved,
  forApproved,
]);

/** Creates the router. @param history that of the browser when absent */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    context: { session: { stage: 'signed-out' } as SettledSession },
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: UnknownAddress,
    defaultPreload: 'intent',
    // The router has read numbers already, if they are the same text again: not `1.10`, nor one of 22 digits.
    parseSearch: parseSearchWith((text) => (/^[-\d]/.test(text) ? text : JSON.parse(text))),
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** The entry of the navigation that is current. */
    section?: NavItem['section'];
    /** Loads what a page shows below its head, where the app starts with that page. */
    atStart?: () => Promise<unknown>;
  }
}
