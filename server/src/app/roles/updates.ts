import { buildUpdates, type UpdatesDeps } from '../app.ts'
import { listen } from './listen.ts'
import type { Parts } from './role.ts'

/** Serves the update service, to owners' browsers and to units. */
export async function startUpdates(parts: Parts, othersAtFault: UpdatesDeps['othersAtFault']): Promise<void> {
  await listen(
    await buildUpdates({ ...parts, dataFolder: parts.config.DATA_DIR, othersAtFault }),
    parts,
    'UPDATES_PORT',
  )
}
