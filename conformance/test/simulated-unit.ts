import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { TEST_TIMEOUT_MS } from '@kellersonne/testing/patience'
import { onTestFinished } from 'vitest'
import { folder, unit } from '../../simulator/test/bench.ts'
import type { Deed } from '../src/against-unit/bench.ts'
import { testUnit, type UnitTest } from '../src/against-unit/run.ts'
import type { Result } from '../src/report.ts'
import { openProxy, type Tampering } from './proxy.ts'

const sn = serialNumber.parse('1001')
const operator = generateKeyPairSync('ed25519')
const image = { chip: 'bms', version: '2.5.0', bytes: randomBytes(100_000) }

/** Time runs faster, for the unit and the test alike: a unit waits a minute before it connects to the grid. */
const SPEED = 60
function fastClock() {
  const [start, began] = [Date.now(), performance.now()]
  return () => new Date(start + SPEED * (performance.now() - began))
}

/** What makes the unit a faulty one. */
export type Fault = {
  readonly tampering?: Tampering
  readonly settings?: Partial<Parameters<typeof unit>[0]>
  readonly prepare?: (running: ReturnType<typeof unit>) => void
  /** Rules that it never fulfils either, besides the one that is to find it. */
  readonly never?: RegExp
  /** Takes the place of its update client. */
  readonly client?: (url: string) => void
}

/** Tests the simulator's unit, or the faulty one that is made of it; resolves to what was found. */
export async function tested(
  { signal, ...more }: Partial<UnitTest> = {},
  { tampering, settings, prepare, client }: Fault = {},
): Promise<readonly Result[]> {
  const now = fastClock()
  const stateDir = await folder()
  const results: Result[] = []
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  let running: ReturnType<typeof unit> | undefined
  const deeds: Record<Deed, () => void> = {
    switch_off: () => running?.switchMain(false),
    switch_on: () => running?.switchMain(true),
    leave: () => void running?.close(),
  }
  await testUnit({
    ...{ sn, secret: 'secret', now, only: '' },
    signal: signal ? AbortSignal.any([signal, ending.signal]) : ending.signal,
    ...{ deadlineMs: TEST_TIMEOUT_MS, handsMs: TEST_TIMEOUT_MS },
    broker: { host: '127.0.0.1', port: 0, tls: null },
    updates: { host: '127.0.0.1', port: 0, tls: null },
    update: { image, key: operator.privateKey },
    hands: (deed) => deeds[deed](),
    onResult: (result) => results.push(result),
    async onReady({ broker, updates }) {
      const own = {
        brokerUrl: `mqtt://127.0.0.1:${tampering ? await openProxy(broker, tampering) : broker}`,
        updatesUrl: `http://127.0.0.1:${updates}`,
        firmwareKey: operator.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
        stateDir,
      }
      running = unit({ ...own, ...settings }, now)
      prepare?.(running)
      client?.(`http://127.0.0.1:${updates}`)
    },
    ...more,
  })
  return results
}
