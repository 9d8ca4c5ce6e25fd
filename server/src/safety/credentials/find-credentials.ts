import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { type Sentence, say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { Pause } from '../../long-work/yield-to-event-loop.ts';
import { matchesOf } from '../../platforms/text/graphemes.ts';
import type { TextFinding } from '../safety-finding.ts';
import {
  AFTER_PASSWORD,
  BESIDE_A_NAME,
  CREDENTIAL_SHAPES,
  type CredentialShape,
  DOOR_CODE,
  DOOR_CODE_NAMED,
  isRandom,
  LOGIN_PAIR,
  looksLikePassword,
  NAMED_SECRETS,
  PASSWORD_WITHOUT_SPACES,
  PASSWORDS_IN_COMMANDS,
  RECOVERY_CODES,
  SECRET_NUMBER,
} from './credential-shapes.ts';
import { findSignIns, findSpokenCodes, findWalletWords } from './find-spoken-secrets.ts';
import { findWalletSeeds } from './find-wallet-seeds.ts';

// The profiler marks every rule on every text, and keeps the marks for the lifetime of the process.
secretLintProfiler.setEnabled(false);

const PREFIX = /^.*-rule-/;
/** A rule that lets a text disable others, and those for which find-risky-links.ts has a better message. */
const LEFT_OUT = ['filter-comments', 'basicauth', 'database-connection-string'];
const RULES = rules
  .filter((rule) => !LEFT_OUT.includes(rule.meta.id.replace(PREFIX, '')))
  .map((rule) => ({ id: rule.meta.id, rule, options: {} }));

/**
 * Secrets by their pattern: our own list and secretlint's. Any match blocks, since a published secret cannot
 * be withdrawn; text after a word such as "password" only warns.
 */
export async function findCredentials(text: string, pause: Pause): Promise<TextFinding[]> {
  const named = [
    ...shapesIn(text, CREDENTIAL_SHAPES),
    ...findWalletSeeds(text).map(({ start, end }) => leak(say`the seed of a wallet`, start, end)),
  ];
  await pause();
  const { messages } = await lintSource({
    source: { content: text, filePath: 'post.txt', ext: '.txt', contentType: 'text' },
    options: { config: { rules: RULES }, noPhysicFilePath: true },
  });
  await pause();
  // Not its message, which repeats the secret.
  const linted = messages.map(({ ruleId, range: [start, end] }) => leak(say`a secret (${ruleId.replace(PREFIX, '')})`, start, end));
  const certain = [...named, ...linted.filter(isOutside(named))];
  const announced = shapesIn(text, NAMED_SECRETS).filter(isOutside(certain));
  const values = [
    ...valuesIn(text, AFTER_PASSWORD, looksLikePassword, say`a password`),
    ...valuesIn(text, PASSWORD_WITHOUT_SPACES, looksLikePassword, say`a password`),
    ...PASSWORDS_IN_COMMANDS.flatMap((shape) => valuesIn(text, shape, () => true, say`a password`)),
    ...valuesIn(text, SECRET_NUMBER, () => true, say`a password`),
    ...valuesIn(text, LOGIN_PAIR, (value) => looksLikePassword(value) && !/^(?:www|https?)\b/i.test(value), say`a password`),
    ...valuesIn(text, RECOVERY_CODES, () => true, say`a key`),
    ...[DOOR_CODE, DOOR_CODE_NAMED].flatMap((shape) => valuesIn(text, shape, () => true, say`the code of a door`)),
    ...valuesIn(text, BESIDE_A_NAME, isRandom, say`a key`),
  ];
  await pause();
  const spoken = [
    ...findSpokenCodes(text).map(({ start, end }) => leak(say`a code that opens something`, start, end)),
    ...findSignIns(text).map(({ start, end }) => leak(say`a password`, start, end)),
    ...findWalletWords(text).map(({ start, end }) => leak(say`the seed of a wallet`, start, end)),
  ];
  const guessed = [...announced, ...values.filter(isOutside([...certain, ...announced]))];
  guessed.push(...spoken.filter(isOutside([...certain, ...guessed])));
  return [...certain, ...guessed.map((finding): TextFinding => ({ ...finding, severity: 'warn' }))];
}

function shapesIn(text: string, shapes: readonly CredentialShape[]): TextFinding[] {
  return shapes.flatMap(({ name, shape }) => matchesOf(text, shape).map((match) => leak(name, match.index, match.index + match[0].length)));
}

/** Values next to the words for a secret, if they look like one. */
function valuesIn(text: string, shape: RegExp, isMeant: (value: string) => boolean, name: Sentence): TextFinding[] {
  return [...text.matchAll(shape)].flatMap((match) => {
    const { value = '' } = match.groups ?? {};
    const end = match.index + match[0].length;
    return isMeant(value) ? [leak(name, end - value.length, end)] : [];
  });
}

function isOutside(others: readonly TextFinding[]): (finding: TextFinding) => boolean {
  return ({ span }) => others.every((other) => !overlaps(span, other.span));
}

function leak(name: Sentence, start: number, end: number): TextFinding {
  return {
    check: 'leaked_credential',
    severity: 'block',
    ...toStoredMessage(say`This looks like ${name}. Remove it, and rotate it wherever it is used.`),
    span: { start, end },
  };
}

function overlaps(a: TextFinding['span'], b: TextFinding['span']): boolean {
  return a !== null && b !== null && a.start < b.end && b.start < a.end;
}
