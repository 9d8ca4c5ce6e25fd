import { Type } from 'typebox';
import { EMOJI_USES, TEXT_LENGTHS, WORDINGS } from '../../access/workspace-policies.ts';
import { PUBLISH_MODES } from '../../drafts/draft.entity.ts';
import {
  ApprovalRequired,
  ApprovalUrl,
  closedObject,
  DraftId,
  GateSchema,
  Notices,
  nullableInteger,
  nullableTimestamp,
  oneOf,
  PublishModeField,
  TargetReadinesses,
  timestamp,
  WorkspaceId,
} from './common.schemas.ts';
import { NetworkCharges } from './connections.schemas.ts';

export const MeSchema = Type.Object(
  {
    agent: Type.Object(
      {
        agent_id: Type.String({ description: 'The agent, `agt_…`.' }),
        name: Type.String({ description: 'Name of the agent, as shown to the customer.' }),
      },
      { description: 'The agent that the key belongs to.' },
    ),
    grant_id: Type.String({ description: 'The grant behind the key, `grt_…`.' }),
    key_id: Type.String({ description: 'The key’s public id.' }),
    workspace: Type.Object(
      {
        workspace_id: Type.String({ description: 'The workspace, `wsp_…`.' }),
        name: Type.String({ description: 'Name of the workspace.' }),
        time_zone: Type.String({ description: 'IANA time zone of the workspace.' }),
      },
      { description: 'The grant’s workspace.' },
    ),
    voice: Type.Object(
      {
        tone: Type.String({ description: 'Tone in free text, such as “warm, a little dry”; empty for none.' }),
        emoji: oneOf(EMOJI_USES, 'How many emoji the posts have.'),
        length: oneOf(TEXT_LENGTHS, 'How long the posts are.'),
        max_tags: nullableInteger('Maximum number of tags in a post; null leaves it to the platform.'),
        banned_words: Type.Array(Type.String(), { description: 'Words that the posts avoid.' }),
        wording: oneOf(WORDINGS, 'How closely captions follow the source text, unless a draft or a call says otherwise.'),
      },
      { description: 'The voice of the workspace’s posts: guidance for your captions, not rules.' },
    ),
    scopes: Type.Array(Type.String(), { description: 'The granted scopes.' }),
    sandbox_only: Type.Boolean({ description: 'Whether the key can publish only to the sandbox.' }),
    limits: Type.Object(
      {
        jobs_per_day: nullableInteger('Publish jobs per day, in the workspace’s time zone; null for no limit.'),
        credits_per_month: nullableInteger('Credits per calendar month (UTC); null for no limit.'),
      },
      { description: 'Limits set by the customer.' },
    ),
    rotation_requested: Type.Boolean({
      description: 'Whether the customer has requested that you replace the key with POST /api/oauth/rotate.',
    }),
    created_at: timestamp('When the customer granted access.'),
    expires_at: nullableTimestamp('When the grant expires; null if never.'),
    key_expires_at: timestamp('When this key expires. Replace it before then with POST /api/oauth/rotate.'),
  },
  { description: 'The grant behind the key.' },
);

export const PrecheckBody = closedObject(
  {
    workspace_id: WorkspaceId,
    draft_id: DraftId,
    approval_required: Type.Optional(ApprovalRequired),
    publish_mode: Type.Optional(PublishModeField),
  },
  'The draft to check, and how it would be published.',
);

const unit = oneOf(['publication', 'autoposting'], 'What one credit pays for. The two units are never converted into each other.');
const bucket = oneOf(['allowance', 'pack', 'topup'], 'Source of the credits: the plan’s allowance, packs or top-ups.');

const BalanceSchema = Type.Object(
  {
    bucket,
    unit,
    available: Type.Integer({ description: 'Credits available.' }),
    held: Type.Integer({ description: 'Credits reserved for pending publications.' }),
  },
  { description: 'Balance of one bucket and unit.' },
);

export const BudgetSchema = Type.Union(
  [
    Type.Object({
      credits_per_month: Type.Integer({
        description:
          'The most credits that may be reserved or spent per calendar month, in the workspace’s time zone, both units combined.',
      }),
      used: Type.Integer({ description: 'Credits reserved and spent this month, without refunds.' }),
      left: Type.Integer({ description: 'Credits left this month; never negative.' }),
      renews_at: timestamp('When the next month begins in the workspace’s time zone.'),
    }),
    Type.Null(),
  ],
  { description: 'The workspace’s budget per calendar month of its time zone; null if none is set.' },
);

const PostCostSchema = Type.Object(
  {
    platform: Type.String({ description: 'The platform.' }),
    connection_id: Type.Union([Type.String(), Type.Null()], { description: 'The connected account; null if none is connected.' }),
    credits: Type.Integer({
      description:
        'Credits that the post costs: one plus the surcharge at the time of submission, which later changes do not affect; 0 for the sandbox.',
    }),
    surcharge: Type.Integer({ description: 'The part that is the operator’s surcharge for the platform.' }),
    network_charge: Type.Union(
      [
        Type.Object({
          usd: Type.Number({ description: 'Amount in US dollars.' }),
          source: Type.String({ description: 'Source of the figure.' }),
          checked_on: Type.String({ format: 'date', description: 'Day on which the figure was checked.' }),
        }),
        Type.Null(),
      ],
      {
        deprecated: true,
        description: 'Always null: what networks charge the operator is not shown to customers.',
      },
    ),
  },
  { description: 'Cost of one post.' },
);

export const PrecheckSchema = Type.Object(
  {
    draft_id: Type.String({ description: 'The draft.' }),
    workspace_id: Type.String({ description: 'The draft’s workspace.' }),
    ready: Type.Boolean({ description: 'Whether the draft could be published now.' }),
    approval_required: Type.Boolean({ description: 'The effective value, which may differ from the request.' }),
    publish_mode: oneOf(PUBLISH_MODES, 'The effective value, which may differ from the request.'),
    credits: Type.Object(
      {
        unit,
        required: Type.Integer({
          description: 'Credits needed: one per connected account plus the surcharges of their platforms; none for the sandbox.',
        }),
        posts: Type.Array(PostCostSchema, { description: 'Cost of each post for which no credits are reserved yet.' }),
        available: Type.Array(BalanceSchema, { description: 'The unit’s buckets, in the order in which they are used.' }),
        after: Type.Integer({ description: 'Credits left afterwards; negative if there are too few.' }),
        budget: BudgetSchema,
      },
      { description: 'What publishing would cost.' },
    ),
    gates: Type.Array(GateSchema, { description: 'All nine gates, always in the same order.' }),
    targets: TargetReadinesses,
    notices: Notices,
    allowed_actions: Type.Array(Type.String(), { description: 'The actions the draft allows next.' }),
    approval_url: Type.Optional(ApprovalUrl),
  },
  { description: 'The result of a check as if the draft were queued now. Nothing was changed.' },
);

export const UsageQuery = closedObject(
  { days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366, description: 'Number of days back. Default: 30.' })) },
  'Period of the usage.',
);

const PriceSchema = Type.Object(
  {
    platform: Type.String({ description: 'The platform.' }),
    credits: Type.Integer({ description: 'Credits per post submitted now: one plus the surcharge; 0 for the sandbox.' }),
    surcharge: Type.Integer({ description: 'The part that is the operator’s surcharge.' }),
    credits_with_link: Type.Union([Type.Integer(), Type.Null()], { description: 'Credits per post with a link; null if the same.' }),
    surcharge_with_link: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Surcharge of a post with a link; null if the same.',
    }),
    network_charges: NetworkCharges,
  },
  { description: 'Credits per post on one platform.' },
);

export const UsageSchema = Type.Object(
  {
    workspace_id: Type.String({ description: 'The grant’s workspace.' }),
    balances: Type.Array(BalanceSchema, { description: 'Balances of the account, by bucket and unit.' }),
    budget: BudgetSchema,
    prices: Type.Array(PriceSchema, {
      description: 'Platforms on which a post costs more than one credit.',
    }),
    use_by_day: Type.Array(
      Type.Object(
        {
          day: Type.String({ format: 'date', description: 'Day, in UTC.' }),
          unit,
          used: Type.Integer({ description: 'Credits spent that day.' }),
        },
        { description: 'Usage of one unit on one day.' },
      ),
      { description: 'Usage of this workspace by day, oldest first; days without usage are omitted.' },
    ),
    products: Type.Array(
      Type.Object(
        {
          product: Type.String({ description: 'Stable id of the product.' }),
          label: Type.String({ description: 'Display name.' }),
          price_cents: Type.Integer({ description: 'Price in US cents.' }),
          quantity: Type.Integer({ description: 'Credits per purchase.' }),
          unit,
          note: Type.String({ description: 'Description of the product.' }),
        },
        { description: 'A product that the customer can buy; agents cannot.' },
      ),
      { description: 'Products for sale.' },
    ),
  },
  { description: 'Credits and usage of the grant’s account.' },
);
