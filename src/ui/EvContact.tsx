/** Names whom to contact at EV: the configured address (`SUPPORT_EMAIL`) as a link, otherwise the user's representative. */
export function EvContact() {
  const email = import.meta.env.SUPPORT_EMAIL;
  return email ? <a href={`mailto:${email}`}>{email}</a> : 'your EV representative';
}
