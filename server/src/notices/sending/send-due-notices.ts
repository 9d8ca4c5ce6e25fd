import type { MailMessage } from '../../access/mail/compose-mail.ts';
import { queueMail } from '../../access/mail/queue-mail.ts';
import { User } from '../../access/user.entity.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import { Approval } from '../../approvals/approval.entity.ts';
import { publishingTime, quotesOf, quotesOfPayloads } from '../../approvals/quote-posts.ts';
import type { Context, Services } from '../../context.ts';
import { isOutage, logFault } from '../../db/database-faults.ts';
import { query } from '../../db/reading/query.ts';
import { systemContext } from '../../db/system-context.ts';
import { literal, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import { Payload } from '../../payloads/payload.entity.ts';
import { newestOf, publicationsOfPost } from '../../publishing/jobs/post-queries.ts';
import { Publication } from '../../publishing/publication.entity.ts';
import { NoticeDelivery, NoticeSettings } from '../notice.entities.ts';
import { inWorkspaceOf, noticeLabel, noticePage } from '../notice-page.ts';
import { unsubscribeToken } from '../notice-preferences.ts';
import { type NoticeChannel, type NoticeTopic, TOPIC_OF } from '../notice-topics.ts';
import { headline, sharedPage, type TakenNotice, takeWaiting } from './group-notices.ts';
import { notifyChats } from './post-to-chat.ts';
import { pushNotices } from './push-notices.ts';

const AT_ONCE = 50;
/** When a person is tried again whose message failed: at once, a few of them would fill every run. */
const AGAIN_MS = 5 * 60_000;

/** People notified concurrently. Mail is only queued; push services and chats respond slowly. */
const SIDE_BY_SIDE: Record<NoticeChannel, number> = { mail: 1, push: 10, chat: 10 };

/**
 * Sends what is due on a channel: one message per person with everything that is pending. Returns how many. A
 * failure for one person is logged and does not delay others.
 */
export async function sendDueNotices(services: Services, channel: NoticeChannel, most = AT_ONCE): Promise<number> {
  const people = await query(
    services.orm.em.fork(),
    tables
      .selectFrom('notice_deliveries')
      .select('user_id')
      .where('channel', '=', channel)
      .where('state', '=', literal('waiting'))
      .where('due_at', '<=', services.clock.now())
      .groupBy('user_id')
      .orderBy(({ fn }) => fn.min('due_at'))
      .limit(most),
  );
  let sent = 0;
  const next = people.values();
  const work = async () => {
    for (const { user_id: userId } of next) sent += await sendTo(services, channel, userId);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE[channel] }, work));
  return sent;
}

async function sendTo(services: Services, channel: NoticeChannel, userId: string): Promise<number> {
  try {
    if (channel === 'push') return await pushNotices(services, userId);
    if (channel === 'chat') return await notifyChats(services, userId);
    return await inTransaction(systemContext(services), (tx) => mailNotices(tx, userId));
  } catch (error) {
    if (isOutage(error)) throw error;
    logFault(services.log, error, { userId, channel }, 'a person could not be notified; it is tried again');
    const now = services.clock.now();
    const due = { userId, channel, state: 'waiting', dueAt: { $lte: now } } as const;
    await services.orm.em.fork().nativeUpdate(NoticeDelivery, due, { dueAt: new Date(now.getTime() + AGAIN_MS) });
    return 0;
  }
}

const MOST_LISTED = 10;

/** Sends one mail to one person with everything that is pending: 1, or 0 if nothing is needed any more. */
async function mailNotices(tx: Context, userId: string): Promise<number> {
  const notices = await takeWaiting(tx, { userId, channel: 'mail', state: 'sent' });
  const [only, ...others] = notices;
  if (!only) return 0;
  const { name, email, language = null } = await tx.em.findOneOrFail(User, { id: userId });
  const topics = [...new Set(notices.map(({ kind }) => TOPIC_OF[kind]))];
  await queueMail(tx, {
    accountId: null,
    isSentOnce: true,
    to: { name, email, language },
    ...(await placed(tx, notices)),
    ...(others.length === 0 ? await about(tx, userId, only) : await aboutMany(tx, notices)),
    stop: { url: stopUrl(tx, userId, topics), settingsUrl: `${tx.config.publicUrl}/settings/notifications` },
  });
  return 1;
}

type Said = Pick<MailMessage, 'subject' | 'paragraphs' | 'link' | 'quotes' | 'list'>;

/** One item: a preview of the post, its schedule, and one button. */
async function about(tx: Context, userId: string, notice: TakenNotice): Promise<Said> {
  const link = { label: noticeLabel(notice.kind), url: `${tx.config.publicUrl}${noticePage(notice)}` };
  if (notice.kind === 'removal_requested') return { ...(await removal(tx, notice)), link };
  const isDesk = ['waiting', 'reminders'].includes(TOPIC_OF[notice.kind]);
  const approval = isDesk && notice.subjectId ? await tx.em.findOne(Approval, { id: notice.subjectId }) : null;
  const subject = approval ? say`${headline([notice])}: ${approval.words.slice(0, 100)}` : headline([notice]);
  if (!approval) return { subject, paragraphs: [notice.message], link };
  return {
    subject,
    paragraphs: [notice.message, await sendingTimes(tx, userId, { ...approval, isEdit: notice.isEdit })],
    quotes: await quotesOf(tx, approval),
    link,
  };
}

/** The requested removals of a job: each post as it is published now, with the reason given. */
async function removal(tx: Context, notice: TakenNotice): Promise<Said> {
  const requested = await query(
    tx.em,
    tables
      .selectFrom('retractions as r')
      .innerJoin('publications as p', 'p.id', 'r.publication_id')
      .select(['r.publication_id', 'r.reason'])
      .where('p.job_id', '=', notice.subjectId ?? '')
      .where('r.state', '=', literal('requested'))
      .orderBy('r.id'),
  );
  const quotes: NonNullable<Said['quotes']>[number][] = [];
  for (const { publication_id: publicationId, reason } of requested) {
    const newest = newestOf(await publicationsOfPost(tx.em, publicationId));
    const { payloadId } = await tx.em.findOneOrFail(Publication, newest?.id ?? publicationId);
    const [quote] = quotesOfPayloads(tx, [await tx.em.findOneOrFail(Payload, payloadId)]);
    if (quote) quotes.push({ ...quote, details: [...(quote.details ?? []), say`Reason: ${reason}`] });
  }
  return { subject: headline([notice]), paragraphs: [notice.message], quotes };
}

/** In the reader's time zone, or the workspace's by default. */
async function sendingTimes(
  tx: Context,
  userId: string,
  { scheduledAt, workspaceId, isEdit }: Pick<Approval, 'scheduledAt' | 'workspaceId'> & Pick<TakenNotice, 'isEdit'>,
): Promise<Sentence> {
  if (!scheduledAt) return publishingTime({ scheduledAt, isEdit }, 'UTC');
  const own = await tx.em.findOne(NoticeSettings, { userId });
  const timeZone = own?.timeZone ?? (await tx.em.findOneOrFail(Workspace, { id: workspaceId })).timeZone;
  return publishingTime({ scheduledAt, isEdit }, timeZone);
}

async function namesOf(tx: Context, notices: readonly TakenNotice[]): Promise<Map<string, string>> {
  const ids = [...new Set(notices.flatMap(({ workspaceId }) => workspaceId ?? []))];
  return new Map((await tx.em.find(Workspace, { id: { $in: ids } })).map(({ id, name }) => [id, name]));
}

/** The workspace, if all of it is about one. */
async function placed(tx: Context, notices: readonly TakenNotice[]): Promise<Pick<MailMessage, 'workspace'>> {
  const [name, ...others] = (await namesOf(tx, notices)).values();
  return name !== undefined && others.length === 0 && notices.every(({ workspaceId }) => workspaceId !== null) ? { workspace: name } : {};
}

/** Several items, each with its link, and with its workspace if these differ; and one button. */
async function aboutMany(tx: Context, notices: readonly TakenNotice[]): Promise<Said> {
  const names = await namesOf(tx, notices);
  const isOfMany = names.size > 1;
  const listed = notices.slice(0, MOST_LISTED).map((notice) => ({
    text: isOfMany && notice.workspaceId ? say`${names.get(notice.workspaceId) ?? ''}: ${notice.message}` : notice.message,
    url: `${tx.config.publicUrl}${noticePage(notice)}`,
  }));
  const rest = notices.length - listed.length;
  const page = sharedPage(notices);
  const url = `${tx.config.publicUrl}${inWorkspaceOf(notices, page ?? '/')}`;
  return {
    subject: headline(notices),
    paragraphs: [],
    list: rest > 0 ? [...listed, { text: say`… and ${rest} more.`, url }] : listed,
    link: { label: page ? say`Open approvals` : say`Open the console`, url },
  };
}

function stopUrl(tx: Context, userId: string, topics: readonly NoticeTopic[]): string {
  return `${tx.config.publicUrl}/mail/stop?token=${unsubscribeToken(tx.sealer, { userId, topics })}`;
}
