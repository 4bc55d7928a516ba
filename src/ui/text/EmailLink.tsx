/** An email address that opens the reader's mail program. */
export function EmailLink({ email }: { email: string }) {
  // What ends or escapes the address part of such a link may be part of the address.
  return (
    <a href={`mailto:${email.replace(/[%&#?/]/g, encodeURIComponent)}`} translate="no">
      {email}
    </a>
  );
}
