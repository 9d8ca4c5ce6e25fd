import { CREDENTIAL_SHAPES } from './credential-shapes.ts';
import type { TextFinding } from './safety-finding.ts';

/** Secrets by their shape. Anything found blocks: a published secret cannot be taken back. */
export function findCredentials(text: string): TextFinding[] {
  return CREDENTIAL_SHAPES.flatMap(({ name, shape }) =>
    [...text.matchAll(shape)].map(
      (match): TextFinding => ({
        check: 'leaked_credential',
        severity: 'block',
        message: `This looks like ${name}. Take it out, and replace it wherever it is in use.`,
        span: { start: match.index, end: match.index + match[0].length },
      }),
    ),
  );
}
