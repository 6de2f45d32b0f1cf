// The Debian packages that tests need, installed together before the first test runs.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { nginxPath } from '@kellersonne/testing/nginx'
import { chromiumPath } from '../chromium.ts'
import { promtoolPath, unpackPromtool } from '../promtool.ts'
import { unpack } from './unpack.ts'

type Need = {
  readonly packages: readonly string[]
  readonly isThere: () => boolean
  /** Takes the place of installing the packages; false = not possible. */
  readonly fetch?: () => boolean
}
const onPath = (name: string) =>
  (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(`${folder}/${name}`))
const anyOf = (...paths: string[]) => paths.some((path) => existsSync(path))

const POSTGRESQL = '/usr/lib/postgresql'
const PYTHON = '/usr/lib/python3/dist-packages'

const hasPostgresql = () =>
  existsSync(POSTGRESQL) &&
  readdirSync(POSTGRESQL).some((version) => anyOf(`${POSTGRESQL}/${version}/bin/initdb`))

const needs = {
  chromium: { packages: ['chromium-headless-shell'], isThere: () => chromiumPath() !== null },
  firefox: {
    packages: ['firefox-esr'],
    isThere: () => anyOf(process.env['FIREFOX'] ?? '', '/usr/bin/firefox-esr'),
  },
  promtool: { packages: ['prometheus'], isThere: () => promtoolPath() !== null, fetch: unpackPromtool },
  nginx: {
    packages: ['nginx'],
    isThere: () => nginxPath() !== null,
    fetch: () => unpack('nginx', 'usr/sbin/nginx'),
  },
  pgbackrest: { packages: ['pgbackrest'], isThere: () => onPath('pgbackrest') },
  postgresql: { packages: ['postgresql'], isThere: hasPostgresql },
  rabbitmq: { packages: ['rabbitmq-server'], isThere: () => anyOf('/usr/lib/rabbitmq/bin/rabbitmq-server') },
  swupdate: {
    packages: ['swupdate', 'cpio', 'openssl'],
    isThere: () => ['swupdate', 'cpio', 'openssl'].every(onPath),
  },
  mosquitto: { packages: ['mosquitto'], isThere: () => anyOf('/usr/sbin/mosquitto') },
  pymodbus: {
    // Its server also needs what Debian only recommends.
    packages: ['python3-pymodbus', 'python3-serial', 'python3-serial-asyncio'],
    isThere: () => ['pymodbus', 'serial', 'serial_asyncio'].every((name) => anyOf(`${PYTHON}/${name}`)),
  },
  shell: { packages: ['curl', 'jq'], isThere: () => ['curl', 'jq'].every(onPath) },
  'stress-ng': { packages: ['stress-ng'], isThere: () => onPath('stress-ng') },
} satisfies Record<string, Need>
export type NeedName = keyof typeof needs
const needOf = (name: NeedName): Need => needs[name]

const LOCKED = /Could not get lock|Unable to lock|is another process using it/
const PATIENCE_MS = 600_000
const STEP_MS = 500

/** Runs apt-get, waiting while another process holds its locks. Prints its output if it fails. */
async function apt(...args: string[]): Promise<boolean> {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [program = '', ...rest] = [...sudo, 'apt-get', '-o', 'DPkg::Lock::Timeout=600', ...args]
  for (const began = Date.now(); ; await sleep(STEP_MS)) {
    const { status, stdout, stderr } = spawnSync(program, rest, {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
    })
    if (status === 0) return true
    if (LOCKED.test(stderr) && Date.now() - began < PATIENCE_MS) continue
    console.error(`${stdout ?? ''}${stderr ?? ''}`.trim())
    return false
  }
}

/** Installs missing packages. Throws an explanation, before any test has run, if one is not available. */
export async function ensurePackages(names: readonly NeedName[]): Promise<void> {
  const missing = () => names.filter((name) => !needs[name].isThere())
  const packages = missing().flatMap((name) => needs[name].packages)
  if (packages.length === 0) return
  const list = packages.join(', ')
  if (!existsSync('/usr/bin/apt-get'))
    throw new Error(
      `These tests need ${list} as Debian packages them, and there is no apt-get here to install them.`,
    )
  console.log(`Installing ${list} …`)
  // Without a network the existing lists may suffice.
  await apt('update', '-qq')
  const fetched = missing().filter((name) => needOf(name).fetch?.() === true)
  const installed = missing().filter((name) => !fetched.includes(name) && !needOf(name).fetch)
  if (installed.length > 0)
    await apt(
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      ...installed.flatMap((name) => needOf(name).packages),
    )
  const left = missing()
  if (left.length > 0)
    throw new Error(`${left.join(', ')} could not be installed: run apt-get install ${packages.join(' ')}.`)
}
