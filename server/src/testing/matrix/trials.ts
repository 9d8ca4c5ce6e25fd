import { buildGraphqlSchema } from '../../graphql/build-schema.ts';
import { type Ask, askGraphql, askRest } from './ask.ts';
import type { Caller } from './callers.ts';
import { GRAPHQL_RULES } from './graphql-rules.ts';
import type { Outcome } from './outcome.ts';
import { expectedOfRest, REST_RULES } from './rest-rules.ts';
import type { Subject } from './subject.ts';

export const schema = buildGraphqlSchema();

/** One form of one operation: what it takes to be let in, and what to send. */
export interface Trial {
  name: string;
  expected(caller: Caller): Outcome;
  ask(subject: Subject, caller: Caller): Ask;
  isPersonal: boolean;
  isReading: boolean;
}

export const restTrials: Trial[] = Object.entries(REST_RULES).flatMap(([name, rules]) =>
  [rules].flat().map((rule) => ({
    name,
    expected: (caller) => expectedOfRest(rule, caller),
    ask: (subject) => askRest(name, rule.request(subject)),
    isPersonal: false,
    isReading: name.startsWith('GET '),
  })),
);

export const graphqlTrials: Trial[] = Object.entries(GRAPHQL_RULES).flatMap(([name, rules]) =>
  [rules].flat().map((rule) => ({
    name,
    expected: rule.expected,
    ask: (subject, caller) => askGraphql(schema, name, rule.variables?.(subject, caller) ?? {}),
    isPersonal: rule.isPersonal ?? false,
    isReading: name.startsWith('Query.'),
  })),
);
