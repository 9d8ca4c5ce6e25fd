import { expect, it } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { ServiceFigures } from './service-figures.tsx';
import { texts } from './texts.ts';

const NONE = { waiting: 1, due: 1, beingAsked: 0, forPeople: 0, failed: 0, endedConnections: 0, mails: 0, restoredFrom: null };
const readAt = Date.now() - 10 * 60_000;
const pageWith = (dueBeforeMs: number) => {
  const figures = { ...NONE, oldestDueAt: new Date(readAt - dueBeforeMs).toISOString() };
  return renderStatic(<ServiceFigures figures={figures} databaseWarnings={[]} keptByAge={[]} readAt={readAt} />);
};

it('says that posts are late if they were when the figures were read, and not because that is long ago', () => {
  expect(pageWith(30_000)).toContain(texts.onTime);
  expect(pageWith(90_000)).toContain(texts.late);
});
