/**
 * The samples of the reader pages. They name the service `https://HOST`, and take the reader's own values from the
 * environment.
 */

export const CURL_ME = `curl -s "https://HOST/api/v1/me" -H "Authorization: Bearer $API_KEY"`;

export const CURL_DRAFT = `curl -s "https://HOST/api/v1/drafts" \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: reopening-1" \\
  -d '{
    "workspace_id": "'"$WORKSPACE"'",
    "source_text": "We re-open on Saturday at eight. New roof, same espresso.",
    "platforms": ["sandbox"],
    "approval_required": true,
    "publish_mode": "approval_queue"
  }'`;

export const CURL_JOB = `curl -s "https://HOST/api/v1/publish-jobs/$JOB?wait=30" -H "Authorization: Bearer $API_KEY"`;

export const CURL_SANDBOX = `curl -s "https://HOST/api/v1/drafts" \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"workspace_id": "'"$WORKSPACE"'", "source_text": "A first try.", "platforms": ["sandbox"], "publish_mode": "approval_queue"}'`;

export const CURL_WEBHOOK = `curl -s "https://HOST/api/v1/webhook-endpoints" \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"url": "'"$RECEIVER"'", "secret": "'"$WEBHOOK_SECRET"'", "types": ["approval.decided", "job.published"]}'`;

export const GRAPHQL = `curl -s "https://HOST/api/graphql" \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "query": "query Waiting($id: ID!) { workspace(id: $id) { name drafts(first: 10) { edges { node { id state approval { id state } } } } } }",
    "variables": { "id": "'"$WORKSPACE"'" }
  }'`;

export const LOGIN = `npm run -s cs -- login --server https://HOST --name "Sales board" --token-file token`;

export const CURL_LOGIN = `curl -s "https://HOST/api/oauth/device_authorization" -d client_id=board -d client_name="Sales board" -d kind=integration`;

export const CURL_TOKEN = `curl -s "https://HOST/api/oauth/token" -d client_id=board -d device_code="$DEVICE_CODE" \\
  -d grant_type=urn:ietf:params:oauth:grant-type:device_code`;

export const GRAPHQL_CREDITS = `curl -s "https://HOST/api/graphql" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{
    "query": "query Credits($id: ID!) { workspace(id: $id) { credits { balances { bucket available } use(days: 30) { entries { day unit agentName used } } } } }",
    "variables": { "id": "'"$WORKSPACE"'" }
  }'`;

export const TYPESCRIPT = `const { API_KEY, WORKSPACE } = process.env;

async function call(method: string, path: string, body?: object): Promise<any> {
  const headers = { authorization: \`Bearer \${API_KEY}\`, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(\`https://HOST/api/v1\${path}\`, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (answer.ok) return JSON.parse(text);
    if (![429, 502, 503, 504].includes(answer.status) || attempt === 6) throw new Error(\`\${answer.status}: \${text}\`);
    // Without Retry-After, for example from a proxy, wait 2, 4, 8, 16 and 32 seconds.
    const seconds = Number(answer.headers.get('retry-after')) || 2 ** attempt;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

const draft = await call('POST', '/drafts', {
  workspace_id: WORKSPACE,
  source_text: 'We re-open on Saturday at eight. New roof, same espresso.',
  platforms: ['sandbox'],
  publish_mode: 'approval_queue',
});
console.log(\`A person decides at \${draft.approval_url}\`);
let job = draft.publish_job;
while (job.approval_state === 'pending') job = await call('GET', \`/publish-jobs/\${job.job_id}?wait=30\`);
console.log(job.state, job.approval_state);`;

export const GENERATE = `npx @hey-api/openapi-ts -i https://HOST/api/openapi.json -o countersign -c @hey-api/client-fetch`;

export const PYTHON = `import json, os, time, urllib.error, urllib.request, uuid

def call(method, path, body=None):
    headers = {
        "Authorization": "Bearer " + os.environ["API_KEY"],
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid.uuid4()),
    }
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request("https://HOST/api/v1" + path, data, headers, method=method)
    for attempt in range(1, 7):
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            if refusal.code not in (429, 502, 503, 504) or attempt == 6:
                raise SystemExit(f"{refusal.code}: {refusal.read().decode()}")
            # Without Retry-After, for example from a proxy, wait 2, 4, 8, 16 and 32 seconds.
            seconds = refusal.headers.get("Retry-After", "")
            time.sleep(int(seconds) if seconds.isdigit() else 2 ** attempt)

draft = call("POST", "/drafts", {
    "workspace_id": os.environ["WORKSPACE"],
    "source_text": "We re-open on Saturday at eight. New roof, same espresso.",
    "platforms": ["sandbox"],
    "publish_mode": "approval_queue",
})
print("A person decides at", draft["approval_url"], flush=True)
job = draft["publish_job"]
while job["approval_state"] == "pending":
    job = call("GET", "/publish-jobs/" + job["job_id"] + "?wait=30")
print(job["state"], job["approval_state"])`;

export const MCP_ADDRESS = 'https://HOST/api/mcp';

/** For hosts that show their model only the text of a response. */
export const MCP_ADDRESS_TEXT = `${MCP_ADDRESS}?text=full`;

export const MCP_CURSOR = `{
  "mcpServers": {
    "countersign": { "url": "https://HOST/api/mcp" }
  }
}`;

export const MCP_VSCODE = `{
  "servers": {
    "countersign": { "type": "http", "url": "https://HOST/api/mcp" }
  }
}`;

export const MCP_BRIDGE = `{
  "mcpServers": {
    "countersign": { "command": "npx", "args": ["-y", "mcp-remote", "https://HOST/api/mcp"] }
  }
}`;

export const RECEIVER = `import { Webhook } from 'standardwebhooks';

/** Handles a POST to your server, given the exact bytes of the body and the received headers. */
export function receive(headers: Record<string, string>, body: string): { status: number; body: string } {
  try {
    new Webhook(process.env.WEBHOOK_SECRET ?? '').verify(body, headers);
  } catch {
    return { status: 400, body: 'Invalid signature.' };
  }
  const { type, challenge } = JSON.parse(body);
  if (type === 'endpoint.challenge') return { status: 200, body: challenge };
  // Store headers['webhook-id'], skip messages that you have already seen, and process the event.
  return { status: 204, body: '' };
}`;

export const SANDBOX_SETTINGS = `{"failure": "rate_limited", "times": 2}
{"failure": "reject"}
{"failure": "timeout_after_acting", "times": 1}
{"failure": "unauthorized"}`;
