// What agents ask for over REST, each against the floor with as many connections.
import { load } from './load.mjs';
import { perRequest } from './processor.mjs';
import { draftOf, send, URL_OF_SERVICE } from './service.mjs';

const WARM_UP_SECONDS = 5;

/**
 * Measures every path of agents; `row` takes a figure with its floor and its goal, `processor` returns the processor time used so far.
 * A goal is the least share of a bare Fastify and `pg` server of the same run. Returns how many drafts were created a second.
 */
export async function timeRequests({ home, floorUrl, seconds, row, processor }) {
  const { headers, workspaceId } = home;
  const { body: submitted } = await send('POST', '/api/v1/drafts', headers, draftOf(workspaceId, 'approval_queue'));
  const job = `/api/v1/publish-jobs/${submitted.publish_job.job_id}`;
  const { answer } = await send('GET', job, headers);
  const floors = {};
  for (const connections of [10, 50]) {
    const write = { url: `${floorUrl}/write`, connections, seconds, method: 'POST', status: 201 };
    floors[`GET ${connections}`] = await load({ url: `${floorUrl}/read`, connections, seconds });
    floors[`POST ${connections}`] = await load({
      ...write,
      headers: { 'content-type': 'application/json' },
      body: draftOf(workspaceId, 'draft_only'),
    });
  }
  const time = async (name, goal, { path, floor, peer, ...request }) => {
    const connections = request.connections ?? 10;
    const asked = { url: `${URL_OF_SERVICE}${path}`, connections, headers, ...request };
    // What runs for the first time is compiled meanwhile: a service that runs for an hour does that once.
    await load({ ...asked, seconds: Math.min(WARM_UP_SECONDS, seconds) });
    const before = processor();
    const figure = await load({ ...asked, seconds });
    const base = floors[`${floor ?? request.method ?? 'GET'} ${connections}`].perSecond;
    row({
      name: `${name}, c=${connections}`,
      figure: `${figure.perSecond.toFixed(0)}/s, p50 ${figure.p50} ms, p99 ${figure.p99} ms${perRequest(before, processor(), figure.answered)}`,
      floor: `${base.toFixed(0)}/s${peer ? `; ${peer}` : ''}`,
      value: figure.perSecond / base,
      goal,
      isMet: goal === undefined || figure.perSecond / base >= goal,
    });
    return figure.perSecond;
  };
  const draft = (mode) => ({ method: 'POST', path: '/api/v1/drafts', status: 201, body: draftOf(workspaceId, mode) });
  await time('read a job', 0.026, { path: job });
  const etag = answer.headers.get('etag');
  if (etag)
    await time('read a job that has not changed', 0.026, { path: job, status: 304, headers: { ...headers, 'if-none-match': etag } });
  const precheck = { workspace_id: workspaceId, draft_id: submitted.draft_id, approval_required: true, publish_mode: 'approval_queue' };
  await time('precheck', 0.06, { method: 'POST', path: '/api/v1/usage/precheck', body: precheck, floor: 'GET' });
  await time('who am I', 0.085, { path: '/api/v1/me' });
  await time('credits and use', undefined, { path: '/api/v1/usage' });
  const created = await time('create a draft', 0.1, { ...draft('draft_only'), connections: 50, peer: 'Postiz 0.0055' });
  await time('submit for approval', 0.022, draft('approval_queue'));
  await time('list 25 drafts', 0.034, { path: '/api/v1/drafts?limit=25' });
  return created;
}
