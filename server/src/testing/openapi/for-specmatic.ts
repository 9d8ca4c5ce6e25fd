import type { ApiDocument } from '../../http/openapi/document.ts';

type Json = Record<string, unknown>;

/** The name of an example request and its response. */
const NAME = 'shown';
/**
 * The description for Specmatic, which starts from examples: they need a name, equal in the request and its response.
 * A revision, where it can be given, is the current one.
 */
export function forSpecmatic({ webhooks: _webhooks, ...document }: ApiDocument): object {
  const copy = structuredClone(document) as unknown as ApiDocument;
  for (const { parameters = [], requestBody, responses } of Object.values(copy.paths).flatMap((item) => Object.values(item))) {
    for (const parameter of parameters) nameExample(parameter, parameter.name === 'if-match' ? '*' : parameter.example);
    for (const content of Object.values(requestBody?.content ?? {})) nameExample(content, fitting(content.example));
    const [answer] = Object.values(responses);
    for (const content of Object.values(answer?.content ?? {})) nameExample(content, content.example);
  }
  return withFormats(copy) as object;
}

/** The first of several entries: a batch's example shows what happens to an invalid one. */
function fitting(example: unknown): unknown {
  const { drafts } = (example ?? {}) as { drafts?: unknown[] };
  return drafts ? { ...(example as object), drafts: drafts.slice(0, 1) } : example;
}

function nameExample(node: Json, value: unknown): void {
  if (value === undefined) return;
  delete node.example;
  node.examples = { [NAME]: { value } };
}

/** Fields whose form the document only describes, with a format by which values of that form can be generated. */
const FORMATS: Record<string, string> = { link: 'uri', url: 'uri', scheduled_at: 'date-time' };

function withFormats(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(withFormats);
  return Object.fromEntries(
    Object.entries(node).map(([key, child]) => {
      const isText = typeof child === 'object' && child !== null && 'type' in child && [child.type].flat().includes('string');
      return [key, isText && FORMATS[key] ? { format: FORMATS[key], ...child } : withFormats(child)];
    }),
  );
}
