import { deliverMail } from '../access/mail/deliver-mail.ts';
import type { MailCarrier } from '../access/mail/mail-carrier.ts';
import type { Services } from '../context.ts';
import { smallPictures } from '../media/small-pictures.ts';

/** One entry of the queue of messages; it fails as long as the message is to be tried again. */
export async function mailJob(services: Services, carrier: MailCarrier, mailId: string): Promise<void> {
  const delivery = await deliverMail(services, carrier, mailId, smallPictures);
  if (delivery === 'sent') services.log.info({ mailId }, 'mail sent');
}
