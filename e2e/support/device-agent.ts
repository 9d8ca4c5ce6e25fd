import type { Answer } from './agent.ts';

/** An agent that only knows the service's address, and requests access by RFC 8628. */
export interface DeviceAgent {
  deviceCode: string;
  userCode: string;
  /** The page for people, without and with the code in it. */
  page: string;
  pageWithCode: string;
  /** One poll for the key; the raw response. */
  poll(): Promise<Answer>;
  /** Polls at the requested interval until the response is no longer "pending". */
  untilAnswered(): Promise<Answer>;
}

export async function askForAccess(serviceUrl: string, client: { name: string; homePage?: string; scope?: string }): Promise<DeviceAgent> {
  const metadata = await (await fetch(`${serviceUrl}/.well-known/oauth-authorization-server`)).json();
  const started = await form(metadata.device_authorization_endpoint, {
    client_id: 'tide-agent',
    client_name: client.name,
    ...(client.homePage ? { client_uri: client.homePage } : {}),
    ...(client.scope ? { scope: client.scope } : {}),
  });
  let waitSeconds: number = started.interval;
  const poll = (): Promise<Answer> =>
    form(metadata.token_endpoint, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: 'tide-agent',
      device_code: started.device_code,
    });
  return {
    deviceCode: started.device_code,
    userCode: started.user_code,
    page: started.verification_uri,
    pageWithCode: started.verification_uri_complete,
    poll,
    async untilAnswered() {
      const deadline = Date.now() + 30_000;
      for (;;) {
        const answer = await poll();
        if (answer.error === 'slow_down') waitSeconds += 5;
        else if (answer.error !== 'authorization_pending') return answer;
        if (Date.now() > deadline) throw new Error(`Nobody answered: ${JSON.stringify(answer)}`);
        await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000));
      }
    },
  };
}

async function form(url: string, fields: Record<string, string>): Promise<Answer> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
  return answer.json();
}
