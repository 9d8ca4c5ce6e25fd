import { Field, ID, InterfaceType } from 'type-graphql';

/** The types that can be read by id, by prefix. */
const TYPES: Readonly<Record<string, string>> = {
  wsp: 'Workspace',
  drf: 'Draft',
  apr: 'Approval',
  job: 'PublishJob',
  con: 'Connection',
  whe: 'WebhookEndpoint',
  whd: 'WebhookDelivery',
  acc: 'Account',
  grt: 'Grant',
  inv: 'Invitation',
  clk: 'ClientLink',
  cps: 'DraftRevision',
  spo: 'SandboxPost',
  ntc: 'Notice',
  cht: 'NoticeChat',
  psh: 'PushDevice',
};

@InterfaceType('Node', {
  description: 'An object with a unique id.',
  // A thread and its first comment have one id.
  resolveType: (node: { id: string }) =>
    node.id.startsWith('cmt') ? ('comments' in node ? 'CommentThread' : 'Comment') : TYPES[node.id.slice(0, 3)],
})
export abstract class NodeType {
  @Field(() => ID, {
    description: 'A prefixed UUIDv7, for instance `drf_0199…`, the same as in the REST API. Ids sort by creation time.',
  })
  id!: string;
}
