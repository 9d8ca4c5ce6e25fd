import { Type } from 'typebox';
import { FIELD_RULES } from '../../field-rules.ts';
import { closedObject, WorkspaceId } from '../v1/common.schemas.ts';

export const MediaFileParams = closedObject(
  {
    media_id: Type.String({ description: 'The picture, `med_…`.' }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'One form of it.' }),
  },
  'Which bytes.',
);

export const PersonsMediaQuery = closedObject(
  {
    workspace_id: WorkspaceId,
    alt_text: Type.Optional(
      Type.String({
        maxLength: FIELD_RULES.picture.altText.maxLength,
        description: 'What the picture shows, for people who cannot see it.',
      }),
    ),
  },
  'Whose picture it is, and what it shows.',
);
