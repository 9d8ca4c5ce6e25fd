import { deliverMail, type MailCarrier } from '../access/mail/deliver-mail.ts';
import { every, type Repeated } from '../clock.ts';
import type { Services } from '../context.ts';
import type { FaultLog } from '../db/database-faults.ts';
import { smallPictures } from '../media/small-pictures.ts';
import { mailClients } from '../notices/ask-clients-again.ts';
import { passOn, remindPeople } from '../notices/compose/reminders.ts';
import { sumUpWeek } from '../notices/compose/weekly-summary.ts';
import { NOTICE_CHANNELS } from '../notices/notice-topics.ts';
import { notifyOperators } from '../notices/operator-alerts.ts';
import { routeNotices } from '../notices/sending/route-notices.ts';
import { sendDueNotices } from '../notices/sending/send-due-notices.ts';

const SEND_MS = 2_000;
const REMIND_MS = 60_000;

/** Sends people's notices and reminders, independently of publishing. */
export function startNotifying(services: Services, faults: FaultLog): Repeated {
  const report = (error: unknown): void => faults.report(error, 'people could not be notified; it is tried again');
  const rounds = [
    every(SEND_MS, () => routeNotices(services), report),
    // Each channel has its own rounds: a slow push service does not delay mail.
    ...NOTICE_CHANNELS.map((channel) =>
      every(
        SEND_MS,
        async () => {
          const sent = await sendDueNotices(services, channel);
          if (sent > 0) services.log.info({ sent, channel }, 'people notified');
        },
        report,
      ),
    ),
    every(
      SEND_MS,
      async () => {
        const sent = await mailClients(services);
        if (sent > 0) services.log.info({ sent }, 'clients asked to look again');
      },
      report,
    ),
    ...[remindPeople, passOn, sumUpWeek, notifyOperators].map((round) => every(REMIND_MS, () => round(services), report)),
  ];
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()));
    },
  };
}

/** One entry of the queue of messages; it fails as long as the message is to be tried again. */
export async function mailJob(services: Services, carrier: MailCarrier, mailId: string): Promise<void> {
  const delivery = await deliverMail(services, carrier, mailId, smallPictures);
  if (delivery === 'sent') services.log.info({ mailId }, 'mail sent');
}
