import { folderMail } from './folderMail.ts';
import type { Mail } from './mail.ts';
import { smtpMail } from './smtpMail.ts';

export type MailConfig = {
  /** `smtp://…`; empty when there is no mail server. */
  smtpUrl: string;
  /** The sender of every email. */
  from: string;
  /** Where emails are written when there is no mail server. */
  folder: string;
};

/** A mail server where one is configured, else the folder. */
export function openMail(config: MailConfig): Mail {
  return config.smtpUrl ? smtpMail(config.smtpUrl, config.from) : folderMail(config.folder);
}
