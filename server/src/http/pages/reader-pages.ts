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
      { title: 'Who am I?', text: 'The key’s grant: its scopes, workspace and expiry.', code: samples.CURL_ME },
      {
        title: 'Request approval',
        text: 'Creates and submits the draft in one step. The response contains an `approval_url`: give it to your user. Repeating the request with the same `Idempotency-Key` creates no second draft.',
        code: samples.CURL_DRAFT,
      },
      {
        title: 'Get the result',
        text: 'Responds as soon as the job changes, or after 30 seconds. Calls no network. `JOB` is the `publish_job.job_id` of the previous response.',
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
        title: 'With a generated client',
        text: 'Any generator for OpenAPI 3.1 works; the service’s demo uses this one.',
        code: samples.GENERATE,
      },
    ],
  },
  python: {
    title: 'In Python',
    lead: 'With only the standard library. `API_KEY` is the key of your agent, `WORKSPACE` the workspace it has access to.',
    blocks: [
      {
        title: 'A draft and its result',
        text: 'Refusals are problem details: `code` is for programs, `remedy` for readers.',
        code: samples.PYTHON,
      },
    ],
  },
  mcp: {
    title: 'In MCP hosts',
    lead: 'The operations are available as tools at `/api/mcp` (Streamable HTTP). The host discovers the sign-in; the customer authorizes it in the console.',
    blocks: [
      {
        title: 'Claude, and hosts with a settings page',
        text: 'Add a custom connector (a remote server) with this address:',
        code: samples.MCP_ADDRESS,
      },
      {
        title: 'ChatGPT',
        text: 'In its settings, turn on developer mode, then create a connector with this address and OAuth:',
        code: samples.MCP_ADDRESS,
      },
      {
        title: 'Hosts that show their model only text',
        text: 'With this address, responses contain everything as text too:',
        code: samples.MCP_ADDRESS_TEXT,
      },
      { title: 'Cursor', text: 'In `.cursor/mcp.json`:', code: samples.MCP_CURSOR },
      { title: 'VS Code', text: 'In `.vscode/mcp.json`:', code: samples.MCP_VSCODE },
      { title: 'Hosts that run a local program', text: 'Through the `mcp-remote` bridge:', code: samples.MCP_BRIDGE },
    ],
  },
  graphql: {
    title: 'In GraphQL',
    lead: 'The same key can query `/api/graphql`. The schema is `schema.graphql` in the project, and introspection includes all descriptions. `API_KEY` is the key of your agent, `WORKSPACE` the workspace it has access to.',
    blocks: [
      { title: 'Drafts and decisions', text: 'One request for drafts with people’s decisions on them.', code: samples.GRAPHQL },
      {
        title: 'A token for a program of your own',
        text: 'For dashboards, reports and alerts: it can read what you can read, changes nothing, and ends when you revoke it or leave the account. You authorize it in the console; the token is written to a file and never shown.',
        code: samples.LOGIN,
      },
      {
        title: 'The same without our command line',
        text: 'Request it (RFC 8628) and open the returned `verification_uri_complete`:',
        code: samples.CURL_LOGIN,
      },
      {
        title: 'Once it is authorized',
        text: '`DEVICE_CODE` is the `device_code` of that response; `access_token` is the token.',
        code: samples.CURL_TOKEN,
      },
      { title: 'Credits by day', text: '`TOKEN` is that token. Agents cannot read this.', code: samples.GRAPHQL_CREDITS },
    ],
  },
  webhooks: {
    title: 'By webhook',
    lead: 'Receive events instead of polling, signed according to Standard Webhooks 1.0. `API_KEY` is the key of your agent.',
    blocks: [
      {
        title: 'Add your endpoint',
        text: '`RECEIVER` is the URL of your server. The secret, `WEBHOOK_SECRET`, is your own: `whsec_` and 24 to 64 random bytes in base64. It is stored encrypted and never returned. Needs the scope `webhooks:write`.',
        code: samples.CURL_WEBHOOK,
      },
      {
        title: 'Receive',
        text: 'The first message is a challenge: return it to activate the endpoint. Verify the signature over the exact bytes. A message may arrive twice, with the same `webhook-id`.',
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
        text: 'Use the platform `sandbox`. The post goes through the same steps as any other (captions, payload, approval) and is free.',
        code: samples.CURL_SANDBOX,
      },
      {
        title: 'Sandbox settings',
        text: 'A customer connects it in the console with one click. To test how your agent handles failures, an operator can connect a sandbox that fails: `cs connection add --workspace WORKSPACE --platform sandbox --credentials-file F` with one of these in the file.',
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
  return `<h1>${escapeHtml(title)}</h1>\n<p class="lead">${withCode(lead)}</p>\n${parts.join('\n')}\n<p>Everything else is in the <a href="/api-docs">API reference</a>.</p>`;
}

/** Replaces the placeholder for the service in samples. */
export const forHost = (sample: string, publicUrl: string): string => sample.replaceAll('https://HOST', publicUrl);

/** A text with `code` between backticks. */
export const withCode = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

export const codeBlock = (text: string): string => `<pre><code>${escapeHtml(text)}</code></pre>`;

/** A table whose cells are already markup. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const heads = head.map((name) => `<th scope="col">${name}</th>`).join('');
  const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `<div class="table"><table><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table></div>`;
}
