import type { Json, JsonObject } from '../platform.ts';
import { type FakeServerSpec, picturesIn, type Reply, type SeenPicture } from './fake-server.ts';
import type { SeenRequest } from './seen-request.ts';

export const HASHNODE_TOKEN = 'hashnode-token-4711-secret';

interface Post {
  id: string;
  title: string;
  slug: string;
  markdown: string;
  tags: Json;
  /** Only its id still finds it then. */
  isRemoved?: boolean;
}

/** `keys` are the confirmed uploads, `address` is where this server can be reached. */
interface State {
  posts: Post[];
  uploads: Map<string, string>;
  confirmed: Set<string>;
  isPro: boolean;
  /** The person's part in the posts, of which only the first may remove them. */
  role: 'author' | 'co-author';
  address: string;
}

const PUBLICATIONS = [
  { id: '64a1', title: 'Harbour Notes', url: 'https://harbour.hashnode.dev' },
  { id: '64a2', title: 'Tide Tables', url: 'https://tides.example.org' },
];

/** github.com/Hashnode/gql-skill: references/schema.graphql, recipes.md and errors-and-limits.md. Every post is a new one. */
export function createFakeHashnode() {
  const state: State = { posts: [], uploads: new Map(), confirmed: new Set(), isPro: true, role: 'author', address: '' };
  const spec: FakeServerSpec & { state: State; picturesOf(post: Post | undefined): SeenPicture[] } = {
    state,
    picturesOf: (post) =>
      picturesIn(post?.markdown ?? '').map(({ url, altText }) => ({
        sha256: state.uploads.get(url.replace('https://cdn.hashnode.com/', '')) ?? '',
        altText,
      })),
    isPublishing: ({ body }) => queryOf(body).includes('publishPost('),
    handle(request) {
      if (request.path.startsWith('/bucket/')) return store(state, request);
      const isPublic = request.headers.authorization === undefined && /^query .*\b(post|publication)\(id/.test(queryOf(request.body));
      if (!isPublic && request.headers.authorization !== `Bearer ${HASHNODE_TOKEN}`)
        return refusal('UNAUTHENTICATED', 'You must be authenticated.');
      const { query, variables = {} } = request.body as { query: string; variables?: JsonObject };
      return answer(state, query, variables);
    },
    refusals: {
      limited: () => ({ status: 429, body: { errors: [{ message: 'Too many requests' }] } }),
      revoked: (secret) => refusal('FORBIDDEN', `You are not a member of this publication. ${secret}`),
      refused: (secret) => refusal('BAD_USER_INPUT', `tags: at most 15 ${secret}`),
      unknownCall: () => refusal('BAD_USER_INPUT', 'Cannot query this field.'),
    },
  };
  return spec;
}

const queryOf = (body: Json): string => String((body as JsonObject | null)?.query ?? '');

function answer(state: State, query: string, variables: JsonObject): Reply | undefined {
  const input = (variables.input ?? {}) as JsonObject;
  if (query.includes('post(id: $id)')) return show(state, variables);
  if (query.includes('me {'))
    return data({ me: { id: '17', username: 'harbour', publications: { edges: PUBLICATIONS.map((node) => ({ node })) } } });
  if (query.includes('createImageUploadURL')) {
    const key = `res/${state.uploads.size + 1}.png`;
    state.uploads.set(key, '');
    return data({
      createImageUploadURL: { presignedPut: { url: `${state.address}/bucket/${key}`, cdnUrl: `https://cdn.hashnode.com/${key}`, key } },
    });
  }
  if (query.includes('confirmImageUpload')) {
    const key = String(input.key);
    state.confirmed.add(key);
    return data({ confirmImageUpload: { ok: true, cdnUrl: `https://cdn.hashnode.com/${key}` } });
  }
  if (!state.isPro)
    return refusal('FORBIDDEN', 'Publication does not have an active Pro plan. Upgrade in your dashboard to access this via the API.');
  if (query.includes('publishPost(')) return publish(state, input);
  if (query.includes('updatePost(')) return edit(state, input);
  if (query.includes('removePost(')) return remove(state, input);
  if (!query.includes('publication(')) return undefined;
  const publication = PUBLICATIONS.find(({ id }) => id === variables.id);
  if (query.includes('posts(first: 20')) return listPosts(state, variables);
  const post = state.posts.find(({ slug, isRemoved }) => slug === variables.slug && !isRemoved);
  return data({ publication: publication ? { id: publication.id, title: publication.title, post: post ? present(post) : null } : null });
}

/** The newest first; a cursor is the number of posts before it. */
function listPosts({ posts }: State, { id, after }: JsonObject): Reply {
  const from = Number(after ?? 0);
  const edges = posts
    .filter(({ isRemoved }) => !isRemoved)
    .toReversed()
    .slice(from, from + 20)
    .map((post) => ({ node: { ...present(post), publishedAt: new Date().toISOString() } }));
  const pageInfo = { endCursor: String(from + edges.length), hasNextPage: from + edges.length < posts.length };
  return data({ publication: { id: String(id), posts: { edges, pageInfo } } });
}

function publish({ posts }: State, input: JsonObject): Reply {
  if (!PUBLICATIONS.some(({ id }) => id === input.publicationId)) return refusal('NOT_FOUND', 'Publication not found');
  const { title, contentMarkdown, slug, tags = [] } = input;
  const post = { id: `65f${posts.length}`, title: String(title), slug: String(slug), markdown: String(contentMarkdown), tags };
  posts.push(post);
  return data({ publishPost: { post: present(post) } });
}

/** The query `post`, which anyone may ask. */
function show({ posts }: State, { id }: JsonObject): Reply {
  const post = posts.find((each) => each.id === id);
  const counts = { views: 1, reactionCount: 0, responseCount: 0 };
  return data({ post: post ? { ...present(post), title: post.title, content: { markdown: post.markdown }, ...counts } : null });
}

function edit({ posts }: State, { id, title, contentMarkdown, tags = [] }: JsonObject): Reply {
  const post = posts.find((each) => each.id === id);
  if (!post) return refusal('NOT_FOUND', 'Post not found');
  Object.assign(post, { title: String(title), markdown: String(contentMarkdown), tags });
  return data({ updatePost: { post: present(post) } });
}

/** references/mutations.md, removePost. */
function remove({ posts, role }: State, { id }: JsonObject): Reply {
  const post = posts.find((each) => each.id === id && !each.isRemoved);
  if (!post) return refusal('NOT_FOUND', 'Post not found');
  if (role !== 'author') return refusal('FORBIDDEN', 'Only the author or an admin can remove this post');
  post.isRemoved = true;
  return data({ removePost: { post: present(post) } });
}

const present = ({ id, slug }: Post): JsonObject => ({ id, slug, url: `https://harbour.hashnode.dev/${slug}` });

function store({ uploads }: State, { method, path, files: [file] }: SeenRequest): Reply {
  const key = path.replace('/bucket/', '');
  if (method !== 'PUT' || !file || !uploads.has(key)) return { status: 403 };
  uploads.set(key, file.sha256);
  return { status: 200 };
}

/** What is not there is an error, not null (errors-and-limits.md). */
const data = (found: JsonObject): Reply =>
  Object.values(found).includes(null) ? refusal('NOT_FOUND', 'Post not found') : { status: 200, body: { data: found } };

const refusal = (code: string, message: string): Reply => ({
  status: 200,
  body: { errors: [{ message, extensions: { code } }], data: null },
});
