import { Field, ID, InterfaceType } from 'type-graphql';

/** The types that can be asked for by an id alone, by its prefix. */
const TYPES: Readonly<Record<string, string>> = {
  wsp: 'Workspace',
  drf: 'Draft',
  apr: 'Approval',
  job: 'PublishJob',
  con: 'Connection',
  whe: 'WebhookEndpoint',
};

@InterfaceType('Node', {
  description: 'A thing with an identifier of its own.',
  resolveType: ({ id }: { id: string }) => TYPES[id.slice(0, 3)],
})
export abstract class NodeType {
  @Field(() => ID, {
    description: 'A prefixed UUIDv7, for instance `drf_0199…`; it grows with time. The same identifier as in the REST API.',
  })
  id!: string;
}
