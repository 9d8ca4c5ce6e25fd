import { lintSource } from '@secretlint/core';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { CREDENTIAL_SHAPES } from './credential-shapes.ts';
import type { TextFinding } from './safety-finding.ts';

const PREFIX = /^.*-rule-/;
/** What lets a text switch the others off, and what find-risky-links.ts finds with a better word for it. */
const LEFT_OUT = ['filter-comments', 'basicauth', 'database-connection-string'];
const RULES = rules
  .filter((rule) => !LEFT_OUT.includes(rule.meta.id.replace(PREFIX, '')))
  .map((rule) => ({ id: rule.meta.id, rule, options: {} }));

/** Secrets by their shape: those that we name, and those that secretlint knows. Anything found blocks: a published secret cannot be taken back. */
export async function findCredentials(text: string): Promise<TextFinding[]> {
  const named = CREDENTIAL_SHAPES.flatMap(({ name, shape }) =>
    [...text.matchAll(shape)].map((match) => leak(name, match.index, match.index + match[0].length)),
  );
  const { messages } = await lintSource({
    source: { content: text, filePath: 'post.txt', ext: '.txt', contentType: 'text' },
    options: { config: { rules: RULES }, noPhysicFilePath: true },
  });
  // Not its message: that repeats the secret.
  const linted = messages.map(({ ruleId, range: [start, end] }) => leak(`a secret (${ruleId.replace(PREFIX, '')})`, start, end));
  const isNew = ({ span }: TextFinding) => named.every((other) => !overlaps(span, other.span));
  return [...named, ...linted.filter(isNew)];
}

function leak(name: string, start: number, end: number): TextFinding {
  return {
    check: 'leaked_credential',
    severity: 'block',
    message: `This looks like ${name}. Take it out, and replace it wherever it is in use.`,
    span: { start, end },
  };
}

function overlaps(a: TextFinding['span'], b: TextFinding['span']): boolean {
  return a !== null && b !== null && a.start < b.end && b.start < a.end;
}
