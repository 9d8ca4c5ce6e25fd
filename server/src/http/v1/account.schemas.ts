import { Type } from 'typebox';
import { PUBLISH_MODES } from '../../drafts/draft.entity.ts';
import {
  ApprovalRequired,
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
      { agent_id: Type.String({ description: 'The agent, `agt_…`.' }), name: Type.String({ description: 'As the customer knows it.' }) },
      { description: 'Who you are.' },
    ),
    grant_id: Type.String({ description: 'The grant behind the key, `grt_…`.' }),
    key_id: Type.String({ description: 'The public part of the key.' }),
    workspace: Type.Object(
      {
        workspace_id: Type.String({ description: 'Where you may act, `wsp_…`.' }),
        name: Type.String({ description: 'Its name.' }),
        time_zone: Type.String({ description: 'IANA time zone.' }),
      },
      { description: 'The workspace of the grant.' },
    ),
    scopes: Type.Array(Type.String(), { description: 'What you may do.' }),
    sandbox_only: Type.Boolean({ description: 'Whether you may publish to the sandbox only.' }),
    limits: Type.Object(
      {
        jobs_per_day: nullableInteger('Publish jobs in a day of the workspace; null is no limit.'),
        credits_per_month: nullableInteger('Credits in a month; null is no limit.'),
      },
      { description: 'What the customer has limited.' },
    ),
    rotation_requested: Type.Boolean({ description: 'Whether the customer asks you to fetch a new key with POST /api/oauth/rotate.' }),
    created_at: timestamp('When the customer granted access.'),
    expires_at: nullableTimestamp('When the grant ends; null is not at all.'),
    key_expires_at: timestamp('When this key ends: fetch yourself a new one before, with POST /api/oauth/rotate.'),
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
  'The draft to check; the same body as for captions.',
);

const unit = oneOf(['publication', 'autoposting'], 'What one credit pays for; the two are never converted into each other.');
const bucket = oneOf(['allowance', 'pack', 'topup'], 'Where the credits are from.');

const BalanceSchema = Type.Object(
  {
    bucket,
    unit,
    available: Type.Integer({ description: 'Free to use.' }),
    held: Type.Integer({ description: 'Set aside for publications on their way.' }),
  },
  { description: 'What there is in one bucket.' },
);

export const BudgetSchema = Type.Union(
  [
    Type.Object({
      credits_per_month: Type.Integer({ description: 'The most that may be set aside or spent in the month, in both units together.' }),
      used: Type.Integer({ description: 'Set aside and spent in this month; what was given back does not count.' }),
      left: Type.Integer({ description: 'What may still be used; never below zero.' }),
      renews_at: timestamp('When the next month begins, by the clock of the workspace.'),
    }),
    Type.Null(),
  ],
  { description: 'What the workspace may use of the credits in a calendar month of its time zone; null where no budget is set.' },
);

const PostCostSchema = Type.Object(
  {
    platform: Type.String({ description: 'The platform it goes to.' }),
    connection_id: Type.Union([Type.String(), Type.Null()], { description: 'The connected account; null while there is none.' }),
    credits: Type.Integer({ description: 'One plus the surcharge, as of the request, or 0 for the sandbox; later changes do not apply.' }),
    surcharge: Type.Integer({ description: 'What of them the operator has set for the platform.' }),
    network_charge: Type.Union(
      [
        Type.Object({
          usd: Type.Number({ description: 'US dollars.' }),
          source: Type.String({ description: 'The page that the figure was read from.' }),
          checked_on: Type.String({ format: 'date', description: 'The day of that reading.' }),
        }),
        Type.Null(),
      ],
      {
        deprecated: true,
        description: 'Always null: what networks charge the operator is not shown to customers.',
      },
    ),
  },
  { description: 'What one post takes.' },
);

export const PrecheckSchema = Type.Object(
  {
    draft_id: Type.String({ description: 'The draft.' }),
    workspace_id: Type.String({ description: 'Its workspace.' }),
    ready: Type.Boolean({ description: 'Whether it could be published now.' }),
    approval_required: Type.Boolean({ description: 'The effective value, which may differ from the request.' }),
    publish_mode: oneOf(PUBLISH_MODES, 'The effective value, which may differ from the request.'),
    credits: Type.Object(
      {
        unit,
        required: Type.Integer({
          description: 'One for each connected account, and the surcharges of their platforms; none for the sandbox.',
        }),
        posts: Type.Array(PostCostSchema, { description: 'What each post takes that has set none aside yet.' }),
        available: Type.Array(BalanceSchema, { description: 'The unit’s buckets, in the order they are drawn from.' }),
        after: Type.Integer({ description: 'What would be left; negative where it does not suffice.' }),
        budget: BudgetSchema,
      },
      { description: 'What publishing would cost.' },
    ),
    gates: Type.Array(GateSchema, { description: 'All nine gates, always in the same order.' }),
    targets: TargetReadinesses,
    notices: Notices,
  },
  { description: 'What would happen if the draft were queued now. Nothing was changed.' },
);

export const UsageQuery = closedObject(
  { days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366, description: 'How many days back; 30 when left out.' })) },
  'How far back.',
);

const PriceSchema = Type.Object(
  {
    platform: Type.String({ description: 'The platform.' }),
    credits: Type.Integer({ description: 'The credits of a post there, requested now: one plus the surcharge, or 0 for the sandbox.' }),
    surcharge: Type.Integer({ description: 'What of them the operator has put on the first.' }),
    credits_with_link: Type.Union([Type.Integer(), Type.Null()], { description: 'Of a post with a link; null where it takes the same.' }),
    surcharge_with_link: Type.Union([Type.Integer(), Type.Null()], {
      description: 'What of those is the surcharge; null where it is the same.',
    }),
    network_charges: NetworkCharges,
  },
  { description: 'What a post takes on one platform.' },
);

export const UsageSchema = Type.Object(
  {
    workspace_id: Type.String({ description: 'The workspace of the grant.' }),
    balances: Type.Array(BalanceSchema, { description: 'The account’s buckets.' }),
    budget: BudgetSchema,
    prices: Type.Array(PriceSchema, {
      description: 'Platforms where a post takes more than one credit.',
    }),
    use_by_day: Type.Array(
      Type.Object(
        {
          day: Type.String({ format: 'date', description: 'The day, in UTC.' }),
          unit,
          used: Type.Integer({ description: 'Credits spent that day.' }),
        },
        { description: 'One day and unit.' },
      ),
      { description: 'Oldest first; days without use are left out.' },
    ),
    products: Type.Array(
      Type.Object(
        {
          product: Type.String({ description: 'Stable name.' }),
          label: Type.String({ description: 'For people.' }),
          price_cents: Type.Integer({ description: 'In US cents.' }),
          quantity: Type.Integer({ description: 'Credits that one piece adds.' }),
          unit,
          note: Type.String({ description: 'How it is described.' }),
        },
        { description: 'Something the customer can add; agents cannot.' },
      ),
      { description: 'The catalogue.' },
    ),
  },
  { description: 'Credits of the account behind the grant.' },
);
