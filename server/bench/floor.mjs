// The least that an answer out of a database costs: a bare Fastify, and one SELECT or INSERT by `pg`. A process of its own.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../bin/toolchain.mjs';

const [url, port] = process.argv.slice(2);
const require = createRequire(join(ROOT, 'server', 'package.json'));
const { fastify } = require('fastify');
const { Pool } = require('pg');

// As many connections as the service has.
const pool = new Pool({ connectionString: url, max: 20 });
await pool.query('create table if not exists bench_floor (id bigint generated always as identity primary key, body text not null)');
await pool.query('insert into bench_floor (body) select repeat($1, 20) where not exists (select from bench_floor)', ['Harbour news. ']);

const app = fastify();
app.get('/read', async () => {
  const { rows } = await pool.query({ name: 'read', text: 'select id, body from bench_floor where id = $1', values: [1] });
  return rows[0];
});
app.post('/write', async (request, reply) => {
  const values = [JSON.stringify(request.body)];
  const { rows } = await pool.query({ name: 'write', text: 'insert into bench_floor (body) values ($1) returning id', values });
  return reply.code(201).send(rows[0]);
});
await app.listen({ port: Number(port), host: '127.0.0.1' });
process.stdout.write('ready\n');
process.on('SIGTERM', () => process.exit(0));
