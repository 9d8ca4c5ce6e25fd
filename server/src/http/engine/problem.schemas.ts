import { Type } from 'typebox';

export const FieldErrorSchema = Type.Object(
  {
    pointer: Type.String({ description: 'RFC 6901 JSON pointer to the field; the empty string is the whole body.' }),
    message: Type.String({ description: 'What is wrong with it.' }),
  },
  { description: 'One fault of the request.' },
);

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'A page that explains this code.' }),
    title: Type.String({ description: 'What the code means, always the same for a code.' }),
    status: Type.Integer({ description: 'The HTTP status again.' }),
    detail: Type.String({ description: 'What happened this time.' }),
    code: Type.String({ description: 'Stable name of the problem, for programs. Each answer lists those it may carry.' }),
    remedy: Type.String({ description: 'What to do about it.' }),
    request_id: Type.String({ description: 'The X-Request-Id of this request; name it when you ask for help.' }),
    errors: Type.Optional(Type.Array(FieldErrorSchema, { description: 'Every fault that was found, by field.' })),
  },
  { additionalProperties: true, description: 'RFC 9457 problem details.' },
);

const content = { 'application/problem+json': { schema: ProblemSchema } };

/** Responses of every operation besides its success. */
export const PROBLEM_ANSWERS = {
  '4xx': { description: 'The request was refused and changed nothing; `code` and `remedy` say why and what to do.', content },
  '5xx': { description: 'The service could not answer; `Retry-After` says when to try again.', content },
};
