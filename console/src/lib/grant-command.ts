/** The command that gets a token for a person's own program. It is allowed in the browser, and written to a file. */
export function loginCommand(server: string): string {
  return `npm run -s cs -- login --server ${server} --name "My program" --token-file token`;
}

/** The command that lets an agent into the workspace. There is no secret in it: the key goes to a file. */
export function grantCommand(workspaceId: string): string {
  return `npm run -s cs -- grant create --workspace ${workspaceId} --agent-name "My agent" --scopes drafts:write,captions:write,payloads:write,jobs:write,read --key-file agent.key`;
}
