/** A term of the product, and the words that no text for users uses in its place. */
export type AvoidedTerm = {
  use: string;
  avoid: RegExp;
  /** Texts in which the word means something else or is the specification's own. */
  except?: RegExp;
};

export const avoidedTerms: readonly AvoidedTerm[] = [
  {
    use: 'email',
    avoid: /\be-mails?\b|\bletters?\b|\bmailbox/i,
    except: /(a|one|two) letters?\b|Letter confirming|Post install letter/i,
  },
  { use: 'create account', avoid: /\bmake (an|the) account|\bregist(er|ration)/i, except: /device/ },
  { use: 'current password, confirm password', avoid: /present password|password, again/i },
  { use: 'turn on, turn off', avoid: /\bswitch(ed|es)? (it )?(on|off)\b/i },
  { use: 'offline, back online, connection', avoid: /\bsignal\b|connection is back|\bthe line\b/i },
  { use: 'saved, stored or waiting to send', avoid: /\bkept\b|\bheld\b|waits to be sent|put off/i },
  {
    use: 'available offline',
    avoid: /\bprepared? for site|\bready offline|\bto read offline|set aside/i,
  },
  {
    use: 'try again, refresh, reload',
    avoid: /\bretry\b|\btry now\b|\b(send|load|look|read) (it |the \w+ )?again\b/i,
    // An invitation is sent again.
    except: /^Send again|invitation/,
  },
  { use: 'chat', avoid: /\bconversations?\b/i, except: /^conversation \{\}$/ },
  {
    use: 'submit, submitted',
    avoid: /\breport (a|the|this) (new )?job|\bjobs? (was |were )?reported|\breported by\b|\bsend job\b/i,
  },
  { use: 'client', avoid: /\breporters?\b/i },
  { use: 'assignee, unassigned', avoid: /nobody yet|\bassigned to nobody/i },
  { use: 'deliverable', avoid: /\bstamped (results?|files?)\b/i },
  { use: 'role, admin', avoid: /\buser types?\b|\badministrators?\b/i },
  {
    use: 'approve, decline, revoke access, pending approval',
    avoid: /withdr(aw|ew|awn) (the |their )?approval|waits? for approval|\bput back to pending/i,
  },
  {
    use: 'delete account, delete user, deletion request',
    avoid: /\beras(e|ed|es|ing|ure)\b|leave for good|call(ed)? it off/i,
    except: /^Usage: npm run erase/,
  },
  { use: 'EV Jobs', avoid: /\b(the|our) (service|server)\b/i, except: /utility confirms|service account/ },
  { use: 'your EV representative', avoid: /person you work with|\bour office\b/i },
  { use: 'anyone, someone, no one, everyone', avoid: /\b(any|some|no|every)body\b/i },
  { use: 'no space before “…”', avoid: /\w …/ },
  { use: 'no exclamation marks', avoid: /[a-z]!( |$)/, except: /^Thank you!|^Looks good/ },
  { use: '%, without a space', avoid: /\d %/ },
  { use: 'color, while', avoid: /\bcolours?\b|\bwhilst\b/i },
  { use: 'curly quotes', avoid: /[a-z]'(s|t|re|ve|ll|d)\b/, except: /^There's an existing job for with/ },
];
