import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import type { Services } from '../context.ts';
import type { ErrorCode } from '../errors.ts';
import { cookieName } from '../http/auth/cookies.ts';
import type { HttpServer } from '../http/engine/http-server.ts';
import { buildWeb } from '../web.ts';
import type { TestDatabase } from './test-database.ts';
import { createTestServices } from './test-services.ts';

export interface GraphqlRefusal {
  message: string;
  path?: (string | number)[];
  extensions: { code: ErrorCode; status: number; remedy: string; [detail: string]: unknown };
}

export interface GraphqlAnswer<Data> {
  status: number;
  data: Data;
  /** Empty when all went well. */
  errors: GraphqlRefusal[];
  response: LightMyRequestResponse;
}

/** Headers that authenticate the caller: an agent's `authorization`, a person's `cookie`, or nothing. */
export type Caller = Record<string, string>;

export interface TestGraphql {
  app: HttpServer;
  services: Services;
  ask<Data = Record<string, never>>(caller: Caller, query: string, variables?: Record<string, unknown>): Promise<GraphqlAnswer<Data>>;
  /** A signed-in browser. */
  browserOf(person: { sessionToken: string }): Caller;
}

/** GraphQL over HTTP with the test file's database behind it. Read its properties inside tests only. */
export function useGraphql(database: TestDatabase, overrides: Partial<Services> = {}): TestGraphql {
  const graphql = {} as TestGraphql;
  beforeAll(async () => {
    graphql.services = createTestServices(database, overrides);
    graphql.app = await buildWeb(graphql.services);
    graphql.browserOf = ({ sessionToken }) => ({
      cookie: `${cookieName(graphql.services.config)}=${sessionToken}`,
      'sec-fetch-site': 'same-origin',
    });
    graphql.ask = async (caller, query, variables = {}) => {
      const response = await graphql.app.inject({ method: 'POST', url: '/api/graphql', headers: caller, payload: { query, variables } });
      const body = response.json();
      return { status: response.statusCode, data: body.data ?? null, errors: body.errors ?? [], response };
    };
  });
  afterAll(() => graphql.app?.close());
  return graphql;
}
