import { type ModelServer, startModelServer } from '../../server/src/testing/servers/model-server.ts';

export interface Model extends Pick<ModelServer, 'answers'> {
  env: Record<string, string>;
  close(): Promise<void>;
}

/** A language model's server for a site. */
export async function startModel(): Promise<Model> {
  const { answers, config, stop } = await startModelServer();
  const { baseUrl, model, key } = config();
  return { answers, close: stop, env: { CAPTION_MODEL_URL: baseUrl, CAPTION_MODEL: model, CAPTION_MODEL_KEY: key ?? '' } };
}
