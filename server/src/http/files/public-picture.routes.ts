import { Type } from 'typebox';
import type { Services } from '../../context.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { DomainError } from '../../errors.ts';
import { isImageAddress } from '../../media/image-address.ts';
import { Rendition } from '../../media/rendition.entity.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { closedObject } from '../v1/common.schemas.ts';
import { sendStored } from './send-stored.ts';

const Params = closedObject(
  { file: Type.String({ pattern: '^ren_[0-9a-f-]{36}\\.(jpg|png|mp4|mov|webm)$', description: 'One form of a picture, or a video.' }) },
  'Which picture.',
);
const Query = closedObject(
  {
    expires: Type.Integer({ minimum: 0, description: 'Until when, in seconds since 1970.' }),
    signature: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Of the two together.' }),
  },
  'The leave.',
);

/**
 * Serves one picture or video by its signed URL, to platforms that fetch what they publish. No authentication, no listing, and
 * every fault looks the same.
 */
export function addPublicPictureRoute(app: HttpServer, services: Services): void {
  app.get('/pictures/:file', { schema: { hide: true, params: Params, querystring: Query } }, async (request, reply) => {
    const id = request.params.file.slice(0, request.params.file.indexOf('.'));
    if (!isImageAddress(services, { id, ...request.query })) throw new DomainError('not_found');
    // As the owner role: the signature is the authorization.
    const rendition = await forkAsOwner(services.orm).findOne(Rendition, { id });
    if (!rendition) throw new DomainError('not_found');
    const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-robots-tag': 'noindex' };
    return sendStored(services, request, reply.headers(headers), rendition);
  });
}
