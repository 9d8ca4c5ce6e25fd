import { ArgsType, type ClassType, Field, Int, ObjectType } from 'type-graphql';
import type { PageRequest, Page as RowPage } from '../../db/keyset-page.ts';
import { DomainError } from '../../errors.ts';

@ObjectType('PageInfo', { description: 'Whether more items follow this page, and the cursor to continue from.' })
class PageInfoType {
  @Field(() => Boolean, { description: 'Whether more items follow this page.' })
  hasNextPage!: boolean;

  @Field(() => String, { nullable: true, description: 'The cursor of the last edge; null on an empty page.' })
  endCursor!: string | null;
}

/** The largest page. */
const MAX_PAGE_SIZE = 100;

@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: 25,
    description: 'The page size, 1 to 100. Anything else is refused as `bad_user_input`.',
  })
  first!: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A cursor of this list; the page starts after it. A cursor of another list or workspace, or from before an update, is refused as `foreign_cursor`; anything else as `bad_user_input`.',
  })
  after!: string | null;
}

interface Edge<Node> {
  cursor: string;
  node: Node;
}

export interface Page<Node> {
  edges: Edge<Node>[];
  pageInfo: PageInfoType;
}

/** The Relay connection and edge types of one noun; `XConnection` and `XEdge` in the schema. */
export function createPageType<Node extends object>(name: string, nodeClass: ClassType<Node>): ClassType<Page<Node>> {
  @ObjectType(`${name}Edge`, { description: `An item of \`${name}Connection\`, with its cursor.` })
  class EdgeType implements Edge<Node> {
    @Field(() => String, { description: 'An opaque cursor: pass it as `after` to continue after this item.' })
    cursor!: string;

    @Field(() => nodeClass, { description: 'The item.' })
    node!: Node;
  }

  @ObjectType(`${name}Connection`, { description: `A page of items of type \`${name}\`.` })
  class ConnectionType implements Page<Node> {
    @Field(() => [EdgeType], { description: 'The items of the page, in the order of the list.' })
    edges!: Edge<Node>[];

    @Field(() => PageInfoType, { description: 'Whether more items follow this page, and the cursor to continue from.' })
    pageInfo!: PageInfoType;
  }
  return ConnectionType;
}

const DEFAULT_PAGE_SIZE = 25;

/** Relay's arguments as a page request of the domain. */
export function pageRequest({ first, after }: PageArgs): PageRequest {
  const limit = first ?? DEFAULT_PAGE_SIZE;
  if (limit < 1 || limit > MAX_PAGE_SIZE) {
    throw new DomainError('bad_user_input', { message: `first must be from 1 to ${MAX_PAGE_SIZE}, not ${limit}.` });
  }
  return { limit, cursor: after ?? null };
}

/** A page of rows as a Relay connection. */
export function toPage<Row, Node>({ items, nextCursor, cursorOf }: RowPage<Row>, toNode: (row: Row) => Node): Page<Node> {
  // Computed on demand: each cursor requires a signature, and most are never requested.
  const edges = items.map((row) => ({
    get cursor() {
      return cursorOf(row);
    },
    node: toNode(row),
  }));
  const hasNextPage = nextCursor !== null;
  return { edges, pageInfo: { hasNextPage, endCursor: nextCursor ?? edges.at(-1)?.cursor ?? null } };
}
