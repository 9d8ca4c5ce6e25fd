import { standingSignatureFault } from '../../approvals/signatures/verify-signature.ts';
import { contentDeviations } from '../../approvals/standing/matches.ts';
import { hashOfTemplate, isSameJson, type TargetTemplate } from '../../approvals/standing/template.ts';
import type { JsonObject, Post } from '../../platforms/platform.ts';
import { createPlatforms, type PlatformPorts } from '../../platforms/registry.ts';
import { partsOf } from './evidence-digests.ts';
import type { Evidence, EvidenceDecision, EvidencePayload, EvidenceSignature, EvidenceStanding } from './evidence-document.ts';
import type { EvidenceFault } from './evidence-report.ts';

/** Faults of a standing approval, and of the content approved by it. */
export function standingFaults({ content, approval }: Evidence): EvidenceFault[] {
  return (approval?.decisions ?? []).flatMap((decision, index) => {
    const { standing_approval: standing } = decision;
    if (!standing) return [];
    const at = `/approval/decisions/${index}/standing_approval`;
    return [...ownFaults(standing, decision, at), ...contentFaults(standing, content, at)];
  });
}

/** Why the passkey's signature does not cover what was signed beforehand; null if it does. */
export async function standingSignedFault(
  { job }: Evidence,
  standing: EvidenceStanding,
  signature: EvidenceSignature,
): Promise<string | null> {
  return standingSignatureFault(partsOf(signature), {
    workspaceId: job.workspace_id,
    userId: standing.user_id ?? '',
    standingId: standing.standing_approval_id,
    agentId: standing.agent_id ?? '',
    templateHash: hashOfTemplate(templateOf(standing)),
    perDay: standing.per_day,
    timeZone: standing.time_zone ?? '',
    credits: standing.credits,
    endsAt: new Date(standing.ends_at ?? 0),
    signedAt: new Date(standing.signed_at ?? 0),
  });
}

const templateOf = ({ template }: EvidenceStanding): TargetTemplate[] => template as unknown as TargetTemplate[];

function ownFaults(standing: EvidenceStanding, decision: EvidenceDecision, at: string): EvidenceFault[] {
  const faults: EvidenceFault[] = [];
  if (hashOfTemplate(templateOf(standing)) !== standing.template_hash)
    faults.push({ at: `${at}/template`, message: 'The template is not the one that was hashed.' });
  const timeOf = (time: string | null): number => Date.parse(time ?? '');
  const decided = timeOf(decision.at);
  // An invalid time is never in force.
  if (!(timeOf(standing.signed_at) <= decided && decided < timeOf(standing.ends_at)))
    faults.push({ at, message: 'It was not in force when it is to have let this through.' });
  return faults;
}

/** The text must match the template, and the published payload must be built from exactly this text. */
function contentFaults(standing: EvidenceStanding, content: readonly EvidencePayload[], at: string): EvidenceFault[] {
  // Documents from before it was stored: their content rests on the service's word.
  if (!standing.signature && content.every(({ post }) => !post)) return [];
  // Without a signature the post is as much the service's word as the payload.
  const faults = content.flatMap((own, index) =>
    !standing.signature || (own.post && isBuiltOf(own, own.post))
      ? []
      : [{ at: `/content/${index}/post`, message: 'The payload is not what this post becomes.' }],
  );
  const targets = content.map(({ platform, connection_id, post }, index) => ({
    platform,
    connectionId: connection_id,
    post: asCovered(postOf(post), templateOf(standing)[index]),
  }));
  const deviations = contentDeviations(templateOf(standing), targets);
  return [...faults, ...deviations.map(({ message }) => ({ at, message: `The content does not follow the template: ${message}.` }))];
}

/** A template of 0.7 or before names the bytes of a video alone: what it does not name of a post is the service's word. */
function asCovered(post: Post | null, template: TargetTemplate | undefined): Post | null {
  const pictures = (template?.rest.pictures ?? []) as JsonObject[];
  const namesExtras = pictures.some((picture) => 'cover' in picture || 'subtitles' in picture);
  if (!post?.media || namesExtras) return post;
  return { ...post, media: post.media.map(({ cover: _cover, subtitles: _subtitles, ...rest }) => rest) };
}

const postOf = (post: EvidencePayload['post']): Post | null => (post ? (post as unknown as Post) : null);

function isBuiltOf({ platform, payload }: EvidencePayload, post: NonNullable<EvidencePayload['post']>): boolean {
  const built = buildPayload(platform, post as unknown as Post);
  return built !== null && isSameJson(built, payload);
}

/** Ports for building payloads only: any network call throws. */
const NOWHERE = new Proxy({} as PlatformPorts['outbound'] & PlatformPorts['sandboxFeed'], {
  get: () => () => {
    throw new Error('There is no way out here.');
  },
});

/**
 * Builds the exact payload of a post for a platform, without a server; null if this version does not know the
 * platform.
 */
function buildPayload(platform: string, post: Post): JsonObject | null {
  const known = createPlatforms({ outbound: NOWHERE, sandboxFeed: NOWHERE, website: '', clients: {} }).get(platform);
  return known ? (JSON.parse(JSON.stringify(known.build(post))) as JsonObject) : null;
}
