import { expect, it } from 'vitest';
import { explainStartError, StartLater } from './explain-start-error.ts';

const config = {
  dataDir: '/srv/data',
  port: 80,
  host: 'posts.example.org',
  databaseUrl: 'postgres://countersign:hunter2@db.example.org:5433/posts',
  databaseDirectUrl: null,
};
const errorOf = (facts: Record<string, unknown>, message = 'refused') => Object.assign(new Error(message), facts);
const explain = (error: unknown, settings = config) => explainStartError(error, settings).message;

it.each([
  ['PORT', errorOf({ code: 'EADDRINUSE', syscall: 'listen' })],
  ['PORT', errorOf({ code: 'EACCES', syscall: 'listen' })],
  ['HOST', errorOf({ code: 'EADDRNOTAVAIL', syscall: 'listen' })],
  ['HOST', errorOf({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'posts.example.org' })],
  ['DATABASE_URL', errorOf({ code: 'ECONNREFUSED', syscall: 'connect' })],
  ['DATABASE_URL', errorOf({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'db.example.org' })],
  ['DATABASE_URL', errorOf({ code: '28P01', severity: 'FATAL' }, 'password authentication failed')],
  ['DATABASE_URL', errorOf({ code: '42501', severity: 'ERROR' }, 'permission denied for schema public')],
  ['DATABASE_DIRECT_URL', errorOf({ code: '08P01', severity: 'FATAL' }, 'unsupported startup parameter: options')],
  ['primary', errorOf({ code: '25006', severity: 'ERROR' }, 'cannot execute INSERT in a read-only transaction')],
  ['DATABASE_URL', errorOf({ code: '3D000', severity: 'FATAL' }, 'database "posts" does not exist')],
])('names %s in one sentence', (setting, error) => {
  const sentence = explain(error);
  expect(sentence).toContain(setting);
  expect(sentence).toMatch(/^[^\n]+\.$/);
});

it('names the database’s address and the driver’s message, and never the password', () => {
  const tries = [errorOf({ code: 'ECONNREFUSED' }, 'connect ECONNREFUSED ::1:5433'), errorOf({}, 'connect ECONNREFUSED 127.0.0.1:5433')];
  const sentence = explain(new AggregateError(tries));
  expect(sentence).toContain('db.example.org:5433');
  expect(sentence).toContain('::1:5433; connect ECONNREFUSED 127.0.0.1:5433');
  expect(sentence).not.toContain('hunter2');
});

it.each(['ENOSPC', 'EACCES', 'EROFS'])('names DATA_DIR where the files cannot be kept: %s', (code) => {
  const sentence = explain(errorOf({ code, syscall: 'mkdir' }, 'no room'), { ...config, databaseUrl: '' });
  expect(sentence).toContain('/srv/data');
  expect(sentence).toContain('DATA_DIR');
});

it('leaves every other error as it is', () => {
  const error = new Error('The embedded database could not be created.');
  expect(explainStartError(error, { ...config, databaseUrl: '' })).toBe(error);
  expect(explain('a text')).toBe('a text');
});

it('requests a restart if the database is away, but not if it refuses the login', () => {
  const isLater = (error: unknown) => explainStartError(error, config) instanceof StartLater;
  expect(isLater(errorOf({ code: 'ECONNREFUSED', syscall: 'connect' }))).toBe(true);
  expect(isLater(errorOf({ code: '57P03', severity: 'FATAL' }, 'the database system is starting up'))).toBe(true);
  expect(isLater(errorOf({ code: '28P01', severity: 'FATAL' }))).toBe(false);
  expect(isLater(errorOf({ code: '3D000', severity: 'FATAL' }))).toBe(false);
});
