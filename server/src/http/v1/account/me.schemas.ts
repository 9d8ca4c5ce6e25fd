import { Type } from 'typebox';
import { nullableInteger, nullableTimestamp, timestamp } from '../common.schemas.ts';

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
