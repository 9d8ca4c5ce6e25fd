import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { ApiFault } from '../api/api-fault.ts';
import { at, textAt } from '../api/read-json.ts';
import { type Call, createConnector } from '../connector.ts';
import { imagesOf, MEDIA_IN_TEXT } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import { ConnectError, type ConnectedAccount, type ConnectField, type Platform } from '../platform.ts';
import { allocateSlug, readSite } from '../site.ts';
import { ADMIN_KEY, adminUrl, headersOf, readRefusal } from './ghost-api.ts';
import { buildGhostPost, editOnGhost, findOnGhost, publishToGhost } from './publish-to-ghost.ts';

const FIELDS: ConnectField[] = [
  {
    name: 'site',
    label: 'API URL',
    help: 'Shown there with the key, for instance https://harbour.ghost.io.',
    placeholder: 'https://harbour.ghost.io',
    isSecret: false,
  },
  {
    name: 'adminKey',
    label: 'Admin API key',
    help: 'Of a custom integration, made there under Settings, Integrations. Not the Content API key.',
    isSecret: true,
  },
];

/**
 * Ghost through its Admin API (docs.ghost.org/admin-api); tested with 6.65. Askable: the slug is chosen in advance and
 * unique in the site; the site itself would accept a second post under another slug.
 */
export function createGhostPlatform(network: NetworkRules, outbound: Outbound): Platform {
  return createConnector({
    network,
    outbound,
    isServerNamed: true,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    isFoundAnew: true,
    provenBy: 'real server',
    takesImages: 'uploaded',
    takesAnimations: 'among pictures',
    fields: FIELDS,
    readRefusal,
    identify,
    build: buildGhostPost,
    allocate: ({ title }, owner) => allocateSlug(String(title), owner),
    publish: publishToGhost,
    find: findOnGhost,
    edit: editOnGhost,
    refusesEdit: (payload) => (imagesOf(payload).length > 1 ? MEDIA_IN_TEXT : null),
  });
}

/** The site's description is public; reading its posts with the key is not. */
async function identify({ account, api }: Call): Promise<ConnectedAccount> {
  const site = readSite((account.site ?? '').replace(/\/ghost(?:\/api\/admin)?\/?$/, ''));
  const adminKey = account.adminKey ?? '';
  if (!ADMIN_KEY.test(adminKey)) throw new ConnectError(say`"adminKey" must be an Admin API key: an id, a colon, and 64 more characters.`);
  const { body } = await api.ask({ url: adminUrl({ site }, 'site') });
  const headers = headersOf({ adminKey });
  const listed = await api.ask({ url: adminUrl({ site }, 'posts', { limit: '1', fields: 'id' }), headers }).catch((error: unknown) => {
    const isRefused = error instanceof ApiFault && error.outcome.kind === 'unauthorized';
    throw isRefused ? new ConnectError(say`Ghost does not accept the key. Copy the Admin API key of the custom integration again.`) : error;
  });
  if (textAt(body, 'site', 'version') === null || !Array.isArray(at(listed.body, 'posts'))) {
    throw new ConnectError(say`There is no ${'Ghost'} at that address. Check how it is written.`);
  }
  const { host } = new URL(site);
  return { handle: `${textAt(body, 'site', 'title') ?? 'Ghost'} (${host})`, externalId: site, credentials: { site, adminKey } };
}
