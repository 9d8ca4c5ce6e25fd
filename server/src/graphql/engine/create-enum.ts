import { registerEnumType } from 'type-graphql';

/**
 * Creates a GraphQL enum from a lower-case union: `in_review` in the code is `IN_REVIEW` on the wire, and a dot an
 * underscore. Every member requires a description, so a new state does not compile without one.
 */
export function createEnum<Value extends string>(name: string, description: string, values: Record<Value, string>): Record<string, Value> {
  const members = Object.keys(values) as Value[];
  const enumObject = Object.fromEntries(members.map((value) => [nameOf(value), value]));
  registerEnumType(enumObject, {
    name,
    description,
    valuesConfig: Object.fromEntries(members.map((value) => [nameOf(value), { description: values[value] }])),
  });
  return enumObject;
}

const nameOf = (value: string): string => value.replaceAll('.', '_').toUpperCase();
