import type { JsonObject } from '../../platform.ts';
import type { SeenComment } from '../comments-contract.ts';
import { createFakeLinkedin, type FakeLinkedinAccount } from '../fake-linkedin.ts';
import type { Reply } from '../fake-server.ts';
import type { SeenRequest } from '../seen-request.ts';

export const LINKEDIN_PAGE_TOKEN = 'linkedin-page-access-token-secret';

/**
 * learn.microsoft.com, Community Management API: the same posts, by a page, which its administrators may also read:
 * Organization Access Control by Role, Organization Lookup, finders of posts and comments, share statistics.
 */
export function createFakeLinkedinPage() {
  const roles = [{ organization: 'urn:li:organization:77', role: 'ADMINISTRATOR', state: 'APPROVED' }];
  const author = 'urn:li:organization:77';
  const account: FakeLinkedinAccount = {
    token: LINKEDIN_PAGE_TOKEN,
    author,
    scope: 'r_organization_social,rw_organization_admin,w_organization_social',
    read: (request, made, comments) => (request.method === 'GET' ? read(request, { roles, author, made, comments }) : undefined),
  };
  return { ...createFakeLinkedin(account), roles };
}

interface Site {
  roles: readonly JsonObject[];
  author: string;
  made: ReadonlyMap<string, JsonObject>;
  comments: readonly SeenComment[];
}

const found = (body: JsonObject): Reply => ({ status: 200, body });
const MISSING: Reply = { status: 404, body: { status: 404, code: 'NOT_FOUND', message: 'Could not find entity' } };
const FORBIDDEN: Reply = {
  status: 403,
  body: { status: 403, code: 'ACCESS_DENIED', message: 'Not enough permissions to access: GET /organizations' },
};
const nameOf = (id: string): JsonObject => ({ id: Number(id), localizedName: id === '77' ? 'Harbour Ltd' : `Page ${id}` });

function read(request: SeenRequest, { roles, author, made, comments }: Site): Reply | undefined {
  const { path, query, headers } = request;
  if (path === '/rest/organizationAcls') {
    if (query.get('q') !== 'roleAssignee') return undefined;
    // Pagination: 10 by default, 100 at most.
    const [start, count] = [Number(query.get('start') ?? 0), Math.min(Number(query.get('count') ?? 10), 100)];
    return found({ elements: roles.slice(start, start + count), paging: { start, count, links: [] } });
  }
  if (path === '/rest/organizations') {
    const ids = /^List\(([\d,]+)\)$/.exec(query.get('ids') ?? '')?.[1]?.split(',') ?? [];
    return found({ results: Object.fromEntries(ids.map((id) => [id, nameOf(id)])) });
  }
  // Organization Lookup, Retrieve an Administered Organization: for the role of administrator alone.
  const [, id] = /^\/rest\/organizations\/(\d+)$/.exec(path) ?? [];
  const role = roles.find(({ organization }) => organization === `urn:li:organization:${id}`)?.role;
  if (id) return role === 'ADMINISTRATOR' ? found(nameOf(id)) : FORBIDDEN;
  if (path === '/rest/posts') {
    if (headers['x-restli-method'] !== 'FINDER' || query.get('q') !== 'author' || query.get('author') !== author) return undefined;
    return found({ elements: [...made].map(([urn, post]) => asRead(urn, post)).reverse() });
  }
  const [, urn] = /^\/rest\/posts\/([^/]+)$/.exec(path) ?? [];
  const post = urn && made.get(decodeURIComponent(urn));
  if (urn) return post ? found(asRead(decodeURIComponent(urn), post)) : MISSING;
  const [, under] = /^\/rest\/socialActions\/([^/]+)\/comments$/.exec(path) ?? [];
  if (under)
    return found({ elements: comments.flatMap((comment, index) => commentAsRead(comment, index, decodeURIComponent(under), author)) });
  if (path === '/rest/organizationalEntityShareStatistics') return found({ elements: [{ totalShareStatistics: STATISTICS }] });
  return undefined;
}

const STATISTICS = { impressionCount: 340, uniqueImpressionsCount: 290, likeCount: 12, commentCount: 3, shareCount: 2, clickCount: 41 };

const asRead = (id: string, post: JsonObject): JsonObject => ({ ...post, id, createdAt: Date.now() });

function commentAsRead({ text, under }: SeenComment, index: number, urn: string, actor: string): JsonObject[] {
  if (under !== urn) return [];
  const id = String(6_001 + index);
  return [{ id, actor, message: { text }, commentUrn: `urn:li:comment:(${urn},${id})` }];
}
