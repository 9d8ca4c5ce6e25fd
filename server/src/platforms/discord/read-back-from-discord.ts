import { listAt, textAt } from '../api/read-json.ts';
import type { ReadBackCall } from '../connector.ts';
import { imagesOf } from '../images/signed-images.ts';
import type { ReadBack, RetractOutcome } from '../platform.ts';
import { headersOf, type Place } from './place.ts';

/** docs.discord.com, resources/message, Get Channel Message: by the bot, since channels have no public page. */
export async function readBackFromDiscord({ base, website }: Place, call: ReadBackCall): Promise<ReadBack> {
  const { payload, account, post, api } = call;
  const url = `${base}/channels/${account.channelId}/messages/${post.providerId}`;
  const answer = await api.look({ url, headers: headersOf(website, account) });
  if (!answer) return { kind: 'gone', seenBy: 'account' };
  const images = imagesOf(payload);
  const attachments = listAt(answer.body, 'attachments');
  return {
    kind: 'found',
    seenBy: 'account',
    signed: {
      text: String(payload.content),
      pictures: String(images.length),
      alt_texts: images.map(({ alt_text: altText = '' }) => altText).join('\n'),
    },
    published: {
      text: textAt(answer.body, 'content') ?? '',
      pictures: String(attachments.length),
      alt_texts: attachments.map((each) => textAt(each, 'description') ?? '').join('\n'),
    },
  };
}

/** docs.discord.com, resources/message, Delete Message: a bot may always delete its own. */
export async function retractFromDiscord({ base, website }: Place, { account, post, api }: ReadBackCall): Promise<RetractOutcome> {
  const url = `${base}/channels/${account.channelId}/messages/${post.providerId}`;
  await api.look({ method: 'DELETE', url, headers: headersOf(website, account), mayBeEmpty: true });
  return { kind: 'removed' };
}
