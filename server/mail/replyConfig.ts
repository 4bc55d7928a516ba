/** Returns the name of a sender like `EV Jobs <jobs@example.com>`; `''` where it has none. */
export function senderNameOf(from: string): string {
  return /^\s*"?([^"<]*?)"?\s*</.exec(from)?.[1] ?? '';
}

/** How replies by email come in. */
export type ReplyConfig = {
  /** The address that replies go to, without a token. */
  address: string;
  /** The sender of our emails, a bare address. */
  sender: string;
  /** The name beside it; `''` where it has none. */
  senderName: string;
  /** The name of our provider in `Authentication-Results`; `''` when that header is not read. */
  authserv: string;
};
