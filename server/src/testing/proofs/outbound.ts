import { Socket } from 'node:net';

/** Records every connection that this process opens while `work` runs, by port, except those to the database. */
export async function countOutbound(databaseUrl: string, work: () => Promise<void>): Promise<string[]> {
  const databasePort = new URL(databaseUrl).port;
  const ports: string[] = [];
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    ports.push(portOf(args[0]));
    return Reflect.apply(connect, this, args);
  } as typeof connect;
  try {
    await work();
  } finally {
    Socket.prototype.connect = connect;
  }
  return ports.filter((port) => port !== databasePort);
}

/** The first argument is a port, the options, or, from inside Node, a list that begins with the options. */
function portOf(target: unknown): string {
  const options: unknown = Array.isArray(target) ? target[0] : target;
  return typeof options === 'object' && options !== null && 'port' in options ? String(options.port) : String(options);
}
