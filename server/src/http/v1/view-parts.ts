import type { Context } from '../../context.ts';
import { gateInEnglish } from '../../publishing/gates/gate.ts';
import type { TargetReadiness } from '../../publishing/gates/target-faults.ts';
import type { Readiness } from '../../publishing/jobs/readiness.ts';
import type { OperationRequest } from '../engine/operation.ts';

/** The absolute URL of a versioned path. */
export function linkTo(ctx: Pick<Context, 'config'>, path: string): { href: string } {
  return { href: `${ctx.config.publicUrl}/api/v1${path}` };
}

export function timeOrNull(time: Date | null | undefined): string | null {
  return time?.toISOString() ?? null;
}

export function readinessView({ state, gates, targets }: Readiness) {
  return { state, gates: gates.map(gateInEnglish), targets: targets.map(targetView) };
}

export function targetView({ platform, connectionId, name, state, code, message, remedy }: TargetReadiness) {
  const english = { name: String(name), message: message && String(message), remedy: remedy && String(remedy) };
  return { platform, connection_id: connectionId, state, code, ...english };
}

/** RFC 8288: the URL of the next page, with all other parameters of this request's query. */
export function nextPageHeader(ctx: Pick<Context, 'config'>, request: OperationRequest, nextCursor: string | null): Record<string, string> {
  if (nextCursor === null) return {};
  const next = new URL(request.url, ctx.config.publicUrl);
  next.searchParams.set('cursor', nextCursor);
  return { link: `<${ctx.config.publicUrl}${next.pathname}${next.search}>; rel="next"` };
}
