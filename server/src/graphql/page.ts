import { type ClassType, Field, ObjectType } from 'type-graphql';
import { PageInfoType } from './page-info.types.ts';

export interface Edge<Node> {
  cursor: string;
  node: Node;
}

export interface Page<Node> {
  edges: Edge<Node>[];
  pageInfo: PageInfoType;
}

/** The Relay connection and edge types of one noun; `XConnection` and `XEdge` in the schema. */
export function createPageType<Node extends object>(name: string, nodeClass: ClassType<Node>): ClassType<Page<Node>> {
  @ObjectType(`${name}Edge`, { description: `One ${name} of a page, with its place in the list.` })
  class EdgeType implements Edge<Node> {
    @Field(() => String, { description: 'Opaque; hand it to `after` to go on behind this one.' })
    cursor!: string;

    @Field(() => nodeClass, { description: `The ${name} itself.` })
    node!: Node;
  }

  @ObjectType(`${name}Connection`, { description: `One page of a list of ${name}.` })
  class ConnectionType implements Page<Node> {
    @Field(() => [EdgeType], { description: 'At most `first` of them, in the order of the list.' })
    edges!: Edge<Node>[];

    @Field(() => PageInfoType, { description: 'Whether and where the list goes on.' })
    pageInfo!: PageInfoType;
  }
  return ConnectionType;
}
