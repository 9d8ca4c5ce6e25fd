// A separate worker process for tests that kill it; settings come from the environment as for the service.
import { createApp } from '../../app.ts';
import { loadConfig } from '../../config/config.ts';
import { notifyPeople } from '../../notices/compose/notify-people.ts';
import { startWorker } from '../../worker/start-worker.ts';

const app = await createApp(loadConfig(process.env));
await startWorker(app.services, app.queue, { readers: [notifyPeople] });
process.stdout.write('working\n');
