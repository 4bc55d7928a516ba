import { usesEmulator } from '../../session/usesEmulator.ts';

/** Leads to the emails of a local set-up, which no mailbox gets: beside every sentence that says that one was sent. */
export function DevMailLink() {
  if (!usesEmulator) return null;
  return (
    <p className="soft small">
      This is a local set-up: <a href="/dev/mail">read its emails here</a>.
    </p>
  );
}
