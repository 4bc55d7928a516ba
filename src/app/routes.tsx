import { createRootRouteWithContext, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { isStaff } from '../contract/enums.ts';
import { validateAttachmentsSearch } from '../features/attachments/attachmentsSearch.ts';
import { ChatSearch } from '../features/chat/chatSearch.ts';
import { validateJobCreateSearch } from '../features/jobs/jobCreateSearch.ts';
import { isJobListingCategory, validateJobListSearch } from '../features/jobs/jobListSearch.ts';
import { validateMessagesSearch } from '../features/messages/messagesSearch.ts';
import { validateShareSearch } from '../features/share/shareSearch.ts';
import { validateActivitySearch } from '../features/users/activitySearch.ts';
import { validateUsersSearch } from '../features/users/usersSearch.ts';
import { admit, type SettledSession } from './admit.ts';
import { validateCodeSearch, validateInvitationSearch, validateNextSearch } from './authSearch.ts';
import { withProps } from './page.tsx';
import * as pages from './pages.ts';
import { Root } from './Root.tsx';
import { ErrorPage, NotFoundPage } from './troublePages.tsx';
import { UnknownAddress } from './UnknownAddress.tsx';
import { isUserListingCategory } from './userListing.ts';

/**
 * Every URL of §2 (and `/messages`, `/account`, `/share`), its guard and its page. The pathless routes nest in the order of the
 * access flow; each narrows the session in the context of what hangs below it.
 */
const root = createRootRouteWithContext<{ session: SettledSession }>()({
  component: Root,
  notFoundComponent: UnknownAddress,
  validateSearch: validateNextSearch,
});
const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ context, location }) => void admit(context.session, location, []),
});

// Signed out. An unverified person may open the letter's link: see the guard.
const signedOut = createRoute({
  getParentRoute: () => root,
  id: 'signed-out',
  beforeLoad: ({ context, location }) => ({
    session: admit(context.session, location, ['signed-out', 'unverified']),
  }),
});
const inSignedOut = { getParentRoute: () => signedOut };
const signUp = createRoute({
  ...inSignedOut,
  path: '/auth/signup',
  validateSearch: validateInvitationSearch,
});
signUp.update({
  component: withProps(pages.SignUpPage, () => ({ invitation: signUp.useSearch().invitation })),
});
const signIn = createRoute({ ...inSignedOut, path: '/auth/signin', component: pages.SignInPage });
const forgotPassword = createRoute({
  ...inSignedOut,
  path: '/auth/forgot-password',
  component: pages.ForgotPasswordPage,
});
const resetPassword = createRoute({
  ...inSignedOut,
  path: '/auth/reset-password',
  validateSearch: validateCodeSearch,
});
resetPassword.update({
  component: withProps(pages.ResetPasswordPage, () => ({ code: resetPassword.useSearch().oobCode })),
});
const emailVerification = createRoute({
  ...inSignedOut,
  path: '/auth/email-verification',
  validateSearch: validateCodeSearch,
});
emailVerification.update({
  component: withProps(pages.EmailVerificationPage, () => ({ code: emailVerification.useSearch().oobCode })),
});

// Signed in.
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ context, location }) => ({
    session: admit(context.session, location, ['unverified', 'no-profile', 'unapproved', 'active']),
  }),
});
const notVerified = createRoute({
  getParentRoute: () => signedIn,
  path: '/auth/not-verified',
  component: pages.NotVerifiedPage,
});

// Signed in, verified.
const verified = createRoute({
  getParentRoute: () => signedIn,
  id: 'verified',
  beforeLoad: ({ context, location }) => ({
    session: admit(context.session, location, ['no-profile', 'unapproved', 'active']),
  }),
});
const userInfo = createRoute({ getParentRoute: () => verified, path: '/auth/user-info' });
userInfo.update({
  component: withProps(pages.UserInfoPage, () => ({ email: userInfo.useRouteContext().session.email })),
});

// Signed in, verified, registered.
const registered = createRoute({
  getParentRoute: () => verified,
  id: 'registered',
  beforeLoad: ({ context, location }) => ({
    session: admit(context.session, location, ['unapproved', 'active']),
  }),
});
const notApproved = createRoute({ getParentRoute: () => registered, path: '/auth/not-approved' });
notApproved.update({
  component: withProps(pages.NotApprovedPage, () => ({
    profile: notApproved.useRouteContext().session.profile,
  })),
});

// Signed in, verified, registered, approved: `profile` is an approved one, by type.
const approved = createRoute({
  getParentRoute: () => registered,
  id: 'approved',
  validateSearch: ChatSearch,
  beforeLoad: ({ context, location }) => {
    const session = admit(context.session, location, ['active']);
    return { session, profile: session.profile };
  },
  component: pages.Shell,
});
const inApproved = { getParentRoute: () => approved };
const allJobs = createRoute({
  ...inApproved,
  path: '/jobs/listing',
  validateSearch: validateJobListSearch,
});
allJobs.update({
  component: withProps(pages.JobsPage, () => ({ category: 'all' as const, search: allJobs.useSearch() })),
});
const jobs = createRoute({
  ...inApproved,
  path: '/jobs/listing/$category',
  validateSearch: validateJobListSearch,
});
jobs.update({
  component: withProps(pages.JobsPage, () => {
    const { category } = jobs.useParams();
    const search = jobs.useSearch();
    return isJobListingCategory(category) ? { category, search } : null;
  }),
});
const createJob = createRoute({
  ...inApproved,
  path: '/jobs/create',
  validateSearch: validateJobCreateSearch,
});
createJob.update({
  component: withProps(pages.NewJobPage, () => {
    const { revisionOf, templateOf, waiting } = createJob.useSearch();
    return { revisionOf, templateOf, waiting };
  }),
});
const job = createRoute({ ...inApproved, path: '/jobs/update/$jobId' });
job.update({ component: withProps(pages.JobPage, () => ({ jobId: job.useParams().jobId })) });
const attachments = createRoute({
  ...inApproved,
  path: '/attachments/$communicationId',
  validateSearch: validateAttachmentsSearch,
});
attachments.update({
  component: withProps(pages.AttachmentsPage, () => ({
    communicationId: attachments.useParams().communicationId,
    jobId: attachments.useSearch().job,
  })),
});
const user = createRoute({ ...inApproved, path: '/users/update/$userEmail' });
user.update({ component: withProps(pages.UserPage, () => ({ userEmail: user.useParams().userEmail })) });
const messages = createRoute({ ...inApproved, path: '/messages', validateSearch: validateMessagesSearch });
messages.update({ component: withProps(pages.MessagesPage, () => ({ search: messages.useSearch() })) });
const account = createRoute({ ...inApproved, path: '/account', component: pages.AccountPage });
const share = createRoute({ ...inApproved, path: '/share', validateSearch: validateShareSearch });
share.update({
  component: withProps(pages.SharePage, () => ({ missed: share.useSearch().missed !== undefined })),
});

// Staff. To a client these pages do not exist.
const staff = createRoute({ ...inApproved, id: 'staff' });
staff.update({
  component: function ForStaff() {
    return isStaff(staff.useRouteContext().profile.userType) ? <Outlet /> : <NotFoundPage />;
  },
});
const users = createRoute({
  getParentRoute: () => staff,
  path: '/users/listing/$category',
  validateSearch: validateUsersSearch,
});
users.update({
  component: withProps(pages.UsersPage, () => {
    const { category } = users.useParams();
    const text = users.useSearch().q;
    return isUserListingCategory(category) ? { category, text } : null;
  }),
});
const inviteUsers = createRoute({
  getParentRoute: () => staff,
  path: '/users/invite',
  component: pages.InvitePage,
});

const activity = createRoute({
  getParentRoute: () => staff,
  path: '/users/activity',
  validateSearch: validateActivitySearch,
});
activity.update({ component: withProps(pages.ActivityPage, () => ({ search: activity.useSearch() })) });

const forStaff = staff.addChildren([users, inviteUsers, activity]);
const forApproved = approved.addChildren([
  allJobs,
  jobs,
  createJob,
  job,
  attachments,
  user,
  messages,
  account,
  share,
  forStaff,
]);
const forRegistered = registered.addChildren([notApproved, forApproved]);
const forVerified = verified.addChildren([userInfo, forRegistered]);
const routeTree = root.addChildren([
  index,
  signedOut.addChildren([signUp, signIn, forgotPassword, resetPassword, emailVerification]),
  signedIn.addChildren([notVerified, forVerified]),
]);

export const router = createRouter({
  routeTree,
  context: { session: { stage: 'signed-out' } as SettledSession },
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: UnknownAddress,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
