import type { Services } from '../../context.ts';
import { imageAddress } from '../../media/image-address.ts';
import { Rendition } from '../../media/rendition.entity.ts';
import type { SendHooks } from '../../platforms/platform.ts';

const GONE = 'A picture of the post is gone from the store. Hand it in again and submit the draft again.';

/** How a platform gets at the pictures that were signed; to send the post without them would be another post. */
export function imagesOfAccount(services: Services, accountId: string): Pick<SendHooks, 'openImage' | 'imageAddress'> {
  return {
    async openImage(sha256) {
      const bytes = await services.media.read(accountId, sha256);
      if (!bytes) throw new Error(GONE);
      return bytes;
    },
    async imageAddress(sha256) {
      const rendition = await services.orm.em.fork().findOne(Rendition, { accountId, sha256 }, { orderBy: { id: 'asc' } });
      if (!rendition) throw new Error(GONE);
      return imageAddress(services, rendition);
    },
  };
}
