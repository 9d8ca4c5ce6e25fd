import { expect, test } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { ShareForm } from './share-form.tsx';

test('more posts than one link shows are refused before the form, with the number', () => {
  const draftIds = Array.from({ length: 101 }, (_, index) => `drf_${index}`);
  const html = renderStatic(<ShareForm workspaceId="wsp_1" draftIds={draftIds} onShared={undefined} onClose={() => {}} />);
  expect(html).toContain('One link shows at most 100 posts');
  expect(html).toContain('There are 101 here.');
  expect(html).not.toContain('<form');
});
