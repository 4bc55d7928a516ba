import { folderMail } from './folderMail.ts';
import type { Mail } from './mail.ts';
import { smtpMail } from './smtpMail.ts';

export type MailConfig = {
  /** `smtp://…`; empty when there is no mail server. */
  smtpUrl: string;
  /** The sender of every email. */
  from: string;
  /** Folder for emails when there is no mail server. */
  folder: string;
};

/** Opens the configured mail server, else the folder. */
export function openMail(config: MailConfig): Mail {
  return config.smtpUrl ? smtpMail(config.smtpUrl, config.from) : folderMail(config.folder);
}
