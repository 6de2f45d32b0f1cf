import { buildUpdates } from '../app.ts'
import { listen } from './listen.ts'
import type { Parts } from './role.ts'

/** Serves the update service, to owners' browsers and to units. */
export async function startUpdates(parts: Parts): Promise<void> {
  await listen(await buildUpdates({ ...parts, dataFolder: parts.config.DATA_DIR }), parts, 'UPDATES_PORT')
}
