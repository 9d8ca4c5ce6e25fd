import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type GraphQLArgument,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import { expect, it } from 'vitest';
import { graphqlSchema, printGraphqlSchema } from './build-schema.ts';

const schema = graphqlSchema();
const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));

/** Fields of inputs take none. */
const argumentsOf = (field: object): readonly GraphQLArgument[] => ('args' in field ? (field.args as GraphQLArgument[]) : []);

it('schema.graphql matches the code; "npm run generate" rewrites it', () => {
  expect(readFileSync(join(import.meta.dirname, '../../../../schema.graphql'), 'utf8')).toBe(printGraphqlSchema());
});

it('has every resolver of the server', () => {
  const folder = join(import.meta.dirname, '..');
  const imported = readFileSync(join(import.meta.dirname, 'build-schema.ts'), 'utf8').matchAll(/^import '(\S+\.resolver\.ts)';$/gm);
  const files = [...imported].map(([, path = '']) => join(import.meta.dirname, path));
  expect(files.length).toBeGreaterThan(30);
  expect(files.sort()).toEqual(globSync(join(folder, '**/*.resolver.ts')).sort());
});

it('every type, field, argument and member is described', () => {
  const described = types.flatMap((type) => {
    const own = [{ name: type.name, description: type.description }];
    if (isEnumType(type))
      return [...own, ...type.getValues().map(({ name, description }) => ({ name: `${type.name}.${name}`, description }))];
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return own;
    const fields = Object.values(type.getFields()).flatMap((field) => [
      { name: `${type.name}.${field.name}`, description: field.description },
      ...argumentsOf(field).map((arg) => ({ name: `${type.name}.${field.name}(${arg.name})`, description: arg.description })),
    ]);
    return [...own, ...fields];
  });
  const silent = described
    .filter(({ name, description }) => !description && !['Query', 'Mutation', 'Subscription'].includes(name))
    .map(({ name }) => name);
  expect(silent).toEqual([]);
});

/** A mutation that takes a password, and the person's own authenticator secret: shown once, to them alone. */
const DELIBERATE = ['Mutation.changePassword', 'TotpEnrolment.secret'];

it('no field can expose a secret', () => {
  const names = types.flatMap((type) =>
    isObjectType(type)
      ? Object.entries(type.getFields()).map(([name, field]) => ({
          path: `${type.name}.${name}`,
          words: `${name}: ${getNamedType(field.type).name}`,
        }))
      : [],
  );
  const suspects = names.filter(({ words }) => /secret|password|(key|token)Hash|sealed|credential|token/i.test(words));
  expect(suspects.map(({ path }) => path).sort()).toEqual(DELIBERATE);
});
