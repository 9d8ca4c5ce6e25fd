import {
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
  visit,
} from 'graphql';
import { OPERATION_LIMITS } from '../../graphql/engine/limit-operation.ts';
import type { Ask } from './ask.ts';
import type { Caller } from './callers.ts';
import { GRAPHQL_RULES } from './graphql-rules.ts';
import type { Subject } from './subject-parts.ts';
import { schema } from './trials.ts';

/** How many levels of objects are selected below a field of Query, within the limit of fields. */
const DEPTH = 4;

/** Every field without arguments, and their fields in turn. */
function selectionOf(type: GraphQLNamedType, depth: number, path: readonly string[] = []): string {
  if (isLeafType(type)) return '';
  if (!isObjectType(type)) return ' { __typename }';
  const fields = Object.values(type.getFields()).filter((field) => !field.args.some(isRequiredArgument));
  const wanted = fields.filter(
    (field) => isLeafType(getNamedType(field.type)) || (depth > 0 && !path.includes(getNamedType(field.type).name)),
  );
  return ` { __typename ${wanted.map((field) => field.name + selectionOf(getNamedType(field.type), depth - 1, [...path, type.name])).join(' ')} }`;
}

/** One query per subfield, so none exceeds the limits. */
function queriesOf(field: GraphQLField<unknown, unknown>, variables: Record<string, unknown>): Ask[] {
  const args = field.args.filter(({ name }) => name in variables);
  const declared = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const type = getNamedType(field.type);
  const parts = isObjectType(type) ? Object.values(type.getFields()).filter((part) => !part.args.some(isRequiredArgument)) : [];
  const queryFor = (part: GraphQLField<unknown, unknown>, depth: number): string => {
    const selection = selectionOf(getNamedType(part.type), depth, [type.name]);
    const query = `query${declared && `(${declared})`} { ${field.name}${passed && `(${passed})`} { ${part.name}${selection} } }`;
    return depth > 0 && countFields(query) > OPERATION_LIMITS.fields ? queryFor(part, depth - 1) : query;
  };
  return parts.map((part) => ({ method: 'POST', url: '/api/graphql', headers: {}, body: { query: queryFor(part, DEPTH), variables } }));
}

function countFields(query: string): number {
  let count = 0;
  visit(parse(query), {
    Field() {
      count += 1;
    },
  });
  return count;
}

/** Everything that can be selected below one field of Query. */
export function queriesBelow(name: string, subject: Subject, caller: Caller): Ask[] {
  const field = schema.getQueryType()?.getFields()[name];
  const rules = [GRAPHQL_RULES[`Query.${name}`] ?? []].flat();
  return field ? rules.flatMap((rule) => queriesOf(field, rule.variables?.(subject, caller) ?? {})) : [];
}
