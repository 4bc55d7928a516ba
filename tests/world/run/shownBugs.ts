/** Those that schedules have shown so far, and so must go on showing. The others are hunted by `runPlanted.ts`. */
export const shownBugs: readonly string[] = [
  'an idempotency key is ignored',
  'one token speaks for every user',
  'the list of jobs is that of everybody',
  'live events go to everybody',
  'an email that was sent waits again',
  'the counts of a client are those of everybody',
  'a client counts messages to nobody',
  'a sender’s live message lacks its key',
  'messages are in the order of their arrival',
  'a message that comes twice is shown twice',
  'a lost response counts as a refusal',
  'a repeat has a key of its own',
  'a push that was accepted is posted again',
  'a message leaves without its first upload',
];
