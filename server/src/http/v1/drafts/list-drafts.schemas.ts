import { Type } from 'typebox';
import { DRAFT_STATES } from '../../../drafts/draft-states.ts';
import { closedObject, id, PAGE_FIELDS, timestamp } from '../common.schemas.ts';

export const ListDraftsQuery = closedObject(
  {
    workspace_id: Type.Optional(id('The workspace; that of the grant when left out.')),
    state: Type.Optional(
      Type.String({
        maxLength: 500,
        pattern: `^(${DRAFT_STATES.join('|')})(,(${DRAFT_STATES.join('|')}))*$`,
        description: `Only drafts in this state, or in one of these with commas between them: ${DRAFT_STATES.join(', ')}.`,
      }),
    ),
    external_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'The one that you gave this name.' })),
    platform: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Only drafts for this platform.' })),
    updated_since: Type.Optional(timestamp('Only drafts that have changed then or later.')),
    ...PAGE_FIELDS,
  },
  'Which drafts.',
);
