import { expect, it } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { LinkCard } from './link-card.tsx';

const url = 'https://harbour.example.org/saturday';

it('shows the card as it will be published', () => {
  const image = { url: '/api/media/med_1/abc', altText: '', width: 1200, height: 630 };
  const html = renderStatic(
    <LinkCard card={{ url, title: 'Open <again>', description: 'From 8 to 18.', siteName: 'Harbour Café', image }} network="Bluesky" />,
  );
  expect(html).toContain('Open &lt;again&gt;');
  expect(html).toContain('From 8 to 18.');
  expect(html).toContain('Harbour Café · harbour.example.org');
  expect(html).toContain('src="/api/media/med_1/abc"');
  expect(html).not.toContain('itself');
});

it('says that the network generates the card, or why a page could not be read', () => {
  const plain = { url, title: 'harbour.example.org' };
  expect(renderStatic(<LinkCard card={{ ...plain, isMadeByNetwork: true }} network="Mastodon" />)).toContain(
    'Mastodon generates this card itself',
  );
  expect(renderStatic(<LinkCard card={{ ...plain, missing: 'The page answered 404.' }} network="Bluesky" />)).toContain(
    'Only the address is published: The page answered 404.',
  );
});
