import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { type Gateway, run } from '@kellersonne/gateway/run'
import { SETTINGS_VERSION, type SettingsInput } from '@kellersonne/gateway/settings/settings'
import { runDevices } from '@kellersonne/simulator/cellar/devices'
import * as z from 'zod/mini'

const units = z.array(z.object({ sn: serialNumber, secret: z.string(), gateway: z.optional(z.boolean()) }))

type Place = {
  readonly dataFolder: string
  readonly unitsFile: string
  readonly brokerUrl: string
  readonly portalUrl: string
  readonly pagePort: number
}

/**
 * Runs the demo's gateway in this process, in front of three simulated devices (GWY-50). Resolves to null if the demo has
 * none.
 */
export async function runDemoGateway(
  { dataFolder, unitsFile, brokerUrl, portalUrl, pagePort }: Place,
  env: NodeJS.ProcessEnv,
): Promise<Gateway | null> {
  const own = units.parse(JSON.parse(readFileSync(unitsFile, 'utf8'))).find(({ gateway }) => gateway)
  if (!own) return null
  const folder = join(dataFolder, 'gateway')
  mkdirSync(folder, { recursive: true })
  const cellar = await runDevices(folder, env)
  const path = join(folder, 'gateway.json')
  const settings: SettingsInput = {
    version: SETTINGS_VERSION,
    portal: { url: portalUrl, serial_number: own.sn, secret: own.secret, broker_url: brokerUrl },
    ...{ devices: cellar.devices, capacity_wh: cellar.capacityWh },
    status_page: { port: pagePort, host: '127.0.0.1' },
  }
  writeFileSync(path, JSON.stringify(settings, null, 2), { mode: 0o600 })
  // What it has to say is on its page: the demo's users look at the portal, not at a log.
  const gateway = await run(path, () => undefined)
  return {
    ...gateway,
    async close() {
      await gateway.close()
      await cellar.close()
    },
  }
}
