import { writeFile } from 'node:fs/promises';
import type { Locator, Page, Route } from '@playwright/test';
import { videoFile } from '../../../server/src/testing/videos.ts';
import { expect, test } from '../../fixtures.ts';
import { connectSandbox } from '../../support/agent.ts';
import { chooseNetwork } from '../../support/choose-network.ts';
import { sendNow } from '../../support/send-now.ts';
import { takePicture } from '../../support/take-picture.ts';

test.use({ siteName: 'planning' });

const MEGABYTE = 1024 * 1024;
const PLAN = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Page /MediaBox [0 0 842 595] >> endobj\n%%EOF\n');
const SUBTITLES = Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nHier ist es hell.\n');

test.beforeAll(async ({ site }) => {
  await connectSandbox(site);
});

interface Chosen {
  name: string;
  buffer: Buffer;
}

/** From disk, as a person does: handed to the browser as bytes, 21 MB took ten seconds of a busy machine. */
async function choose(page: Page, button: string | RegExp, files: Chosen[]): Promise<void> {
  const paths = files.map(({ name }) => test.info().outputPath(name));
  await Promise.all(files.map(({ buffer }, index) => writeFile(paths[index] ?? '', buffer)));
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(paths);
}

const shows = (page: Page, number: number) => page.getByLabel(`What picture ${number} shows`);

test('a post with pictures: added, described, ordered, approved in the preview, and published with them', async ({ page }) => {
  await page.goto('/sign-in');
  const wide = await page.screenshot({ clip: { x: 200, y: 100, width: 600, height: 300 } });
  const tall = await page.screenshot({ clip: { x: 300, y: 50, width: 200, height: 400 } });

  await page.goto('/drafts?isWriting=true');
  await page
    .getByRole('textbox', { name: 'Text for all networks', exact: true })
    .fill('The new ferry is here: come and see her on Saturday.');
  await choose(page, 'Add pictures', [
    { name: 'ferry.png', buffer: wide },
    { name: 'notes.png', buffer: Buffer.from('no picture at all') },
    { name: 'poster.png', buffer: Buffer.alloc(21 * MEGABYTE) },
    { name: 'mast.png', buffer: tall },
  ]);
  await expect(page.getByRole('alert').filter({ hasText: 'notes.png was not accepted.' })).toContainText('not a supported picture');
  await expect(page.getByRole('alert').filter({ hasText: 'poster.png was not accepted.' })).toContainText('It is 21 MB');
  await expect(shows(page, 2)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Describe it in a sentence, for people who cannot see it.')).toHaveCount(2);
  await shows(page, 1).fill('The ferry at the quay');
  await shows(page, 2).fill('Her mast');
  await expect(page.getByText('Describe it in a sentence, for people who cannot see it.')).toHaveCount(0);

  await page.getByRole('button', { name: 'Move picture 2 up' }).focus();
  await page.keyboard.press('Enter');
  await expect(shows(page, 1)).toHaveValue('Her mast');
  await expect(page.getByRole('button', { name: 'Move picture 1 down' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(shows(page, 1)).toHaveValue('The ferry at the quay');

  await takePicture(page, 'new-draft-list-desktop');
  await chooseNetwork(page, 'YouTube');
  await expect(page.getByText('Pictures are not sent to YouTube.')).toBeVisible();
  await takePicture(page, 'new-draft-pictures-desktop');
  await page.getByRole('checkbox', { name: 'YouTube' }).uncheck();
  await page.getByRole('checkbox', { name: 'Sandbox' }).check();
  await page.getByText('Submit for approval').click();
  await page.getByRole('button', { name: 'Save and submit' }).click();

  await page.getByRole('link', { name: 'Open the approval' }).click();
  const card = page.getByRole('article', { name: /^Sandbox/ });
  await expect(card.getByRole('img')).toHaveCount(2);
  await expect(card.getByRole('img').first()).toHaveAttribute('alt', 'The ferry at the quay');
  await takePicture(page, 'approval-pictures-desktop');
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await sendNow(page);
  await page.goto('/sandbox');
  const post = page.getByRole('listitem').filter({ hasText: 'The new ferry is here' });
  await expect(post.getByRole('img', { name: 'The ferry at the quay' })).toBeVisible();
  const widths = () => post.getByRole('img').evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
  // An image's space is reserved before it is loaded.
  await expect.poll(widths).toEqual([600, 200]);
});

test('leaving unsaved text and pictures asks for confirmation', async ({ page, site }) => {
  await page.goto('/drafts?isWriting=true');
  await page.getByRole('textbox', { name: 'Text for all networks', exact: true }).fill('A note about the tide.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Stay here' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Text for all networks', exact: true })).toHaveValue('A note about the tide.');
  await page.getByRole('checkbox', { name: 'Sandbox' }).check();
  await page.getByRole('button', { name: 'Save draft' }).click();

  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByText('Nothing to save')).toBeVisible();
  await page.getByLabel('Text for all networks', { exact: true }).fill('A longer note about the tide.');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByRole('heading', { name: 'Posts', exact: true })).toBeVisible();
  await page.goto(`${site.server.url}/drafts`);
  await expect(page.getByRole('link', { name: /A note about the tide/ })).toBeVisible();
});

test('files that are cancelled hold up nothing and do not appear, and a cover on its way is waited for', async ({ page }) => {
  await page.goto('/drafts?isWriting=true');
  await page.getByRole('textbox', { name: 'Text for all networks', exact: true }).fill('The tide turns at six.');
  await page.getByRole('checkbox', { name: 'Sandbox' }).check();
  // Only the first file's bytes: the route remains, since removing it would let them go.
  let isHeld = false;
  await page.route('**/api/v1/media/uploads/**', async (route) => {
    if (isHeld || route.request().method() !== 'PATCH') return route.continue();
    isHeld = true;
  });
  const video = await colouredVideo(page, ['red']);
  await choose(page, 'Add pictures', [
    { name: 'held.mp4', buffer: video },
    { name: 'waiting.mp4', buffer: await videoFile(2) },
    { name: 'kept.mp4', buffer: video },
  ]);
  const rowOf = (name: string) => page.getByRole('progressbar', { name }).locator('..');
  await expect.poll(() => isHeld).toBe(true);
  await rowOf('waiting.mp4').getByRole('button', { name: 'Cancel' }).click();
  await rowOf('held.mp4').getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('What the video shows').fill('The tide.');
  const save = page.getByRole('button', { name: 'Save draft' });
  await expect(save).toBeEnabled();

  await expect(page.getByLabel('What the video shows')).toHaveCount(1);

  let answerCover = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answerCover = resolve;
  });
  await page.route('**/api/media?*', async (route) => {
    await answered;
    await route.continue();
  });
  const cover = page.getByRole('region', { name: 'Cover' });
  await cover.getByRole('button', { name: 'Choose a frame' }).click();
  await cover.getByRole('button', { name: 'Use this frame' }).click();
  await expect(page.getByRole('button', { name: 'Pictures are still being uploaded.' })).toBeDisabled();
  answerCover();
  await expect(cover.getByRole('img', { name: 'Cover' })).toBeVisible();
  await save.click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(cover.getByRole('img', { name: 'Cover' })).toBeVisible();
});

test('a picture added while a new draft is being saved belongs to the draft, whenever its upload ends', async ({ page }) => {
  await page.goto('/drafts?isWriting=true');
  const picture = await page.screenshot({ clip: { x: 200, y: 100, width: 300, height: 200 } });
  await page.getByRole('textbox', { name: 'Text for all networks', exact: true }).fill('The tide turns at seven.');
  await page.getByRole('checkbox', { name: 'Sandbox' }).check();
  const saves: Route[] = [];
  const uploads: Route[] = [];
  const isSave = (route: Route): boolean => route.request().postData()?.includes('mutation CreateDraft') ?? false;
  await page.route('**/api/graphql', (route) => (isSave(route) ? void saves.push(route) : route.continue()));
  await page.route('**/api/media?*', (route) => void uploads.push(route));
  await page.getByRole('button', { name: 'Save draft' }).click();
  await choose(page, 'Add pictures', [{ name: 'tide.png', buffer: picture }]);
  await expect.poll(() => [saves.length, uploads.length]).toEqual([1, 1]);
  const saved = page.waitForResponse((response) => response.request() === saves[0]?.request());
  await saves[0]?.continue();
  await saved;
  await uploads[0]?.continue();
  // The picture is an unsaved change of the draft.
  const change = page.getByRole('button', { name: 'Save changes' });
  await expect(change).toBeEnabled();
  await shows(page, 1).fill('The tide table');
  await change.click();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('img', { name: 'The tide table' }).first()).toBeVisible();
  await page.goto('/drafts?isWriting=true');
  await expect(page.getByRole('textbox', { name: 'Text for all networks', exact: true })).toHaveValue('');
});

test('a file that fails to upload while its draft is saved can be sent again or left out, and versions keep the pictures', async ({
  page,
}) => {
  const picture = await page.screenshot({ clip: { x: 200, y: 100, width: 300, height: 200 } });
  const text = page.getByRole('textbox', { name: 'Text for all networks', exact: true });
  const failed = page.getByRole('alert').filter({ hasText: 'pier.png was not accepted.' });
  const saves: Route[] = [];
  const uploads: Route[] = [];
  const isSave = (route: Route): boolean => /mutation (Create|Change)Draft\b/.test(route.request().postData() ?? '');
  const holdSaves = (route: Route) => (isSave(route) ? void saves.push(route) : route.fallback());
  const holdUploads = (route: Route) => void uploads.push(route);
  const saveAndFail = async (save: string): Promise<void> => {
    await page.route('**/api/graphql', holdSaves);
    await page.route('**/api/media?*', holdUploads);
    await page.getByRole('button', { name: save }).click();
    await choose(page, /^Add (pictures|more)$/, [{ name: 'pier.png', buffer: picture }]);
    await expect.poll(() => [saves.length, uploads.length]).toEqual([1, 1]);
    await uploads.pop()?.abort('connectionreset');
    await expect(failed).toBeVisible();
    await page.unroute('**/api/media?*', holdUploads);
    const route = saves.pop();
    const saved = page.waitForResponse((response) => response.request() === route?.request());
    await route?.continue();
    await saved;
    await page.unroute('**/api/graphql', holdSaves);
  };

  await page.goto('/drafts?isWriting=true');
  await text.fill('The pier is painted.');
  await page.getByRole('checkbox', { name: 'Sandbox' }).check();
  await saveAndFail('Save draft');
  await expect(page.getByText('Saved without the file that failed.')).toBeVisible();
  await failed.getByRole('button', { name: 'Try again' }).click();
  const change = page.getByRole('button', { name: 'Save changes' });
  await expect(change).toBeEnabled();
  await shows(page, 1).fill('The pier, half painted');
  await change.click();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await text.fill('The pier is painted green.');
  await saveAndFail('Save changes');
  await expect(page.getByText('Not uploaded')).toBeVisible();
  await failed.getByRole('button', { name: 'Try again' }).click();
  await shows(page, 2).fill('The pier from the sea');
  await change.click();
  await expect(page.getByRole('img', { name: 'The pier from the sea' }).first()).toBeVisible();

  const versions = page.getByRole('region', { name: 'Versions' });
  const version = (number: number) => versions.getByRole('listitem').filter({ hasText: `Version ${number}` });
  await expect(version(4)).toContainText('Pictures');
  await expect(version(3)).toContainText('Text for all networks');
  await version(2).getByRole('button', { name: 'Compare with the current version' }).click();
  await expect(version(2).locator('ins')).toHaveText('green');
  await expect(version(2).getByRole('img', { name: /^The pier/ })).toHaveCount(1);
  await version(2).getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Version 2 is the latest again.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The pier is painted.' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'The pier from the sea' })).toHaveCount(0);

  await page.goto('/drafts?isWriting=true');
  await text.fill('The pier is closed.');
  await page.getByRole('checkbox', { name: 'Sandbox' }).check();
  await saveAndFail('Save draft');
  await page.getByRole('button', { name: 'Open the draft without it' }).click();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
});

test('what is typed between saving a new draft and its page is an unsaved change of the draft', async ({ page }) => {
  await page.goto('/drafts?isWriting=true');
  const text = page.getByRole('textbox', { name: 'Text for all networks', exact: true });
  const held: Route[] = [];
  await page.route('**/assets/draft-route*.js', (route) => void held.push(route));
  await text.fill('The lock opens at five.');
  await page.getByRole('checkbox', { name: 'Sandbox' }).check();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect.poll(() => held.length).toBe(1);
  await text.fill('The lock opens at six.');
  await held[0]?.continue();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled();
  await expect(text).toHaveValue('The lock opens at six.');
});

test('a video upload resumes after a lost connection, is shown before the decision, and published with the post', async ({ page }) => {
  await page.goto('/drafts?isWriting=true');
  await page.getByRole('textbox', { name: 'Text for all networks', exact: true }).fill('The boats come in at dawn.');
  let isCut = false;
  await page.route('**/api/v1/media/uploads/**', (route) => {
    if (isCut || route.request().method() !== 'PATCH') return route.continue();
    isCut = true;
    return route.abort('connectionreset');
  });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add pictures' }).click();
  await (await chooser).setFiles([{ name: 'boats.mp4', mimeType: 'video/mp4', buffer: await videoFile(3) }]);
  await page.getByLabel('What the video shows').fill('Boats come in.');
  expect(isCut).toBe(true);
  await page.getByRole('checkbox', { name: 'Sandbox' }).check();
  await page.getByText('Submit for approval').click();
  await page.getByRole('button', { name: 'Save and submit' }).click();
  await page.getByRole('link', { name: 'Open the approval' }).click();
  const video = page.getByRole('article', { name: /^Sandbox/ }).locator('video');
  const part = await page.request.get((await video.getAttribute('src')) ?? '', { headers: { range: 'bytes=0-99' } });
  expect([part.status(), part.headers()['content-type'], (await part.body()).length]).toEqual([206, 'video/mp4', 100]);
  await expect(video).toHaveAttribute('aria-label', 'Boats come in.');
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await sendNow(page);
  await page.goto('/sandbox');
  await expect(page.getByRole('listitem').filter({ hasText: 'The boats come in at dawn.' })).toBeVisible();
});

/** A video that plays: as many seconds as colours, each of which fills one. */
async function colouredVideo(page: Page, colours: string[]): Promise<Buffer> {
  const frames = await page.evaluate(async (fills) => {
    const encoded: number[][] = [];
    const encoder = new VideoEncoder({
      output: (chunk) => {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        encoded.push([...bytes]);
      },
      error: (error) => console.error(error),
    });
    encoder.configure({ codec: 'vp09.00.10.08', width: 360, height: 640 });
    const canvas = new OffscreenCanvas(360, 640);
    for (const [second, fill] of fills.entries()) {
      const context = canvas.getContext('2d');
      if (!context) throw new Error('There is nothing to draw on.');
      context.fillStyle = fill;
      context.fillRect(0, 0, 360, 640);
      const frame = new VideoFrame(canvas, { timestamp: second * 1_000_000 });
      encoder.encode(frame, { keyFrame: true });
      frame.close();
    }
    await encoder.flush();
    return encoded;
  }, colours);
  return videoFile(colours.length, { frames: frames.map((bytes) => Uint8Array.from(bytes)) });
}

/** In the middle of a loaded picture, to the nearest of red, green and blue. */
const colourOf = (picture: Locator): Promise<string> =>
  picture.evaluate(async (image) => {
    const bitmap = await createImageBitmap(await (await fetch((image as HTMLImageElement).src)).blob());
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context?.drawImage(bitmap, 0, 0, 1, 1);
    const shares = [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
    return ['red', 'green', 'blue'][shares.indexOf(Math.max(...shares))] ?? '';
  });

const WIDTHS = { desktop: 1440, tablet: 1024, phone: 390 };

/** As desks, tablets and phones show what has this name. */
async function takePictures(page: Page, name: string, shown: Locator): Promise<void> {
  for (const [device, width] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width, height: 900 });
    await shown.scrollIntoViewIfNeeded();
    await takePicture(page, `${name}-${device}`);
  }
  await page.setViewportSize({ width: WIDTHS.desktop, height: 900 });
}

test('a video has a frame as its cover and subtitles, both shown before the decision', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/drafts?isWriting=true');
  await page.getByRole('textbox', { name: 'Text for all networks', exact: true }).fill('The lights of the new pier.');
  await choose(page, 'Add pictures', [{ name: 'pier.mp4', buffer: await colouredVideo(page, ['red', 'lime', 'blue']) }]);
  await page.getByLabel('What the video shows').fill('The pier at night.');
  await page.getByRole('checkbox', { name: 'Sandbox' }).check();

  const coverPart = page.getByRole('region', { name: 'Cover' });
  await coverPart.getByRole('button', { name: 'Choose a frame' }).click();
  const moment = coverPart.getByRole('slider', { name: 'Position in the video' });
  await moment.focus();
  for (let press = 0; press < 15; press += 1) await page.keyboard.press('ArrowRight');
  await expect(moment).toHaveAttribute('aria-valuenow', '1500');
  await takePictures(page, 'new-draft-frame', coverPart.getByRole('button', { name: 'Use this frame' }));
  await coverPart.getByRole('button', { name: 'Use this frame' }).click();
  const cover = coverPart.getByRole('img', { name: 'Cover' });
  await expect(cover).toBeVisible();
  expect(await colourOf(cover)).toBe('green');

  const subtitlesPart = page.getByRole('region', { name: 'Subtitles' });
  await choose(page, 'Add subtitles', [{ name: 'pier.vtt', buffer: SUBTITLES }]);
  await subtitlesPart.getByRole('combobox', { name: 'Language of the subtitles' }).click();
  await page.getByRole('option', { name: 'German' }).click();
  await takePictures(page, 'new-draft-cover-and-subtitles', subtitlesPart);
  await page.getByText('Submit for approval').click();
  await page.getByRole('button', { name: 'Save and submit' }).click();

  await page.getByRole('link', { name: 'Open the approval' }).click();
  const card = page.getByRole('article', { name: /^Sandbox/ });
  await expect(card.getByText('Subtitles: German')).toBeVisible();
  const video = card.locator('video');
  const poster = await page.request.get((await video.getAttribute('poster')) ?? '');
  expect([poster.status(), poster.headers()['content-type']]).toEqual([200, 'image/jpeg']);
  const said = await page.request.get((await video.locator('track').getAttribute('src')) ?? '');
  expect(await said.text()).toContain('Hier ist es hell.');
  await takePictures(page, 'approval-cover-and-subtitles', card);
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await sendNow(page);
  await page.goto('/sandbox');
  const post = page.getByRole('listitem').filter({ hasText: 'The lights of the new pier.' });
  await expect(post.locator('video')).toBeVisible();
  await expect(post.getByText('Subtitles: German')).toBeVisible();
  const shown = post.locator('video');
  for (const address of [await shown.getAttribute('poster'), await shown.locator('track').getAttribute('src')])
    expect((await page.request.get(address ?? '')).status()).toBe(200);
  await takePictures(page, 'sandbox-cover-and-subtitles', post);
});

test('a document has a title, is refused for networks without documents, and is linked before the decision', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/drafts?isWriting=true');
  await page.getByRole('textbox', { name: 'Text for all networks', exact: true }).fill('The plan of the new quay.');
  await choose(page, 'Add pictures', [{ name: 'plan.pdf', buffer: PLAN }]);
  await page.getByRole('textbox', { name: 'Title of the document' }).fill('The new quay');
  await chooseNetwork(page, 'Sandbox');
  await chooseNetwork(page, 'Bluesky');
  await expect(page.getByText(/^A document is not sent to Bluesky/)).toBeVisible();
  await takePicture(page, 'new-draft-document-desktop');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText(/^A document is not sent to Bluesky/).scrollIntoViewIfNeeded();
  await takePicture(page, 'new-draft-document-phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('checkbox', { name: 'Bluesky' }).uncheck();
  await page.getByText('Submit for approval').click();
  await page.getByRole('button', { name: 'Save and submit' }).click();
  await page.getByRole('link', { name: 'Open the approval' }).click();
  const card = page.getByRole('article', { name: /^Sandbox/ });
  const link = card.getByRole('link', { name: /The new quay/ });
  await expect(link).toBeVisible();
  await takePicture(page, 'approval-document-desktop');
  const answer = await page.request.get((await link.getAttribute('href')) ?? '');
  expect([answer.status(), await answer.body()]).toEqual([200, PLAN]);
});

test('a description unsupported by a network is noted on the picture, and not shown in its preview', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/drafts?isWriting=true');
  await page.getByRole('textbox', { name: 'Text for all networks', exact: true }).fill('The ferry is back.');
  await chooseNetwork(page, 'Telegram');
  const rules = page.getByRole('group').filter({ hasText: 'Video limits of the networks' });
  await page.getByText('Video limits of the networks').click();
  await expect(rules.getByRole('definition').first()).toBeVisible();

  await choose(page, 'Add pictures', [{ name: 'ferry.png', buffer: await page.screenshot() }]);
  await shows(page, 1).fill('The ferry at the quay');
  await page.getByRole('checkbox', { name: 'Sandbox' }).check();
  await expect(page.getByText('Published without the description on Telegram.')).toBeVisible();
  const card = page.getByRole('article', { name: /^Telegram/ });
  await expect(card.getByText(/“The ferry at the quay”.*not accepted there/)).toBeVisible();
  await expect(card.getByRole('img', { name: 'The ferry at the quay' })).toHaveCount(0);
  await takePictures(page, 'new-draft-no-description', shows(page, 1));
});
