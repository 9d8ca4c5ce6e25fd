import { expect, OPERATOR, test } from '../../fixtures.ts';
import { letAgentIn, untilEnded } from '../../support/agent.ts';
import { FIREFOX, openFirefox } from '../../support/firefox.ts';
import { cli, secretFile } from '../../support/server.ts';

test.use({ siteName: 'firefox' });

// Only where it is installed, or named by FIREFOX_PATH.
for (const program of FIREFOX ? [FIREFOX] : []) {
  test('in Firefox a person signs in, approves a post, and sees it sent', async ({ site }) => {
    const { dataDir } = site.server;
    const credentials = await secretFile(dataDir, 'sandbox.json', '{}');
    await cli(dataDir, 'connection', 'add', '--workspace', site.workspaceId, '--platform', 'sandbox', '--credentials-file', credentials);
    const agent = await letAgentIn(site.server, site.workspaceId, 'Harbour newsroom');
    const draft = await agent.submit('The lighthouse is open on Sundays from two to five.', ['sandbox']);
    const firefox = await openFirefox(program);
    try {
      await firefox.open(`${site.server.url}/sign-in`);
      await firefox.fill('input[type=email]', OPERATOR.email);
      await firefox.fill('input[type=password]', OPERATOR.password);
      await firefox.click({ role: 'button', name: 'Sign in' });
      await firefox.find('nav');
      await firefox.open(draft.approval_url);
      await firefox.click({ role: 'button', name: 'Approve and publish' });
      await untilEnded(agent, draft.publish_job.job_id);
      await firefox.open(`${site.server.url}/jobs/${draft.publish_job.job_id}`);
      await expect.poll(() => firefox.read()).toContain('Published');
    } finally {
      await firefox.close();
    }
  });
}
