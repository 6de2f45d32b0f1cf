import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openDevice } from '@kellersonne/gateway/devices/device'
import { checkedProfile } from '@kellersonne/gateway/profiles/load'
import { openTransports } from '@kellersonne/gateway/transports/open'
import * as z from 'zod/mini'
import { run } from '../lib/server.ts'

export const REGISTERS = 20
const names = [
  'grid',
  'pv',
  'battery',
  'charged',
  'discharged',
  'imported',
  'exported',
  'yield',
  'soc',
  'volts',
]

/** Twenty registers that follow each other, and ten values of the protocol. */
export const profile = checkedProfile('bench', {
  ...{ version: 1, id: 'bench', name: 'bench', notes: { de: '', en: '' }, sources: ['bench'] },
  transport: {
    kind: 'modbus',
    registers: Object.fromEntries(
      Array.from({ length: REGISTERS }, (_, address) => [
        names[address] ?? `r${address}`,
        { address, type: 'u16' },
      ]),
    ),
  },
  values: {
    ...{ grid_w: '-grid', pv_w: 'pv', battery_w: 'charged - discharged', soc: 'soc', grid_v: 'volts' },
    ...{
      pv_wh: 'yield',
      import_wh: 'imported',
      feed_in_wh: 'exported',
      charge_wh: 'charged',
      discharge_wh: 'discharged',
    },
  },
})

/** Starts ten Modbus devices in a process of their own; resolves to it and to their ports. */
export async function startModbusDevices(): Promise<{ child: ChildProcess; ports: readonly number[] }> {
  const child = run(['bench/src/gateway/modbus-devices.ts'])
  const [ports] = await once(child, 'message')
  return { child, ports: z.array(z.number()).parse(ports) }
}

export const openDevices = (ports: readonly number[]) =>
  ports.map((port, i) =>
    openDevice(
      { name: `device_${i}`, profile: 'bench', host: '127.0.0.1', port, options: {}, invert: [] },
      profile,
      {
        openTransport: openTransports(),
        clock: Date.now,
        onFault: (name, fault) => {
          throw new Error(`${name}: ${fault.message}`)
        },
        onBack: () => undefined,
      },
    ),
  )
