import { type TSchema, Type } from 'typebox';
import type { Evidence } from '../../../publishing/evidence/evidence-document.ts';

/** Parts are signed as they are: nothing may be left out or rounded in serialization. */
const part = (description: string): TSchema => Type.Unknown({ description });

export const EvidenceSchema = Type.Unsafe<Evidence>(
  Type.Object(
    {
      format: part('`countersign-evidence/1`.'),
      service: part('Where it comes from.'),
      exported_at: part('When it was made.'),
      job: part('The publish job with its content hash.'),
      content: part('Every payload of the content hash, in its order, with its own hash.'),
      approval: part('The approval with every decision and the hash it names; null in mode `auto`.'),
      publications: part(
        'Each with its intent, its attempts, the gates as they stood, the answers, a settlement by a person and its credit.',
      ),
      audit: part('The audit log entries about it, with their positions in the chain.'),
      audit_kept_from: Type.Optional(
        part('The range of audit log entries deleted by retention; omitted if none of the time of the job were.'),
      ),
      seal: part('The digest of every part, the Ed25519 signature over them and the public key.'),
    },
    { description: 'Everything that is known of a publish job, signed.' },
  ),
);
