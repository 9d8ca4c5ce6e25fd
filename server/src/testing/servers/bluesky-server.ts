import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AtpAgent } from '@atproto/api';
import { PDS } from '@atproto/pds';
import { Database as PlcDatabase, PlcServer } from '@did-plc/server';

export interface BlueskyAccount {
  did: string;
  handle: string;
  /** What a person would enter in the service; never the account's own password. */
  appPassword: string;
}

export interface BlueskyServer {
  /** The origin for `service`. */
  url: string;
  /** `handle` must be one label under `.test`, for instance `harbour.test`. */
  createAccount(handle: string, password: string): Promise<BlueskyAccount>;
  stop(): Promise<void>;
}

/**
 * A real Bluesky server on loopback, for tests: the program that Bluesky's own hosts run
 * (`@atproto/pds`) and the directory that it registers identities with (`@did-plc/server`, in
 * memory), both in this process. Nothing leaves the machine.
 */
export async function startBlueskyServer(): Promise<BlueskyServer> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const url = await start(undo);
    return { url, stop, createAccount: (handle, password) => createAccount(url, handle, password) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(undo: (() => Promise<unknown>)[]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'bluesky-pds-'));
  undo.push(() => rm(directory, { recursive: true, force: true }));

  const plcHttp = await listen(undo);
  plcHttp.server.on('request', PlcServer.create({ db: PlcDatabase.mock() }).app);

  const pdsHttp = await listen(undo);
  const pds = await PDS.fromEnv({
    // The public URL is built from this port; with the default host name it is http://localhost:PORT, any other host
    // name would make it https.
    port: pdsHttp.port,
    // Lets the PDS talk plain http to the directory on loopback.
    devMode: true,
    dataDirectory: directory,
    blobstoreDiskLocation: join(directory, 'blobs'),
    didPlcUrl: `http://localhost:${plcHttp.port}`,
    serviceHandleDomains: ['.test'],
    inviteRequired: false,
    // Its own default is 5 MB; Bluesky's hosts take videos.
    blobUploadLimit: 100_000_000,
    jwtSecret: randomBytes(16).toString('hex'),
    adminPassword: randomBytes(16).toString('hex'),
    plcRotationKeyK256PrivateKeyHex: randomBytes(32).toString('hex'),
  });
  // Its listener must end before its databases.
  undo.splice(-1, 0, () => pds.ctx.destroy());
  await pds.ctx.sequencer.start();
  pdsHttp.server.on('request', pds.app);
  return `http://localhost:${pdsHttp.port}`;
}

/**
 * Both packages' own `start()` listen on every interface and on a predetermined port. Listening first, on 127.0.0.1
 * and a port chosen by the kernel, keeps them off the network and leaves no gap in which another test can take the
 * port.
 */
async function listen(undo: (() => Promise<unknown>)[]): Promise<{ server: Server; port: number }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  undo.push(() => close(server));
  return { server, port: (server.address() as AddressInfo).port };
}

/** Ends kept-alive client connections too, for which `close()` alone would wait. */
async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

async function createAccount(service: string, handle: string, password: string): Promise<BlueskyAccount> {
  const agent = new AtpAgent({ service });
  // The server insists on an address; nothing is ever sent to it.
  const email = `${handle.split('.')[0]}@mail.test`;
  const { data } = await agent.createAccount({ handle, email, password });
  const created = await agent.com.atproto.server.createAppPassword({ name: 'test' });
  return { did: data.did, handle: data.handle, appPassword: created.data.password };
}
