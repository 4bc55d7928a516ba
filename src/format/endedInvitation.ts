/** Says why the link of an invitation can no longer be used. */
export const endedInvitation = {
  EXPIRED: 'This invitation has expired.',
  USED: 'This invitation was already used.',
  WITHDRAWN: 'This invitation was withdrawn.',
  // Also the link of an earlier email.
  UNKNOWN: 'This invitation link doesn’t work.',
} as const;
