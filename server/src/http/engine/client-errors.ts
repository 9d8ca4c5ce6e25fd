import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { DomainError } from '../../errors.ts';
import { earlyHeaders } from './content-security.ts';
import { PROBLEM_TYPE, toProblem } from './problem-details.ts';

/** Responds to what Node's parser rejects before there is a request, with the same problem details, written by hand. */
export function createClientErrorHandler(publicUrl: string): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
    const [status, message] = statusOf(error.code);
    const requestId = randomUUID();
    const problem = { ...toProblem(new DomainError('bad_user_input', { message }), publicUrl, requestId), status };
    const body = JSON.stringify(problem);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_TEXTS[status]}`,
      `Content-Type: ${PROBLEM_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Cache-Control: no-store',
      ...Object.entries(earlyHeaders(publicUrl)).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}

const STATUS_TEXTS = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' } as const;

function statusOf(code: string | undefined): [keyof typeof STATUS_TEXTS, string] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request did not arrive in time.'];
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'The headers are too large.'];
  return [400, 'This is not a valid HTTP/1.1 request.'];
}
