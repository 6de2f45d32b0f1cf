import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isVersion } from '@kellersonne/core/firmware/versions'
import { serialNumber } from '@kellersonne/core/systems/systems'
import type { ServerTest } from './against-server/run.ts'
import type { UnitTest } from './against-unit/run.ts'
import { CannotRun } from './report.ts'

export const USAGE = `Tests a storage unit or a server against the device protocol (docs/device-protocol/conformance.md).

  npm run conformance -- mqtts://HOST:PORT --sn SN [OPTION …]     plays the unit SN against a server
  npm run conformance -- --listen PORT --sn SN [OPTION …]         plays the server against the unit SN

Against a server:
  --updates URL          address of the update service; without it, firmware is not tried
  --ca FILE              CA to trust (PEM) instead of the public ones
  --operator-key FILE    operator's public key (PEM): verifies the signature of an offered update
  --command              waits two minutes for a command that somebody gives in the portal

Against a unit:
  --host ADDRESS         address to listen on (127.0.0.1)
  --cert FILE --key FILE certificate and key (PEM) for TLS; without them, there is none
  --updates-listen PORT  port of an update service that the unit polls
  --hands                somebody is at the unit and does what the test asks for
  --signing-key FILE --image FILE --chip CHIP --to VERSION
                         an update that the unit is to install, and a private key (PEM) whose signature it trusts

Both:
  --deadline SECONDS     how long a step may take (30)
  --only PART            tries only rules of sections whose names contain PART, such as commands.md
  --json                 prints the results as JSON

The unit's secret is read from the environment variable UNIT_SECRET or the file --secret-file names.
Exit code: 0 nothing is wrong, 1 something is wrong, 2 the test could not run.
`

const HANDS_MS = 120_000
const MAX_DEADLINE_S = 3600
const flag = { type: 'boolean' } as const
const text = { type: 'string' } as const
const known = {
  ...{
    sn: text,
    updates: text,
    ca: text,
    'operator-key': text,
    command: flag,
    host: text,
    cert: text,
    key: text,
  },
  ...{
    listen: text,
    'updates-listen': text,
    hands: flag,
    'signing-key': text,
    image: text,
    chip: text,
    to: text,
  },
  ...{ deadline: text, only: text, json: flag, 'secret-file': text, help: flag },
} as const

type Common = 'sn' | 'deadlineMs' | 'only'
export type Options = { readonly json: boolean } & (
  | { readonly role: 'help' }
  | ({ readonly role: 'unit' } & Pick<ServerTest, Common | 'secret' | 'target' | 'updates' | 'commandMs'>)
  | ({ readonly role: 'server'; readonly hands: boolean } & Pick<
      UnitTest,
      Common | 'secret' | 'broker' | 'updates' | 'update' | 'handsMs'
    >)
)

function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new CannotRun(`${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
const readText = (path: string | undefined) => (path === undefined ? null : read(path).toString('utf8'))

function keyOf(path: string, create: (pem: string) => KeyObject): KeyObject {
  try {
    const key = create(read(path).toString('utf8'))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch (error) {
    if (error instanceof CannotRun) throw error
  }
  throw new CannotRun(`${path} is no Ed25519 key in PEM.`)
}

function portOf(name: string, given: string): number {
  const port = /^\d{1,5}$/.test(given) ? Number(given) : 0
  if (port < 1 || port > 65_535) throw new CannotRun(`--${name} ${given} is no port.`)
  return port
}

function targetOf(given: string, ca: string | null): ServerTest['target'] {
  const url = URL.canParse(given) ? new URL(given) : null
  const tls = url?.protocol === 'mqtts:'
  if (!url || (!tls && url.protocol !== 'mqtt:'))
    throw new CannotRun(`${given} is no address such as mqtts://host:8883.`)
  if (url.password !== '')
    throw new CannotRun('The secret does not belong into the address: use UNIT_SECRET or --secret-file.')
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (tls ? 8883 : 1883),
    tls,
    ca,
  }
}

type Given = ReturnType<typeof parse>['values']
function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: known, allowPositionals: true, strict: true })
  } catch (error) {
    throw new CannotRun(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  }
}

function updateOf({ 'signing-key': key, image, chip, to }: Given): UnitTest['update'] {
  const all = [key, image, chip, to]
  if (all.every((one) => one === undefined)) return null
  if (key === undefined || image === undefined || chip === undefined || to === undefined)
    throw new CannotRun('--signing-key, --image, --chip and --to belong together.')
  if (!isVersion(to)) throw new CannotRun(`--to ${to} is no version, as in 2.5.0.`)
  return { key: keyOf(key, createPrivateKey), image: { chip, version: to, bytes: read(image) } }
}

/** Reads the command line and the secret. Throws `CannotRun` with what is wrong. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options {
  const { values, positionals } = parse(args)
  const json = values.json ?? false
  if (values.help) return { role: 'help', json }
  const sn = serialNumber(values.sn ?? '')
  if (sn === null) throw new CannotRun('--sn is missing, or no serial number: digits, or capital letters.')
  const seconds = Number(values.deadline ?? 30)
  if (!(seconds > 0 && seconds <= MAX_DEADLINE_S))
    throw new CannotRun('--deadline is no number of seconds up to 3600.')
  const secret = readText(values['secret-file'])?.trim() ?? env['UNIT_SECRET'] ?? null
  const common = { json, sn, deadlineMs: 1000 * seconds, only: values.only ?? '' }
  const [address, ...others] = positionals
  if (others.length > 0 || (address === undefined) === (values.listen === undefined))
    throw new CannotRun(`Either an address or --listen is needed.\n\n${USAGE}`)

  if (address !== undefined) {
    if (secret === null)
      throw new CannotRun('The secret is missing: set UNIT_SECRET, or name its file with --secret-file.')
    const target = targetOf(address, readText(values.ca))
    const operator = values['operator-key']
    const key = operator === undefined ? null : keyOf(operator, createPublicKey)
    const updates = values.updates === undefined ? null : { url: values.updates, key }
    if (updates && !/^https?:/.test(updates.url))
      throw new CannotRun(`--updates ${updates.url} is no http address.`)
    return { role: 'unit', ...common, secret, target, updates, commandMs: values.command ? HANDS_MS : 0 }
  }
  const [cert, key] = [readText(values.cert), readText(values.key)]
  if ((cert === null) !== (key === null)) throw new CannotRun('--cert and --key belong together.')
  const tls = cert !== null && key !== null ? { cert, key } : null
  const place = (name: 'listen' | 'updates-listen') => ({
    ...{ host: values.host ?? '127.0.0.1', port: portOf(name, values[name] ?? ''), tls },
  })
  return {
    ...{ role: 'server', ...common, secret, hands: values.hands ?? false, handsMs: HANDS_MS },
    broker: place('listen'),
    updates: values['updates-listen'] === undefined ? null : place('updates-listen'),
    update: updateOf(values),
  }
}
