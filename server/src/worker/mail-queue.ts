import type { Queue } from 'pg-boss';

/** An entry means "try to hand this message over"; its content is encrypted in its row. */
export const MAIL_QUEUE = 'mail';

/** The data of an entry. */
export interface MailEntry {
  mailId: string;
}

/** Retries are a few, further and further apart; the row counts them too, over crashes. */
export const MAIL_QUEUE_OPTIONS: Omit<Queue, 'name'> = {
  policy: 'standard',
  notify: true,
  heartbeatSeconds: 10,
  // Longer than the longest silence that the mail server is granted.
  expireInSeconds: 90,
  retryLimit: 5,
  retryDelay: 20,
  retryBackoff: true,
  deleteAfterSeconds: 3_600,
};
