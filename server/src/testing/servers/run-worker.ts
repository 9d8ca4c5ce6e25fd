// A separate worker process for tests that kill it; settings come from the environment as for the service. STAND_INS has the
// addresses of stand-ins of networks, by their ids.
import { createApp } from '../../app.ts';
import { loadConfig } from '../../config/config.ts';
import { notifyPeople } from '../../notices/compose/notify-people.ts';
import { startWorker } from '../../worker/start-worker.ts';
import { testPorts } from '../platforms.ts';
import { platformsAt } from './stand-in-networks.ts';

const config = loadConfig(process.env);
const app = await createApp(config);
const { STAND_INS } = process.env;
const platforms = STAND_INS && platformsAt(JSON.parse(STAND_INS), { ...testPorts(), website: config.publicUrl });
await startWorker({ ...app.services, ...(platforms && { platforms }) }, app.queue, { readers: [notifyPeople] });
process.stdout.write('working\n');
