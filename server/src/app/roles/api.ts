import { setTimeout as sleep } from 'node:timers/promises'
import { createChartWorker } from '../../energy/charts/chart-worker.ts'
import { createChangeNotifier } from '../../live/change-notifier.ts'
import { openPushSender } from '../../messages/push/sender.ts'
import type { Db } from '../../platform/db/database.ts'
import { buildApi, type Deps } from '../app.ts'
import { listen } from './listen.ts'
import type { Parts } from './role.ts'

const LISTENING_MS = 3000

/** Serves portal and main service. */
export async function startApi(parts: Parts, othersAtFault: Deps['othersAtFault']): Promise<void> {
  const notifier = createChangeNotifier(parts.db)
  parts.onClose(() => notifier.close())
  const answering = createChartWorker(parts.databaseUrl)
  const push = openPushSender(parts)
  parts.onClose(() => push.close())
  await listen(await buildApi({ ...parts, notifier, answering, push, othersAtFault }), parts, 'PORT')
  await untilListening(parts.db)
}

/**
 * Waits until notifications arrive, so that the process is healthy once it reports ready; gives up if the database is
 * just becoming unavailable.
 */
async function untilListening(db: Db) {
  for (const started = performance.now(); !db.listening() && performance.now() - started < LISTENING_MS; )
    await sleep(10)
}
