import type { FastifyRequest } from 'fastify';
import type { Services } from '../../context.ts';
import { DomainError } from '../../errors.ts';

/**
 * Refuses a change that a page of another site sent with this browser's cookie. Every current
 * browser says where a request comes from in Sec-Fetch-Site, which no script can set; older ones
 * at least send Origin with a POST.
 */
export function requireSameSite(services: Services, request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers['sec-fetch-site'];
  const isOurs = site === undefined ? isOwnOrigin(services, request) : site === 'same-origin' || site === 'none';
  if (!isOurs) throw new DomainError('cross_site_request');
}

function isOwnOrigin(services: Services, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  return origin === services.config.publicUrl || origin === `${request.protocol}://${request.host}`;
}
