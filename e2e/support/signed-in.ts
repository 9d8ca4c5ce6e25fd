import type { APIRequestContext } from '@playwright/test';

/** The token of the session among the cookies of a browser. */
export const sessionIn = (cookies: readonly { name: string; value: string }[]): string | undefined =>
  cookies.find(({ name }) => /^(?:__Host-)?countersign$/.test(name))?.value;

/** The email address of the person a browser is signed in as; null where it is signed out. */
export async function emailOf(request: APIRequestContext, url: string): Promise<string | null> {
  const answer = await request.post(`${url}/api/graphql`, { headers: { origin: url }, data: { query: '{ viewer { email } }' } });
  return (await answer.json()).data?.viewer?.email ?? null;
}
