import { setTimeout as sleep } from 'node:timers/promises'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import mqtt from 'mqtt'
import type { Db } from '../../src/platform/db/database.ts'
import { systemStore } from '../../src/systems/store.ts'

/** So long a unit waits for an acknowledgement before it tries another address. */
const PATIENCE_MS = 2000
const PAUSE_MS = 20

/** Units that each publish one reading after the other, and each until it is acknowledged, at whichever port answers. */
export async function openLoad(db: Db, units: number, portOf: (attempt: number) => number) {
  const began = Date.now() - 86_400_000
  let acknowledged = 0
  let longest = 0
  let last = performance.now()
  let ended = false

  function note() {
    acknowledged += 1
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  async function run(index: number) {
    const sn = serialNumber.parse(String(5000 + index))
    await systemStore(db).put({ phase: 1, timeZone: 'Europe/Berlin', sn, secret: 'secret' })
    let attempt = index
    for (let n = 0; !ended; attempt += 1) {
      const client = mqtt.connect({
        ...{ host: '127.0.0.1', port: portOf(attempt), protocolVersion: 4, reconnectPeriod: 0 },
        ...{ clientId: sn, username: sn, password: 'secret', connectTimeout: PATIENCE_MS },
      })
      client.on('error', () => undefined)
      const closed = new Promise<false>((done) => client.once('close', () => done(false)))
      while (!ended) {
        const payload = JSON.stringify({ at: new Date(began + n).toISOString(), grid_w: 5 })
        const received = client.publishAsync(`storage/${sn}/reading`, payload, { qos: 1 }).then(
          () => true,
          () => false,
        )
        const late = sleep(PATIENCE_MS, false, { ref: false })
        if (!(await Promise.race([received, closed, late]))) break
        note()
        n += 1
      }
      client.end(true)
      await sleep(PAUSE_MS)
    }
  }
  const running = Array.from({ length: units }, (_, i) => run(i))
  return {
    /** How many different readings have been acknowledged. */
    acknowledged: () => acknowledged,
    /** Returns the longest time in ms without any acknowledgement since the last call. */
    gap() {
      const longestNow = Math.max(longest, performance.now() - last)
      longest = 0
      return Math.round(longestNow)
    },
    /** Ends once each unit's last reading is acknowledged or given up. */
    async end() {
      ended = true
      await Promise.all(running)
    },
  }
}
