/** Names whom to contact at EV: the configured address (`SUPPORT_EMAIL`) as a link, otherwise the user's representative. */
import { EmailLink } from './text/EmailLink.tsx';

export function EvContact() {
  const email = import.meta.env.SUPPORT_EMAIL;
  return email ? <EmailLink email={email} /> : 'your EV representative';
}
