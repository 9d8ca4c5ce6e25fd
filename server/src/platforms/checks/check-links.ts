import { say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { Facet, Post, Violation } from '../platform.ts';
import { findFacets } from '../text/facets.ts';
import { textLimits } from '../text/text-limits.ts';
import { lengthViolation, type TellLength, violation } from './violation.ts';

/** Violations of a post's link, and of the number of links and mentions in its text. */
export function checkLinks(network: NetworkRules, { text, thread, link }: Post): Violation[] {
  const parts = [{ field: 'text', text }, ...thread.map((part, index) => ({ field: `thread/${index}`, text: part }))];
  return [
    ...checkLink(network, link),
    ...parts.flatMap((part) => [...tooMany(network, part, 'links'), ...tooMany(network, part, 'mentions')]),
  ];
}

function checkLink(network: NetworkRules, link: string | null): Violation[] {
  if (link === null) return [];
  if (!/^https?:\/\/[^\s]+$/i.test(link) || !URL.parse(link)) {
    const message = say`The link is not a whole address that begins with https:// or http://.`;
    return [violation({ code: 'link_invalid', field: 'link', message, remedy: say`Give the full address, without spaces around it.` })];
  }
  return textLimits(network.limits, 'link').flatMap(
    (limit) => lengthViolation(network.label, limit, { code: 'link_too_long', field: 'link', tell: tooLong, text: link }) ?? [],
  );
}

const tooLong: TellLength = (length, label, max) => say`The link is ${length} long; ${label} takes ${max}.`;

function tooMany(network: NetworkRules, { field, text }: { field: string; text: string }, of: 'links' | 'mentions'): Violation[] {
  const rule = network.limits.find((limit) => limit.field === of);
  if (!rule) return [];
  const kind: Facet['kind'] = of === 'links' ? 'link' : 'mention';
  const found = findFacets(text).filter((facet) => facet.kind === kind);
  const different = new Map(found.map((facet) => [facet.target, facet]));
  const count = different.size;
  if (count <= rule.max) return [];
  const { start = 0, end = 0 } = [...different.values()][rule.max] ?? {};
  const message =
    of === 'links'
      ? say`There are ${count} links; ${network.label} takes ${rule.max}.`
      : say`There are ${count} mentions; ${network.label} takes ${rule.max}.`;
  return [
    violation({
      code: `too_many_${of}`,
      field,
      message,
      remedy: say`Leave out ${count - rule.max}.`,
      count,
      limit: rule.max,
      unit: 'items',
      span: { start, end },
    }),
  ];
}
