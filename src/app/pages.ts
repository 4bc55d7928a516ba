import { lazyPage } from './page.tsx';

/** The frame, and every page, each a chunk of its own. */
export const Shell = lazyPage(() => import('./Shell.tsx').then((m) => m.Shell));
export const SignUpPage = lazyPage(() => import('../features/auth/SignUpPage.tsx').then((m) => m.SignUpPage));
export const SignInPage = lazyPage(() => import('../features/auth/SignInPage.tsx').then((m) => m.SignInPage));
export const ForgotPasswordPage = lazyPage(() =>
  import('../features/auth/ForgotPasswordPage.tsx').then((m) => m.ForgotPasswordPage),
);
export const ResetPasswordPage = lazyPage(() =>
  import('../features/auth/ResetPasswordPage.tsx').then((m) => m.ResetPasswordPage),
);
export const EmailVerificationPage = lazyPage(() =>
  import('../features/auth/EmailVerificationPage.tsx').then((m) => m.EmailVerificationPage),
);
export const NotVerifiedPage = lazyPage(() =>
  import('../features/auth/NotVerifiedPage.tsx').then((m) => m.NotVerifiedPage),
);
export const UserInfoPage = lazyPage(() =>
  import('../features/auth/UserInfoPage.tsx').then((m) => m.UserInfoPage),
);
export const NotApprovedPage = lazyPage(() =>
  import('../features/auth/NotApprovedPage.tsx').then((m) => m.NotApprovedPage),
);
export const JobsPage = lazyPage(() => import('../features/jobs/JobsPage.tsx').then((m) => m.JobsPage));
export const NewJobPage = lazyPage(() => import('../features/jobs/NewJobPage.tsx').then((m) => m.NewJobPage));
export const JobPage = lazyPage(() => import('../features/jobs/JobPage.tsx').then((m) => m.JobPage));
export const AttachmentsPage = lazyPage(() =>
  import('../features/attachments/AttachmentsPage.tsx').then((m) => m.AttachmentsPage),
);
export const UsersPage = lazyPage(() => import('../features/users/UsersPage.tsx').then((m) => m.UsersPage));
export const UserPage = lazyPage(() => import('../features/users/UserPage.tsx').then((m) => m.UserPage));
export const InvitePage = lazyPage(() =>
  import('../features/users/InvitePage.tsx').then((m) => m.InvitePage),
);
export const ActivityPage = lazyPage(() =>
  import('../features/users/ActivityPage.tsx').then((m) => m.ActivityPage),
);
export const MessagesPage = lazyPage(() => import('./MessagesScreen.tsx').then((m) => m.MessagesScreen));
export const AccountPage = lazyPage(() => import('./AccountScreen.tsx').then((m) => m.AccountScreen));
export const SharePage = lazyPage(() => import('./ShareScreen.tsx').then((m) => m.ShareScreen));
