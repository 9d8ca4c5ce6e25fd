import { ApiFault } from '../api/api-fault.ts';
import { at, textAt } from '../api/read-json.ts';
import type { Call } from '../connector.ts';
import type { Json, ToldLimit } from '../platform.ts';
import { toldLimit } from '../server-limits.ts';

const MEGABYTE = 1_000_000;

/**
 * docs.joinmastodon.org, methods/instance (v2), which is public. Servers similar to Mastodon may lack it: then there
 * are no limits of the server, and the general ones apply.
 */
export async function readInstanceLimits({ api }: Pick<Call, 'api'>, server: string): Promise<ToldLimit[] | undefined> {
  try {
    const { body } = await api.ask({ url: `${server}/api/v2/instance` });
    return limitsOf(body, `${new URL(server).host} says so itself (GET /api/v2/instance)`);
  } catch (error) {
    if (error instanceof ApiFault) return undefined;
    throw error;
  }
}

function limitsOf(body: Json, source: string): ToldLimit[] {
  const [statuses, media] = [at(body, 'configuration', 'statuses'), at(body, 'configuration', 'media_attachments')];
  const urlWeight = Number(textAt(statuses, 'characters_reserved_per_url') ?? Number.NaN);
  const imageBytes = Number(textAt(media, 'image_size_limit') ?? Number.NaN);
  return [
    ...toldLimit(textAt(statuses, 'max_characters'), { field: 'text', unit: 'graphemes', source, ...(urlWeight > 0 && { urlWeight }) }),
    ...toldLimit(textAt(statuses, 'max_media_attachments'), { field: 'media', unit: 'items', source }),
    ...toldLimit(imageBytes / MEGABYTE, { field: 'image_size', unit: 'megabytes', source }),
    ...toldLimit(textAt(media, 'description_limit'), { field: 'alt_text', unit: 'graphemes', source }),
  ];
}
