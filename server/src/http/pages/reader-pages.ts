import { escapeHtml } from '../../csv.ts';
import * as samples from './samples.ts';

interface Block {
  title: string;
  text: string;
  code?: string;
}

export interface ReaderPage {
  title: string;
  lead: string;
  blocks: Block[];
}

/** Where each kind of reader starts. Every sample is run by a test, except those that third-party programs read. */
export const READER_PAGES: Readonly<Record<string, ReaderPage>> = {
  curl: {
    title: 'From a shell',
    lead: 'Three requests from a text to a published post. `API_KEY` is the key of your agent, `WORKSPACE` the workspace it has access to.',
    blocks: [
      { title: 'Who am I?', text: 'The grant behind the key: what you may do, where, and until when.', code: samples.CURL_ME },
      {
        title: 'Ask a person',
        text: 'The draft is made and submitted in one step. The answer has an `approval_url`: give it to your user. With the same `Idempotency-Key` the same request makes no second draft.',
        code: samples.CURL_DRAFT,
      },
      {
        title: 'Hear what became of it',
        text: 'It answers as soon as something has changed, and after 30 seconds at the latest. It calls no network. `JOB` is the `publish_job.job_id` of the answer before.',
        code: samples.CURL_JOB,
      },
    ],
  },
  typescript: {
    title: 'In TypeScript',
    lead: 'With `fetch` alone, or with a typed client generated from the OpenAPI document. `API_KEY` is the key of your agent, `WORKSPACE` the workspace it has access to.',
    blocks: [
      {
        title: 'With fetch',
        text: 'Creates a draft and waits for the decision. Retries when the service is busy.',
        code: samples.TYPESCRIPT,
      },
      {
        title: 'With a client that is made',
        text: 'Any generator for OpenAPI 3.1 will do; this one is what the demo of the service speaks through.',
        code: samples.GENERATE,
      },
    ],
  },
  python: {
    title: 'In Python',
    lead: 'Nothing but the standard library. `API_KEY` is the key of your agent, `WORKSPACE` the workspace it has access to.',
    blocks: [
      {
        title: 'A draft, and what became of it',
        text: 'Refusals are problem documents: `code` for programs, `remedy` for readers.',
        code: samples.PYTHON,
      },
    ],
  },
  mcp: {
    title: 'In MCP hosts',
    lead: 'The operations are tools at `/api/mcp` (Streamable HTTP). The host finds the sign-in by itself; the customer allows it in the console.',
    blocks: [
      {
        title: 'Claude, and hosts with a settings page',
        text: 'Add a custom connector (a remote server) with this address:',
        code: samples.MCP_ADDRESS,
      },
      { title: 'Cursor', text: 'In `.cursor/mcp.json`:', code: samples.MCP_CURSOR },
      { title: 'VS Code', text: 'In `.vscode/mcp.json`:', code: samples.MCP_VSCODE },
      { title: 'Hosts that start a program', text: 'By the bridge that many of them have:', code: samples.MCP_BRIDGE },
    ],
  },
  graphql: {
    title: 'In GraphQL',
    lead: 'The same key reads the graph at `/api/graphql`; its schema is `schema.graphql` of the project, and introspection has every description. `API_KEY` is that key, `WORKSPACE` the workspace that it was let into.',
    blocks: [
      { title: 'What waits, and for whom', text: 'One request for drafts with what people decided on them.', code: samples.GRAPHQL },
      {
        title: 'A token for a program of your own',
        text: 'For dashboards, reports and alerts: it reads what you may read, changes nothing, and ends when you revoke it or leave the account. You approve it in the console; the token is written to a file and never shown.',
        code: samples.LOGIN,
      },
      {
        title: 'The same without our command line',
        text: 'Ask for it (RFC 8628), and open the `verification_uri_complete` that comes back:',
        code: samples.CURL_LOGIN,
      },
      {
        title: 'Once it is allowed',
        text: '`DEVICE_CODE` is the `device_code` of that answer; `access_token` is the token.',
        code: samples.CURL_TOKEN,
      },
      { title: 'Credits by day', text: '`TOKEN` is that token; agents are refused this.', code: samples.GRAPHQL_CREDITS },
    ],
  },
  webhooks: {
    title: 'By webhook',
    lead: 'Receive events instead of polling, signed as in Standard Webhooks 1.0. `API_KEY` is the key of your agent.',
    blocks: [
      {
        title: 'Add your address',
        text: '`RECEIVER` is the address of your server. The secret, `WEBHOOK_SECRET`, is your own: `whsec_` and 24 to 64 random bytes in base64. It is kept sealed and never shown again. Needs the scope `webhooks:write`.',
        code: samples.CURL_WEBHOOK,
      },
      {
        title: 'Receive',
        text: 'First comes a challenge: send it back, and the address is active. Check the signature over the exact bytes; a message may come twice, under the same `webhook-id`.',
        code: samples.RECEIVER,
      },
    ],
  },
  sandbox: {
    title: 'Trying it out',
    lead: 'The sandbox is a platform like any other, but only the customer sees its posts, in the console. It works before the launch steps are signed. `API_KEY` is the key of your agent, `WORKSPACE` the workspace it has access to.',
    blocks: [
      {
        title: 'A post to the sandbox',
        text: 'Name the platform `sandbox`. It takes the same way as any post, by words, payload and a person, and it is free.',
        code: samples.CURL_SANDBOX,
      },
      {
        title: 'Sandbox settings',
        text: 'A customer connects it in the console by one press. An operator may connect one that misbehaves, to see what your agent does then: `cs connection add --platform sandbox --credentials-file F` with one of these in the file.',
        code: samples.SANDBOX_SETTINGS,
      },
    ],
  },
};

/** The page’s main part. */
export function renderReaderPage({ title, lead, blocks }: ReaderPage, publicUrl: string): string {
  const parts = blocks.map(
    ({ title: heading, text, code }) =>
      `<h2>${escapeHtml(heading)}</h2>\n<p>${withCode(text)}</p>\n${code === undefined ? '' : codeBlock(forHost(code, publicUrl))}`,
  );
  return `<h1>${escapeHtml(title)}</h1>\n<p class="lead">${withCode(lead)}</p>\n${parts.join('\n')}\n<p>Everything else is on <a href="/api-docs">the page of the API</a>.</p>`;
}

/** Samples name the service by this placeholder. */
export const forHost = (sample: string, publicUrl: string): string => sample.replaceAll('https://HOST', publicUrl);

/** A text with `code` between backticks. */
export const withCode = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

export const codeBlock = (text: string): string => `<pre><code>${escapeHtml(text)}</code></pre>`;

/** A table whose cells are markup already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const heads = head.map((name) => `<th scope="col">${name}</th>`).join('');
  const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `<div class="table"><table><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table></div>`;
}
