/** How replies by email come in. */
export type ReplyConfig = {
  /** The address that replies go to, without a token. */
  address: string;
  /** The sender of our emails, a bare address. */
  sender: string;
  /** The name of our provider in `Authentication-Results`; `''` when that header is not read. */
  authserv: string;
};
