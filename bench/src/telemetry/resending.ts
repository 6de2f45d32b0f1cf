import { setTimeout as sleep } from 'node:timers/promises'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { READING_MS, reading } from '../lib/reading.ts'
import { connectUnit, type Unit } from '../lib/unit.ts'

const RETRY_MS = 50

/** Creates a unit that, like a real one, keeps unacknowledged messages and resends them after reconnecting. */
export function resendingUnit(
  port: number,
  sn: SerialNumber,
  { start, inFlight, onAck }: { start: number; inFlight: number; onAck: () => void },
) {
  const unacknowledged = new Set<number>()
  let sent = 0
  let holding = false
  let ended = false
  let current: Unit | undefined
  const idle: (() => void)[] = []

  function publish(unit: Unit, index: number) {
    unit.publish(JSON.stringify(reading(index, start + index * READING_MS)), () => {
      unacknowledged.delete(index)
      onAck()
      fill(unit)
    })
  }
  function fill(unit: Unit) {
    while (!holding && unacknowledged.size < inFlight) {
      const index = sent++
      unacknowledged.add(index)
      publish(unit, index)
    }
    if (unacknowledged.size === 0) for (const done of idle.splice(0)) done()
  }
  async function connect(): Promise<void> {
    while (!ended) {
      const unit = await connectUnit(port, sn, () => void connect()).catch(() => null)
      if (unit) {
        current = unit
        for (const index of unacknowledged) publish(unit, index)
        fill(unit)
        return
      }
      await sleep(RETRY_MS)
    }
  }
  void connect()

  return {
    /** Stops sending new readings; resolves to the number of readings sent once all are acknowledged. */
    async finish(): Promise<number> {
      holding = true
      if (unacknowledged.size > 0) await new Promise<void>((done) => idle.push(done))
      ended = true
      current?.end()
      return sent
    },
  }
}
