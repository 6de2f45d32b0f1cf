import { MAX_IMPORT_BYTES } from '@kellersonne/contract/energy/imports'
import { type Flow, type QuarterEnergies, quartersOf } from '@kellersonne/core/energy/imports/quarters'
import type { HomeAssistantTransport, HttpTransport } from '../profiles/json.ts'
import { type Counter, counterNames } from '../profiles/measures.ts'
import type { Profile } from '../profiles/profile.ts'
import type { DeviceSettings } from '../settings/settings.ts'
import { DeviceFault } from '../transports/fault.ts'
import { call } from '../transports/http/request.ts'
import { filled, required } from '../transports/options.ts'
import { statisticsOf } from './statistics.ts'

/** ms UTC. */
type Span = { readonly from: number; readonly until: number }
type Source = (span: Span) => Promise<string>

const EVCC_PATH = '/api/history/energy?aggregate=15m&format=csv'
const EVCC_PORT = 7070
const EVCC_MS = 60_000

/** Returns a function that fetches a device's history as CSV for the portal's import; null if it keeps none. */
export function historyOf(device: DeviceSettings, { id, transport, values }: Profile): Source | null {
  if (transport.kind === 'home_assistant') return (span) => fromHomeAssistant(device, transport, values, span)
  return id === 'evcc-http' && transport.kind === 'http' ? () => fromEvcc(device, transport) : null
}

/** Fetches evcc's own CSV unchanged. */
async function fromEvcc(
  { host, port, certificate }: DeviceSettings,
  transport: HttpTransport,
): Promise<string> {
  const target = {
    ...{ scheme: transport.scheme, host, port: port ?? transport.port ?? EVCC_PORT },
    certificate: certificate ?? null,
  }
  const { status, body } = await call(target, {
    ...{ method: 'GET', path: EVCC_PATH, headers: {}, body: null, maxBytes: MAX_IMPORT_BYTES },
    signal: AbortSignal.timeout(EVCC_MS),
  })
  if (status === 401 || status === 403) throw new DeviceFault('unauthorized', EVCC_PATH)
  if (status !== 200) throw new DeviceFault('http_status', EVCC_PATH, String(status))
  const text = body.toString('utf8')
  if (!/^\uFEFF?time\.start,time\.end,/.test(text)) throw new DeviceFault('half_answer', EVCC_PATH)
  return text
}

/** Returns the entities of counters that the settings name. */
const entitiesOf = (
  { options }: DeviceSettings,
  { fields }: HomeAssistantTransport,
  values: Profile['values'],
): [Counter, string][] =>
  counterNames.flatMap((counter) => {
    const entity = filled(fields[values[counter] ?? '']?.entity ?? '', options)
    return entity ? [[counter, entity]] : []
  })

/** Converts hourly statistics to quarters of an hour, in the columns of the portal's own export. */
async function fromHomeAssistant(
  device: DeviceSettings,
  transport: HomeAssistantTransport,
  values: Profile['values'],
  span: Span,
): Promise<string> {
  const entities = entitiesOf(device, transport, values)
  if (entities.length === 0) throw new DeviceFault('option', 'imported_entity')
  const found = await statisticsOf({
    ...{
      ...span,
      ids: entities.map(([, entity]) => entity),
      token: required(transport.token, device.options),
    },
    url: `${transport.scheme}://${device.host}:${device.port ?? transport.port}/api/websocket`,
  })
  return csvOf(entities.map(([counter, entity]) => [counter, quartersOf(known(found.get(entity)))]))
}

const known = (flows: readonly Flow[] | undefined): readonly Flow[] => flows ?? []

/** The portal recognises its own export by the first three columns. */
function csvOf(counted: readonly (readonly [Counter, QuarterEnergies])[]): string {
  const quarters = new Set(counted.flatMap(([, energies]) => [...energies.keys()]))
  const header = ['at', 'readings', 'grid_v_mean', ...counted.map(([counter]) => counter)]
  const rows = [...quarters]
    .toSorted((a, b) => a - b)
    .map((at) => [
      new Date(at).toISOString(),
      '',
      '',
      ...counted.map(([, energies]) => energies.get(at) ?? ''),
    ])
  return [header, ...rows].map((cells) => `${cells.join()}\r\n`).join('')
}
