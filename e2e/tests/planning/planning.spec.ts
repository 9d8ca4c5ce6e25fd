import type { Page, Request, Route } from '@playwright/test';
import { expect, type Site, test } from '../../fixtures.ts';
import { type Agent, connectSandbox, letAgentIn, untilEnded } from '../../support/agent.ts';
import { layoutShifts, watchLayout } from '../../support/look.ts';
import { showIdentity } from '../../support/person.ts';
import { sendNow } from '../../support/send-now.ts';
import { takePicture } from '../../support/take-picture.ts';

test.use({ siteName: 'planning' });

const DAY_MS = 86_400_000;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

let agent: Agent;
test.beforeAll(async ({ site }) => {
  await connectSandbox(site);
  agent = await letAgentIn(site.server, site.workspaceId, 'Planner');
});

/** Ten in the morning, in UTC as in the browser's January: the week after the one in two weeks, never across a month. */
function dayAhead(days: number): Date {
  const at = new Date(Date.now() + days * DAY_MS);
  at.setUTCHours(10, 0, 0, 0);
  return at;
}

async function approved(page: Page, text: string, scheduledAt: Date): Promise<string> {
  const draft = await agent.call('POST', '/v1/drafts', {
    workspace_id: agent.workspaceId,
    source_text: text,
    platforms: ['sandbox'],
    publish_mode: 'approval_queue',
    scheduled_at: scheduledAt.toISOString(),
  });
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: /^Approve for / }).click();
  await sendNow(page);
  await expect.poll(async () => (await agent.call('GET', `/v1/drafts/${draft.draft_id}`)).status).toBe('scheduled');
  return draft.draft_id;
}

/** A slot, the given quiet hours, and a policy under which a person's own move keeps the approval. */
async function givenSettings(page: Page, { server, workspaceId }: Site, quietHours: object[] = []): Promise<void> {
  await showIdentity(page, server.url);
  const ask = async (query: string, variables: object) => {
    const answer = await page.request.post(`${server.url}/api/graphql`, { headers: { origin: server.url }, data: { query, variables } });
    return (await answer.json()).data;
  };
  const { workspace } = await ask('query ($id: ID!) { workspace(id: $id) { settingsRevision } }', { id: workspaceId });
  const settings = { quietHours, postingSlots: [{ weekdays: EVERY_DAY, at: '09:30' }] };
  const { changeWorkspace } = await ask(
    'mutation ($input: ChangeWorkspaceInput!) { changeWorkspace(input: $input) { settingsRevision } }',
    {
      input: { workspaceId, revision: workspace.settingsRevision, ...settings },
    },
  );
  await ask('mutation ($input: ChangeApprovalPolicyInput!) { changeApprovalPolicy(input: $input) { settingsRevision } }', {
    input: { workspaceId, revision: changeWorkspace.settingsRevision, movesAskAgain: false },
  });
}

const draftOf = (id: string) => agent.call('GET', `/v1/drafts/${id}`);

async function reworded({ server }: Site, id: string, text: string): Promise<void> {
  const { revision } = await draftOf(id);
  const answer = await fetch(`${server.url}/api/v1/drafts/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${agent.key}`, 'content-type': 'application/json', 'if-match': `"${revision}"` },
    body: JSON.stringify({ source_text: text }),
  });
  expect(answer.status).toBe(200);
}

/** The week that contains the day, away from its ends. */
const week = (at: Date) => `/calendar?view=week&day=${at.toISOString().slice(0, 10)}`;
const wednesday = (at: Date) => new Date(at.getTime() + ((3 - at.getUTCDay() + 7) % 7) * DAY_MS);

test('an owner sets time zone, quiet hours and slots, and a slower second owner gets a conflict', async ({ page, context }) => {
  await page.goto('/settings/planning');
  const other = await context.newPage();
  await other.goto('/settings/planning');
  await expect(other.getByRole('button', { name: 'Add a slot' })).toBeVisible();
  await page.getByRole('button', { name: 'Add quiet hours' }).click();
  await page.getByLabel('From').fill('23:00');
  await page.getByLabel('Until').fill('06:00');
  await page.getByRole('button', { name: 'Add a slot' }).click();
  const at = page.getByLabel('At', { exact: true });
  await at.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  // An empty time is not sent; the browser says at the field what is missing.
  await expect(at).toBeFocused();
  await at.fill('09:30');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. It applies from now on.')).toBeVisible();
  await expect(page.getByText('The next free slot is')).toBeVisible();
  await takePicture(page, 'settings-planning-desktop', { fullPage: true });

  await other.getByRole('button', { name: 'Add a slot' }).click();
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('The settings were changed in the meantime.')).toBeVisible();
  await other.getByRole('button', { name: 'Show the settings as they are now' }).click();
  await expect(other.getByLabel('From')).toHaveValue('23:00');
  await expect(other.getByText('The settings were changed in the meantime.')).toHaveCount(0);

  // A form without changes follows; one with changes stays, and its text outlasts a reload.
  await other.getByLabel('From').fill('22:30');
  await page.getByLabel('Until').fill('07:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeFocused();
  await other.reload();
  await expect(other.getByText(/^Unsaved changes from/)).toBeVisible();
  await expect(other.getByLabel('From')).toHaveValue('22:30');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('The settings were changed in the meantime.')).toBeVisible();
  await other.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(other.getByLabel('Until')).toHaveValue('07:00');
  await expect(other.getByLabel('From')).toHaveValue('23:00');
  await other.close();
});

test('an owner lets a person’s own move keep the approval, and moves a post by keyboard and back', async ({ page, site }) => {
  await showIdentity(page, site.server.url);
  await page.goto('/settings/policies');
  await page.getByRole('switch', { name: /^Require approval again when/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. It applies from now on.')).toBeVisible();
  await takePicture(page, 'settings-policies-desktop', { fullPage: true });

  const at = wednesday(dayAhead(14));
  const id = await approved(page, 'The lighthouse lamp is lit again.', at);
  await page.goto(week(at));
  const entry = page.getByRole('button', { name: /The lighthouse lamp/ });
  await entry.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/Picked up The lighthouse lamp/)).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByText('The approval is kept.')).toBeVisible();
  await takePicture(page, 'calendar-move-desktop');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(await draftOf(id)).toMatchObject({ status: 'scheduled', scheduled_at: new Date(at.getTime() + DAY_MS + 1_800_000).toISOString() });

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await draftOf(id)).scheduled_at).toBe(at.toISOString());
  await expect(page.getByRole('region', { name: /^Wednesday/ }).getByRole('button', { name: /The lighthouse lamp/ })).toBeFocused();
  // Dropped where it was, or left there: nothing is done.
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  await expect(page.getByText('Not moved.')).toBeAttached();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Not moved.')).toBeAttached();
  expect((await draftOf(id)).scheduled_at).toBe(at.toISOString());
});

test('an unapproved post is moved without a confirmation, and a post opens next to the days', async ({ page, site }) => {
  const at = wednesday(dayAhead(28));
  const day = at.toISOString().slice(0, 10);
  const draft = await agent.submit('The harbour choir sings on the quay.', ['sandbox'], { scheduled_at: at.toISOString() });
  await page.goto(`/calendar?day=${day}`);
  const entry = page.getByRole('button', { name: /The harbour choir/ });
  const friday = new Date(at.getTime() + 2 * DAY_MS);
  await entry.dragTo(page.getByRole('region', { name: new RegExp(`^Friday,? ${friday.getUTCDate()} `) }));
  await expect(page.getByRole('status').getByText(/“The harbour choir .* moved to Fri/)).toBeVisible();
  await expect.poll(async () => (await draftOf(draft.draft_id)).scheduled_at).toBe(friday.toISOString());
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await draftOf(draft.draft_id)).scheduled_at).toBe(at.toISOString());

  await entry.click();
  const panel = page.getByRole('complementary', { name: /The harbour choir/ });
  await expect(panel.getByLabel('How it will look').getByText('The harbour choir sings on the quay.')).toBeVisible();
  await expect(entry).toBeVisible();
  await panel.getByRole('link', { name: 'Review' }).click();
  await expect(page.getByRole('button', { name: /^Approve for / })).toBeVisible();

  // Content with a decision needs a confirmation.
  await page.getByRole('button', { name: 'Request changes' }).click();
  await page.getByLabel('What should change?').fill('Which quay?');
  await page.getByRole('button', { name: 'Request changes' }).click();
  await sendNow(page);
  await expect.poll(async () => (await draftOf(draft.draft_id)).status).toBe('changes_requested');
  await page.goto(`/calendar?day=${day}`);
  await entry.dragTo(page.getByRole('region', { name: new RegExp(`^Friday,? ${friday.getUTCDate()} `) }));
  await expect(panel.getByRole('button', { name: 'Move', exact: true })).toBeEnabled();
  expect((await draftOf(draft.draft_id)).scheduled_at).toBe(at.toISOString());

  // The open post follows others' changes, and the move applies to its current version.
  await reworded(site, draft.draft_id, 'The harbour choir sings on the old quay.');
  await expect(panel.getByLabel('How it will look').getByText('on the old quay')).toBeVisible();
  await panel.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect((await draftOf(draft.draft_id)).scheduled_at).toBe(friday.toISOString());
});

test('dragging into quiet hours shows the actual publishing time before it is confirmed', async ({ page, site }) => {
  await givenSettings(page, site, [{ weekdays: EVERY_DAY, from: '23:00', to: '06:00' }]);
  const at = wednesday(dayAhead(28));
  at.setUTCHours(23, 30);
  const id = await approved(page, 'The ferry has a new timetable.', at);
  await page.goto(`/calendar?day=${at.toISOString().slice(0, 10)}`);
  const next = new Date(at.getTime() + DAY_MS);
  const thursday = page.getByRole('region', { name: new RegExp(`^Thursday,? ${next.getUTCDate()} `) });
  await page.getByRole('button', { name: /The ferry has/ }).dragTo(thursday);
  await expect(page.getByText(/That is in quiet hours/)).toBeVisible();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect((await draftOf(id)).scheduled_at).toBe(next.toISOString());
  await takePicture(page, 'calendar-month-desktop', { fullPage: true });
});

test('the week counts what is out of view and leads to it, and a post without a time is on the day it went out', async ({ page, site }) => {
  await givenSettings(page, site);
  const at = wednesday(dayAhead(70));
  for (const [text, hour] of [
    ['The night ferry docks.', 1],
    ['The lamps are lit.', 21],
  ] as const) {
    at.setUTCHours(hour, 0);
    await agent.submit(text, ['sandbox'], { scheduled_at: at.toISOString() });
  }
  await page.goto(week(at));
  const counted = (name: string) => page.getByRole('button', { name, exact: true });
  const entry = (text: string) => page.getByRole('button', { name: new RegExp(text) });
  await expect(counted('1 later')).toBeVisible();
  await counted('1 earlier').click();
  await expect(entry('The night ferry')).toBeInViewport();
  await expect(counted('1 earlier')).toHaveCount(0);
  await counted('1 later').click();
  await expect(entry('The lamps are lit')).toBeInViewport();
  await expect(counted('1 later')).toHaveCount(0);

  const draft = await agent.submit('The pilot boat is back.', ['sandbox']);
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await sendNow(page);
  const wentOut = async (): Promise<string | null> => (await untilEnded(agent, draft.publish_job.job_id)).publications[0].published_at;
  const day = new Date((await wentOut()) ?? '');
  await page.goto(`/calendar?view=week&day=${day.toISOString().slice(0, 10)}`);
  const weekday = day.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
  await expect(page.getByRole('region', { name: new RegExp(`^${weekday}`) }).getByRole('button', { name: /The pilot boat/ })).toBeVisible();
});

test('no post of the week covers another: two at the same time are side by side, and more are in a menu', async ({ page }) => {
  const at = wednesday(dayAhead(84));
  const submit = (text: string) => agent.submit(text, ['sandbox'], { scheduled_at: at.toISOString() });
  for (const text of ['The tug is washed.', 'The crane is painted.']) await submit(text);
  await page.goto(week(at));
  for (const text of ['The tug is washed.', 'The crane is painted.']) {
    await page.getByRole('button', { name: text }).click();
    await expect(page.getByRole('heading', { name: text })).toBeVisible();
    await page.keyboard.press('Escape');
  }
  for (const text of ['The buoy is lit.', 'The rope is tarred.']) await submit(text);
  await page.reload();
  await page.getByRole('button', { name: '3 more' }).click();
  await page.getByRole('menuitem', { name: 'The rope is tarred.' }).click();
  await expect(page.getByRole('heading', { name: 'The rope is tarred.' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '3 more' })).toBeFocused();
});

test('on a phone the calendar is an agenda, and a post is rescheduled by tapping it', async ({ page, site }) => {
  await givenSettings(page, site);
  await page.setViewportSize({ width: 390, height: 844 });
  const at = wednesday(dayAhead(21));
  const id = await approved(page, 'The market moves to the quay.', at);
  await page.goto(`/calendar?day=${at.toISOString().slice(0, 10)}`);
  await page.getByRole('button', { name: /The market moves/ }).click();
  await page.getByRole('button', { name: /Next free slot/ }).click();
  await expect(page.getByText('The approval is kept.')).toBeVisible();
  await takePicture(page, 'calendar-phone');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect((await draftOf(id)).scheduled_at).not.toBe(at.toISOString());
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test('the fields of a new draft appear where they stay, however late the slots come', async ({ page, site }) => {
  await givenSettings(page, site);
  const held: Route[] = [];
  const isOf = (request: Request, query: string): boolean => request.postData()?.includes(`query ${query}(`) ?? false;
  await page.route('**/api/graphql', (route) => (isOf(route.request(), 'FreeSlots') ? void held.push(route) : route.continue()));
  await watchLayout(page, 0);
  const targets = page.waitForResponse((response) => isOf(response.request(), 'DraftTargets'));
  await page.goto('/drafts?isWriting=true');
  await (await targets).finished();
  await expect.poll(() => held.length).toBe(1);
  await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
  const more = page.getByText('More settings');
  await expect(more).toBeHidden();
  await held[0]?.continue();
  await expect(page.getByRole('region', { name: 'Next free slots' })).toBeVisible();
  await expect(more).toBeVisible();
  expect(await layoutShifts(page)).toEqual([]);
});

test('the composer offers the next free slots', async ({ page, site }) => {
  await givenSettings(page, site);
  await page.goto('/drafts?isWriting=true');
  const slots = page.getByRole('region', { name: 'Next free slots' }).getByRole('button');
  await expect(slots).toHaveCount(4);
  await slots.nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Publish at')).toHaveValue(/T09:30$/);
  await expect(slots.nth(1)).toHaveAttribute('aria-pressed', 'true');
});
