import { Type } from 'typebox';

const RuleSchema = Type.Object(
  {
    field: Type.String({ description: 'text, tags, tag or thread.' }),
    max: Type.Integer({ description: 'The most the platform takes.' }),
    unit: Type.String({ description: 'weighted, graphemes, utf16, code_points, bytes or items.' }),
    url_weight: Type.Optional(Type.Integer({ description: 'What any web address counts as, where its characters are not counted.' })),
    source: Type.String({ description: 'Where the figure was read.' }),
    checked_on: Type.String({ description: 'When it was read.' }),
    confidence: Type.String({ description: 'documented, observed or conflicting.' }),
  },
  { description: 'One limit, with where it is from.' },
);

export const PlatformListSchema = Type.Object(
  {
    platforms: Type.Array(
      Type.Object(
        {
          platform: Type.String({ description: 'The id, as in `platforms` of a draft.' }),
          label: Type.String({ description: 'For people.' }),
          duplicate_class: Type.String({ description: 'How a double post is kept out: idempotent, askable, guarded or blind.' }),
          proven_by: Type.String({ description: 'How publishing there was proved.' }),
          tags_in: Type.String({ description: 'Whether tags are written in the `text` or travel in a `field`.' }),
          rules: Type.Array(RuleSchema, { description: 'Everything that is limited.' }),
        },
        { description: 'One network.' },
      ),
      { description: 'Every platform of the service.' },
    ),
  },
  { description: "The platforms' rules as data." },
);
