import { graphqlSchema } from '../../graphql/engine/build-schema.ts';
import type { OfferedOperation } from '../../http/engine/add-operation.ts';
import { TOOLS } from '../../mcp/tools.ts';
import { type Ask, askGraphql, askRest, askTool } from './ask.ts';
import type { Caller } from './callers.ts';
import { GRAPHQL_RULES } from './graphql-rules.ts';
import type { Outcome } from './outcome.ts';
import { expectedOfRest, REST_RULES, type RestRequest, type RestRule } from './rest-rules.ts';
import type { Subject } from './subject-parts.ts';

export const schema = graphqlSchema();

/** A confirmation must be started by the same person. */
const FOLLOWING = new Set(['Mutation.confirmTotp']);

/** One variant of an operation: its requirements, and the request. */
export interface Trial {
  name: string;
  expected(caller: Caller): Outcome;
  ask(subject: Subject, caller: Caller): Ask;
  isPersonal: boolean;
  isReading: boolean;
  /** Continues the preceding trial, with the same callers. */
  follows?: boolean;
  /** False for a request that this interface has no form for. */
  isOffered?(subject: Subject): boolean;
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
    follows: FOLLOWING.has(name),
    isReading: name.startsWith('Query.'),
  })),
);

/** The MCP tools with the requests of the operations behind them: the same permissions apply. */
export function mcpTrials(operations: ReadonlyMap<string, OfferedOperation>): (Trial & Pick<RestRule, 'scopes'>)[] {
  return Object.entries(TOOLS).flatMap(([name, { operation, shape }]) => {
    const { route = '', isRead = false } = operations.get(operation) ?? {};
    const takes = ({ body }: RestRequest): boolean => !shape || !isForDraft(body);
    return [REST_RULES[route] ?? []].flat().map((rule) => ({
      name,
      scopes: rule.scopes,
      expected: (caller: Caller) => expectedOfRest(rule, caller),
      ask: (subject: Subject) => askTool(name, route, { ...rule.request(subject), ...AT_ONCE[name] }),
      isPersonal: false,
      isReading: isRead,
      isOffered: (subject: Subject) => takes(rule.request(subject)),
    }));
  });
}

/** Skips waiting, as no decision is made here. */
const AT_ONCE: Record<string, Partial<RestRequest>> = { wait_for_decision: { body: { wait: 0 } } };

const isForDraft = (body: unknown): boolean => typeof body === 'object' && body !== null && 'draft_id' in body;
