import { Type } from 'typebox';
import { closedObject, WorkspaceId } from './v1/common.schemas.ts';

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
    alt_text: Type.Optional(Type.String({ maxLength: 2_000, description: 'What the picture shows, for people who cannot see it.' })),
  },
  'Whose picture it is, and what it shows.',
);
