import { STATUS_CODES } from 'node:http';
import { escapeHtml } from '../../escape-html.ts';
import type { OfferedOperation } from '../engine/add-operation.ts';
import { anchorOf, deprecationNote } from '../engine/deprecation.ts';
import { refusalsOf } from '../openapi/refusals.ts';
import { codeBlock, table, withCode } from './html.ts';

interface Field {
  type?: string | string[];
  items?: Field;
  anyOf?: Field[];
  properties?: Record<string, Field>;
  required?: string[];
  dependentSchemas?: Record<string, Field>;
  else?: Field;
  description?: string;
}

/** The operation's anchor on the page: `createDraft` is at `create-draft`. */

/** All operations, grouped by tag under headings. */
export function renderOperations(operations: Iterable<OfferedOperation>, publicUrl: string): string {
  const byTag = Map.groupBy(operations, ({ operation }) => operation.tag);
  return [...byTag]
    .map(([tag, offered]) => `<h3>${escapeHtml(tag)}</h3>\n${offered.map((one) => renderOperation(one, publicUrl)).join('\n')}`)
    .join('\n');
}

/** All operations as a list of links. */
export function renderContents(operations: Iterable<OfferedOperation>): string {
  return [...operations]
    .map(({ operation: { id, summary } }) => `<li><a href="#${anchorOf(id)}">${escapeHtml(summary)}</a></li>`)
    .join('\n');
}

function renderOperation(offered: OfferedOperation, publicUrl: string): string {
  const { operation, route } = offered;
  const { id, summary, description, deprecated, scope, success } = operation;
  const fields = [operation.params, operation.query, operation.body].flatMap((schema) => fieldsOf(schema as Field | undefined));
  const codes = refusalsOf(offered).map((code) => `<a href="#${code}"><code>${code}</code></a>`);
  const answers = success.map(({ status, example }) =>
    codeBlock(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\n\n${JSON.stringify(example, null, 2)}`),
  );
  return [
    `<section aria-labelledby="${anchorOf(id)}">`,
    `<h4 id="${anchorOf(id)}"><code>${escapeHtml(route.replace(' /api/', ' /'))}</code></h4>`,
    `<p><strong>${escapeHtml(summary)}.</strong> ${withCode(description)}${deprecated ? ` ${withCode(deprecationNote(deprecated))}` : ''}${scope ? ` Scope <code>${scope}</code>.` : ''}</p>`,
    fields.length > 0 ? table(['Field', 'Type', 'Meaning'], fields) : '',
    codeBlock(curlOf(offered, publicUrl)),
    ...answers,
    `<p>Refusals: ${[...new Set(codes)].join(', ')}.</p>`,
    '</section>',
  ].join('\n');
}

function fieldsOf(schema: Field | undefined): string[][] {
  const shapes = schema?.dependentSchemas ? [...Object.values(schema.dependentSchemas), schema.else ?? {}] : [schema ?? {}];
  const rows = shapes.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, field]) => [
      `<code>${escapeHtml(name)}</code>`,
      `${escapeHtml(typeOf(field))}${required.includes(name) ? ', required' : ''}`,
      withCode(field.description ?? ''),
    ]),
  );
  return [...new Map(rows.map((row) => [row[0], row])).values()];
}

function typeOf({ type, items, anyOf }: Field): string {
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  const types = [type ?? 'any'].flat().map((name) => (name === 'array' ? `list of ${typeOf(items ?? {})}s` : name));
  return types.join(' or ');
}

/** The request as a curl command. */
function curlOf({ operation, route }: OfferedOperation, publicUrl: string): string {
  const [method = '', path = ''] = route.split(' ');
  const { example, consumes } = operation;
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => String(example?.params?.[name] ?? name));
  const values = Object.entries(example?.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  const query = new URLSearchParams(values).toString();
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${publicUrl}${filled}${query && `?${query}`}"`,
    '  -H "Authorization: Bearer $API_KEY"',
    ...(method === 'POST' ? ['  -H "Idempotency-Key: a-name-of-your-own"'] : []),
    ...(method === 'PATCH' && path.includes('/drafts/') ? ['  -H \'If-Match: "2"\''] : []),
    ...(consumes ? ['  -H "Content-Type: image/jpeg" --data-binary @pier.jpg'] : []),
    ...(example?.body === undefined
      ? []
      : ['  -H "Content-Type: application/json"', `  -d '${JSON.stringify(example.body, null, 2).replaceAll("'", "'\\''")}'`]),
  ];
  return lines.join(' \\\n');
}
