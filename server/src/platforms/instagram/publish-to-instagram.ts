import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { ApiFault } from '../api/api-fault.ts';
import { textAt } from '../api/read-json.ts';
import type { PublishCall } from '../connector.ts';
import type { ContainerApi } from '../meta/containers.ts';
import { publishContainer } from '../meta/publish-container.ts';
import type { Outcome } from '../platform.ts';

/** The window slides, and the response does not say when: a post may be possible again in an hour. */
const ASK_AGAIN_SECONDS = 3_600;

/** Queries first how many posts the account has left: other programs publish there too, and accounts differ. */
export async function publishToInstagram(containers: ContainerApi, call: PublishCall): Promise<Outcome> {
  await mindLimit(containers, call);
  return publishContainer(containers, call);
}

/** developers.facebook.com, IG User Content Publishing Limit. */
async function mindLimit({ base }: ContainerApi, { account, api }: PublishCall): Promise<void> {
  const query = new URLSearchParams({ fields: 'quota_usage,config', access_token: account.accessToken ?? '' });
  const { body } = await api.ask({ url: `${base}/${account.userId}/content_publishing_limit?${query}` });
  const total = Number(textAt(body, 'data', 0, 'config', 'quota_total') ?? Number.NaN);
  const used = Number(textAt(body, 'data', 0, 'quota_usage') ?? Number.NaN);
  if (!(used >= total)) return;
  const words = say`Instagram takes ${total} posts of the account in 24 hours, and ${used} are out.`;
  throw new ApiFault({ kind: 'rate_limited', ...toStoredMessage(words), retryAfterSeconds: ASK_AGAIN_SECONDS });
}
