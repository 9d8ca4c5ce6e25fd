import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type APIRequestContext, request } from '@playwright/test';
import { expect, OPERATOR, type Site, test } from '../../fixtures.ts';
import { type Agent, letAgentIn, letPostsOut, untilEnded } from '../../support/agent.ts';
import { downloadProof, knowFromElsewhere } from '../../support/evidence.ts';
import { axeFaults, sideways } from '../../support/look.ts';
import { addAuthenticator, showIdentity } from '../../support/person.ts';
import { secretFile, underAnotherLook } from '../../support/server.ts';

const WIDTHS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
/** The service has checked for proposals within this time, even on a busy machine. */
const PROPOSED_MS = 100_000;

test.use({ siteName: 'signed standing' });

/** One for each width, with its own posts: what is signed at one width does not affect the other. */
const agents = new Map<string, Agent>();

test.beforeAll(async ({ site }) => {
  test.setTimeout(PROPOSED_MS + 60_000);
  await letPostsOut(site);
  const ada = await request.newContext({ baseURL: site.server.url, storageState: site.storageState });
  for (const width of Object.keys(WIDTHS)) {
    const agent = await letAgentIn(site.server, site.workspaceId, `Choir of the ${width}`);
    agents.set(width, agent);
    for (const [index, day] of DAYS.entries()) await approveAsItIs(ada, site, await remind(agent, width, day, 10 + index));
  }
  const states = '{ standingApprovals { state } settingsRevision }';
  const proposals = async () => (await ask(ada, site, `query ($id: ID!) { workspace(id: $id) ${states} }`)).workspace.standingApprovals;
  const proposed = () => expect.poll(proposals, { timeout: PROPOSED_MS }).toHaveLength(agents.size);
  await underAnotherLook(site.server.dataDir, proposed);
  await ada.dispose();
});

const remind = (agent: Agent | undefined, width: string, day: string, seats: number) =>
  (agent as Agent).submit(`The choir of the ${width} sings on ${day} at 19:30. There are ${seats} seats left.`, ['sandbox'], {
    wording: 'exact',
  });

async function ask(ada: APIRequestContext, { server, workspaceId }: Site, query: string, variables: object = {}) {
  const data = { query, variables: { id: workspaceId, ...variables } };
  const answer = await (await ada.post('/api/graphql', { headers: { origin: server.url }, data })).json();
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  return answer.data;
}

async function approveAsItIs(ada: APIRequestContext, site: Site, { approval }: Awaited<ReturnType<typeof remind>>): Promise<void> {
  const input = { approvalId: approval.approval_id, contentHash: approval.content_hash, decision: 'APPROVED' };
  await ask(ada, site, 'mutation ($input: DecideApprovalInput!) { decideApproval(input: $input) { state } }', { input });
}

for (const [width, viewport] of Object.entries(WIDTHS)) {
  test.describe(`on a ${width}`, () => {
    test.use({ viewport });

    test('a standing approval signed with a passkey publishes a post, and its evidence proves that without the service', async ({
      page,
      context,
      site,
    }) => {
      const agent = agents.get(width);
      const device = await addAuthenticator({ page, context });
      await showIdentity(page, site.server.url);
      await page.goto('/settings/security');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Ada’s ${width}`);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText(`Ada’s ${width}`)).toBeVisible();
      await page.goto('/settings/policies');
      const signed = page.getByRole('switch', { name: 'Approvals are signed with a passkey' });
      if (!(await signed.isChecked())) {
        await signed.check();
        await page.getByRole('button', { name: 'Save' }).click();
        await expect(page.getByText('Saved. It applies from now on.')).toBeVisible();
      }

      await page.goto('/approvals');
      const offer = page.getByRole('listitem').filter({ hasText: `Choir of the ${width}` });
      await offer.getByRole('button', { name: 'Open' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText('5 of 5 posts would have been published without your review.')).toBeVisible();
      await expect(dialog.getByText(/passkey/)).toBeVisible();
      expect(await axeFaults(page, 'everything')).toEqual([]);
      expect(await sideways(page)).toBeLessThanOrEqual(0);

      // A finger that is not theirs signs nothing.
      await device.verify(false);
      await showIdentity(page, site.server.url);
      await dialog.getByRole('button', { name: 'Sign it' }).click();
      await expect(dialog.getByRole('alert')).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Sign it' })).toBeEnabled();
      await device.verify(true);
      await dialog.getByRole('button', { name: 'Sign it' }).click();
      await expect(dialog).toBeHidden();
      await page.goto('/agents');
      const panel = page.getByRole('region', { name: 'Standing approvals' });
      await expect(panel.getByText(`signed by ${OPERATOR.name} with a passkey`).first()).toBeVisible();

      const { publish_job: job } = await remind(agent, width, 'Sunday', 12);
      await untilEnded(agent as Agent, job.job_id);
      await page.goto(`/jobs/${job.job_id}`);
      await expect(page.getByText(`by standing approval of ${OPERATOR.name}, until`).first()).toBeVisible();
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      const file = join(site.server.dataDir, `evidence-${width}.json`);
      await downloadProof(page, file);
      const text = await readFile(file, 'utf8');
      const [decision] = JSON.parse(text).approval.decisions;
      const { verify, verifyUnasked } = await knowFromElsewhere(site.server, device, decision.standing_approval.user_id);
      const proved = await verify(file);
      expect(proved).toMatchObject({ code: 0, stderr: '' });
      const standing = { standing_approval_id: decision.standing_approval.standing_approval_id, verdict: 'signed', by: OPERATOR.name };
      expect(JSON.parse(proved.stdout)).toMatchObject({ verdict: 'genuine', signatures: [standing] });
      expect(JSON.parse((await verifyUnasked(file)).stdout)).toMatchObject({ verdict: 'unproven', signatures: [{ verdict: 'unproven' }] });
      // Raises a signed limit.
      const forged = await secretFile(site.server.dataDir, `forged-${width}.json`, text.replace(/"per_day": \d+/, '"per_day": 19'));
      expect((await verify(forged)).code).toBe(1);
      // Content that does not match the template needs an approval, which that signature does not give.
      const other = await (agent as Agent).submit('Bring a friend, it is free!', ['sandbox'], { wording: 'exact' });
      expect(other.approval.state).toBe('pending');
    });
  });
}
