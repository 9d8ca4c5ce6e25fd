import { expect, it } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { texts } from '../texts.ts';
import { MarkedName } from './marked-name.tsx';

const marksIn = (text: string): string[] =>
  [...renderStatic(<MarkedName text={text} />).matchAll(/<mark[^>]*>([^<]*)</g)].map(([, marked = '']) => marked);

it('marks lookalike and invisible letters, with a message', () => {
  expect(marksIn('Nеwsroom asks')).toEqual(['е']);
  expect(marksIn('Claudе')).toEqual(['е']);
  expect(marksIn('News\u200broom')).toEqual(['·']);
  expect(renderStatic(<MarkedName text="Nеwsroom" />)).toContain(texts.oddLetters);
});

it.each(['Newsroom', 'Новости', 'Claude 3', 'Müller & Söhne', 'ニュース', 'Новости и Newsroom'])('%s is an ordinary name', (name) => {
  expect(marksIn(name)).toEqual([]);
  expect(renderStatic(<MarkedName text={name} />)).not.toContain(texts.oddLetters);
});

it('marks a name in a list of details without a message below', () => {
  const brief = renderStatic(<MarkedName text="Nеwsroom" isBrief />);
  expect(brief).toContain('<mark');
  expect(brief).not.toContain(texts.oddLetters);
});
