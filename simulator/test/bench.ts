import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { onTestFinished } from 'vitest'
import { FACTORY_VERSIONS } from '../src/firmware/firmware.ts'
import { siteOf } from '../src/plant/plant.ts'
import { startUnit } from '../src/unit/unit.ts'
import type { UnitSettings } from '../src/unit/unit-settings.ts'
import { type Broker, openBroker } from './broker.ts'

export const sn = serialNumber.parse('1001')
const site = siteOf({ seed: 1, latitude: 47.66, longitude: 9.17, timeZone: 'Europe/Berlin' })

/** Resources a test opens are closed when it ends, the last one first. */
export async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'ks-simulator-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}
export async function copyOf(from: string) {
  const to = await folder()
  await cp(from, to, { recursive: true })
  return to
}
export async function broker(port?: number): Promise<Broker> {
  const opened = await openBroker(port)
  onTestFinished(() => opened.close())
  return opened
}
export function unit(
  settings: Pick<UnitSettings, 'brokerUrl' | 'stateDir'> & Partial<UnitSettings>,
  now = () => new Date(),
) {
  const started = startUnit(
    {
      ...{ sn, phase: 1, secret: 'secret', code: null, fresh: false, intervalMs: 100, historyDays: 0 },
      ...{ updatesUrl: 'http://127.0.0.1:9', downloadBytesPerS: 1e9, installMs: 50, pollMs: 200 },
      ...{ versions: FACTORY_VERSIONS, firmwareKey: null, firstMessage: null },
      ...settings,
    },
    {
      site,
      now,
      jitter: () => 0,
      onFault: (fault) => {
        throw new Error(fault)
      },
    },
  )
  onTestFinished(() => started.close())
  return started
}
