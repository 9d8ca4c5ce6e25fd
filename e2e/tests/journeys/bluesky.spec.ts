import { test as base, expect } from '../../fixtures.ts';
import { letAgentIn, untilEnded } from '../../support/agent.ts';
import { type RemoteBluesky, startBluesky } from '../../support/bluesky.ts';
import { axeFaults } from '../../support/look.ts';
import { type Pages, startPages } from '../../support/pages.ts';
import { approve, PASSWORD, refuseOnceAsStale, showIdentity } from '../../support/person.ts';
import { sendNow } from '../../support/send-now.ts';
import { cli } from '../../support/server.ts';

/** `pages`: a site whose pages the service may fetch. */
const test = base.extend<{ pages: Pages }>({
  pages: async ({ browserName: _any }, use) => {
    const pages = await startPages();
    await use(pages);
    await pages.stop();
  },
});

// Its first half needs a service before the launch.
test.use({ siteName: 'bluesky' });

let bluesky: RemoteBluesky;
test.beforeAll(async () => {
  bluesky = await startBluesky();
});
test.afterAll(() => bluesky.stop());

test('a post is published once on a real Bluesky server, exactly as countersigned on a phone', async ({ page, pages, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await showIdentity(page, site.server.url);
  const agent = await letAgentIn(site.server, site.workspaceId, 'Bluesky newsroom');
  const early = await agent.submit('The ferry has a new bell.', ['bluesky']);
  await approve(page, site.server.url, early);
  await page.goto('/connections');
  await page.getByRole('button', { name: /^Bluesky/ }).click();
  await page.getByLabel('Server').fill(bluesky.url);
  await page.getByLabel('Handle').fill(bluesky.handle);
  await page.getByRole('textbox', { name: 'App password' }).fill(bluesky.appPassword);
  // No approval is withdrawn unknowingly.
  await expect(page.getByText('One post was approved without this account')).toBeVisible();
  await page.getByRole('radio', { name: 'Request approval again' }).check();
  await page.getByRole('button', { name: 'Connect Bluesky' }).click();
  await expect(page.getByText(`${bluesky.handle} is connected.`)).toBeVisible();
  await page.goto('/approvals');
  await page.getByRole('link', { name: /The ferry has a new bell/ }).click();
  await expect(page.getByText(/^Why approval is requested: An account was connected/)).toBeVisible();

  pages.putPicture('/ferry.png', await page.screenshot());
  const ferry = (title: string) => `<title>${title}</title><meta property="og:image" content="/ferry.png">`;
  const link = pages.put('/ferry', ferry('The ferry, every ten minutes'));
  const text = 'The ferry to Cacilhas runs every ten minutes from Monday: https://example.org/ferry #Lisbon';
  const draft = await agent.submit(text, ['bluesky'], { link });
  // Later changes of the page have no effect.
  pages.put('/ferry', ferry('Sold out'));
  await page.goto(draft.approval_url);
  await expect(page.getByText('every ten minutes from Monday').filter({ visible: true }).first()).toBeVisible();
  const card = page.getByText('The ferry, every ten minutes').filter({ visible: true }).first();
  await expect(card).toBeVisible();
  await expect(page.locator('article img').filter({ visible: true }).first()).toHaveJSProperty('complete', true);
  expect(await axeFaults(page, 'everything')).toEqual([]);
  const horizontal = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(horizontal, 'no horizontal scrolling').toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await sendNow(page);

  await expect.poll(async () => (await agent.call('GET', `/v1/publish-jobs/${draft.publish_job.job_id}`)).approval_state).toBe('approved');
  const waiting = await agent.call('GET', `/v1/publish-jobs/${draft.publish_job.job_id}`);
  expect(waiting.state).toBe('blocked');
  expect(waiting.publishing_readiness.gates[0]).toMatchObject({ gate: 'launch', status: 'block' });
  expect(await bluesky.posts()).toHaveLength(0);

  // One step in the browser, without a recent sign-in.
  await page.goto('/operator');
  await refuseOnceAsStale(page, 'SignLaunchStep');
  await page.getByRole('button', { name: 'Sign', exact: true }).first().click();
  await page
    .getByRole('dialog', { name: /^Sign “/ })
    .getByRole('button', { name: 'Sign', exact: true })
    .click();
  const identity = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await identity.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await expect(page.getByText(/^signed/)).toHaveCount(0);
  await identity.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/^signed/)).toHaveCount(1);
  await cli(site.server.dataDir, 'launch', 'sign', '--step', 'all');
  const job = await untilEnded(agent, draft.publish_job.job_id);
  expect(job.state).toBe('published');

  const posts = await bluesky.posts();
  expect(posts).toHaveLength(1);
  const { payloads } = await agent.call('POST', '/v1/payloads', { workspace_id: site.workspaceId, draft_id: draft.draft_id });
  const signed = payloads[0].payload;
  expect(JSON.stringify(signed)).toContain(JSON.stringify(posts[0]?.value.text));
  expect(JSON.stringify(signed)).toContain(JSON.stringify(posts[0]?.value.facets));
  expect(signed.records[0].embed).toEqual(posts[0]?.value.embed);
  expect(signed.records[0].embed.external).toMatchObject({ uri: link, title: 'The ferry, every ten minutes', thumb: { $type: 'blob' } });
});
