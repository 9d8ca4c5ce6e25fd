import { Field, ID, InterfaceType } from 'type-graphql';

@InterfaceType('Node', { description: 'A thing with an identifier of its own.' })
export abstract class NodeType {
  @Field(() => ID, {
    description: 'A prefixed UUIDv7, for instance `drf_0199…`; it grows with time. The same identifier as in the REST API.',
  })
  id!: string;
}
