import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, OPERATOR, test } from '../../fixtures.ts';
import { letAgentIn, letPostsOut, untilEnded } from '../../support/agent.ts';
import { downloadProof, knowFromElsewhere } from '../../support/evidence.ts';
import { addAuthenticator } from '../../support/person.ts';
import { sendNow } from '../../support/send-now.ts';
import { secretFile } from '../../support/server.ts';

test.use({ siteName: 'signing' });

test('a post is signed with a passkey on its approval page, and the evidence proves the signer without the service', async ({
  page,
  context,
  site,
}) => {
  const { dataDir } = site.server;
  await letPostsOut(site);
  const agent = await letAgentIn(site.server, site.workspaceId, 'Newsroom');
  const device = await addAuthenticator({ page, context });

  await page.goto('/settings/policies');
  await page.getByRole('switch', { name: 'Approvals are signed with a passkey' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. It applies from now on.')).toBeVisible();

  // Without a passkey, the page says where to create one.
  const draft = await agent.submit('The lighthouse is open on Sundays from two to five.', ['sandbox']);
  await page.goto(draft.approval_url);
  await page.getByRole('region', { name: 'Your decision' }).getByRole('link', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Test laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Test laptop')).toBeVisible();
  await page.getByText('Fingerprint').click();
  const shown = (await page.getByText(/^[0-9a-f]{64}$/).textContent()) ?? '';

  // A finger that is not theirs leaves everything as it was.
  await device.verify(false);
  await page.goto(draft.approval_url);
  await expect(page.getByText('Approving asks for your passkey')).toBeVisible();
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await expect(page.getByText('Not signed, and nothing was decided')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve and publish' })).toBeEnabled();
  expect(await agent.call('GET', `/v1/approvals/${draft.approval.approval_id}`)).toMatchObject({ state: 'pending', decisions: [] });

  await device.verify(true);
  // A key counts once the post has been on the screen for a moment; a refused finger can be quicker.
  await expect(page.getByRole('region', { name: 'Your decision' })).toHaveAttribute('data-seen');
  await page.keyboard.press('a');
  await sendNow(page);
  await untilEnded(agent, draft.publish_job.job_id);
  expect(await agent.call('GET', `/v1/approvals/${draft.approval.approval_id}`)).toMatchObject({
    signature_required: true,
    decisions: [{ decision: 'approved', signed: true }],
  });

  await page.goto(`/jobs/${draft.publish_job.job_id}`);
  await expect(page.getByText(`Signed by ${OPERATOR.name} with a passkey`)).toBeVisible();
  const file = join(dataDir, 'evidence.json');
  await downloadProof(page, file);
  const text = await readFile(file, 'utf8');
  const userId = JSON.parse(text).approval.decisions[0].user_id;

  // The key according to the person's own device, not the service.
  const { fingerprints, verify, verifyUnasked } = await knowFromElsewhere(site.server, device, userId);
  expect(fingerprints).toEqual([shown]);
  const proved = await verify(file);
  expect(proved).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(proved.stdout)).toMatchObject({
    verdict: 'genuine',
    signatures: [{ by: OPERATOR.name, user_id: userId, verdict: 'signed' }],
  });
  expect(JSON.parse((await verifyUnasked(file)).stdout)).toMatchObject({ verdict: 'unproven', signatures: [{ verdict: 'unproven' }] });
  const forged = await secretFile(
    dataDir,
    'forged.json',
    text.replace(/"content_hash": "(.)/, (_, first) => `"content_hash": "${first === 'a' ? 'b' : 'a'}`),
  );
  expect((await verify(forged)).code).toBe(1);
});
