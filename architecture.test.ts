import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { modulesNamedIn, sourceFiles } from './scripts/suite/imports.ts'

/** Which workspaces each workspace may import. */
const parts: Record<string, readonly string[]> = {
  core: [],
  contract: ['core'],
  server: ['core', 'contract'],
  web: ['core', 'contract'],
  'device-kit': ['core', 'contract'],
  gateway: ['core', 'contract', 'device-kit'],
  simulator: ['core', 'contract', 'device-kit'],
  conformance: ['core', 'contract'],
  testing: [],
  e2e: ['core', 'contract', 'testing'],
  bench: ['core', 'contract', 'gateway', 'server', 'simulator', 'web', 'testing'],
  scripts: ['core', 'contract', 'gateway', 'server', 'simulator', 'testing'],
}

/** In core and contract, a domain may import its own files and the listed domains, all of which are in rows above it. */
const core: Record<string, readonly string[]> = {
  units: [],
  time: [],
  systems: ['units'],
  identity: [],
  telemetry: ['units', 'time'],
  messages: ['units', 'time', 'telemetry'],
  energy: ['units', 'time', 'telemetry'],
  firmware: ['units', 'systems', 'telemetry'],
  live: ['units', 'time', 'systems', 'telemetry', 'messages', 'energy', 'firmware'],
  control: ['systems', 'messages', 'live'],
}
const contract: Record<string, readonly string[]> = {
  shared: [],
  systems: ['shared'],
  identity: ['shared', 'systems'],
  telemetry: ['shared', 'systems'],
  messages: ['shared', 'systems', 'telemetry'],
  firmware: ['shared', 'systems'],
  control: ['shared', 'systems'],
  live: ['shared', 'systems', 'firmware'],
  energy: ['shared', 'systems', 'live'],
  operations: ['shared'],
}
/** On the server, a domain may import its own files and the listed domains, all of which are in rows above it. */
const below = ['platform', 'systems', 'telemetry']
const server: Record<string, readonly string[]> = {
  platform: [],
  telemetry: ['platform'],
  systems: ['platform', 'telemetry'],
  identity: below,
  messages: below,
  control: [...below, 'identity'],
  firmware: [...below, 'identity'],
  energy: [...below, 'messages', 'control', 'firmware'],
  live: [...below, 'identity', 'energy', 'firmware'],
  operations: [...below, 'identity', 'messages', 'control', 'firmware', 'energy'],
  app: [...below, 'identity', 'messages', 'control', 'firmware', 'energy', 'live', 'operations'],
}
/** In the portal, a layer or feature may import its own files and the listed layers and features. */
const frame = ['ui', 'platform']
const web: Record<string, readonly string[]> = {
  platform: [],
  ui: ['platform'],
  about: frame,
  glossary: frame,
  identity: [...frame, 'systems'],
  systems: [...frame, 'identity', 'live'],
  live: [...frame, 'identity', 'systems', 'energy', 'messages'],
  energy: [...frame, 'glossary', 'live', 'firmware'],
  messages: [...frame, 'identity', 'live'],
  control: [...frame, 'glossary', 'live', 'messages'],
  firmware: [...frame, 'live'],
  app: [
    ...[...frame, 'about', 'glossary', 'identity', 'systems', 'live', 'energy', 'messages', 'control'],
    'firmware',
  ],
}
const drivers: Record<string, RegExp> = {
  '^server/src/(?!platform/db/)': /^pg$/,
  '^server/src/(?!platform/broker/)': /^(aedes|mqtt|rabbitmq-client)/,
  '^(core|contract|device-kit|gateway|server|simulator|conformance)/': /^react/,
}

const isTest = (file: string) => /\.test\.tsx?$|\/test\//.test(file)
const files = sourceFiles('.').filter((file) => !isTest(file))

const edges = files.flatMap((file) =>
  modulesNamedIn(file, readFileSync(file, 'utf8')).map((name) => ({ file, name })),
)
const workspaceOf = (file: string) => file.split('/')[0] ?? ''
const resolved = ({ file, name }: { file: string; name: string }) =>
  name.startsWith('.')
    ? new URL(name, `file:///${file}`).pathname.slice(1)
    : name.replace(/^@kellersonne\/([\w-]+)\/(.*)$/, '$1/src/$2.ts')

describe('architecture', () => {
  it('lets a workspace import only those below it', () => {
    const forbidden = edges.filter(({ file, name }) => {
      const target = /^@kellersonne\/([^/]+)/.exec(name)?.[1]
      return target !== undefined && !parts[workspaceOf(file)]?.includes(target)
    })
    expect(forbidden).toEqual([])
  })

  it('never reaches into another workspace by a relative path', () => {
    const forbidden = edges.filter(
      (edge) => edge.name.startsWith('.') && workspaceOf(resolved(edge)) !== workspaceOf(edge.file),
    )
    expect(forbidden).toEqual([])
  })

  it('keeps core free of everything but itself', () => {
    const foreign = edges.filter(({ file, name }) => file.startsWith('core/') && !name.startsWith('.'))
    expect(foreign).toEqual([])
  })

  it('lets contract import core, zod and what judges phone numbers and passwords alone', () => {
    const foreign = edges.filter(
      ({ file, name }) =>
        file.startsWith('contract/') &&
        !/^(\.|@kellersonne\/core\/|zod|libphonenumber-js\/|@zxcvbn-ts\/)/.test(name),
    )
    expect(foreign).toEqual([])
  })

  it('names the database driver and MQTT only where they are wrapped', () => {
    const forbidden = edges.filter(({ file, name }) =>
      Object.entries(drivers).some(([where, driver]) => new RegExp(where).test(file) && driver.test(name)),
    )
    expect(forbidden).toEqual([])
  })

  it.each([
    ['core/src/', core],
    ['contract/src/', contract],
    ['server/src/', server],
  ])(
    'keeps the directions between the domains of %s, no two of which depend on each other',
    (prefix, table) => {
      expect(crossings(prefix, domainOf, table)).toEqual([])
      const order = Object.keys(table)
      const backwards = Object.entries(table).flatMap(([domain, allowed]) =>
        allowed
          .filter((other) => order.indexOf(other) >= order.indexOf(domain))
          .map((other) => [domain, other]),
      )
      expect(backwards).toEqual([])
    },
  )

  it('keeps files out of circles, also of types', () => {
    const byFile = Map.groupBy(edges, ({ file }) => file)
    const known = new Set(files)
    const targets = (file: string) =>
      (byFile.get(file) ?? []).map(resolved).filter((target) => known.has(target))
    expect(files.filter((file) => reaches(file, targets))).toEqual([])
  })

  it("keeps a capability's routes to itself", () => {
    const forbidden = edges.filter(({ file, name }) => {
      const target = resolved({ file, name })
      return (
        /^server\/src\/.*\/routes\.ts$/.test(target) &&
        dirname(target) !== dirname(file) &&
        file !== 'server/src/app/app.ts'
      )
    })
    expect(forbidden).toEqual([])
  })

  it("keeps the update's three doors apart: what they share is in runs and releases", () => {
    const doorOf = (path: string) =>
      /^server\/src\/firmware\/(portal-api|update-service|ddi)\//.exec(path)?.[1]
    const forbidden = edges.filter((edge) => {
      const [from, to] = [doorOf(edge.file), doorOf(resolved(edge))]
      const isInside = edge.file.startsWith('server/src/firmware/')
      return isInside && to !== undefined && from !== to
    })
    expect(forbidden).toEqual([])
  })

  it('knows the domain of every file', () => {
    const tables: Record<string, Record<string, readonly string[]>> = { core, contract, server, web }
    const homeless = files.filter((file) => {
      const [workspace = '', source] = file.split('/')
      const part = (workspace === 'web' ? webPart : domainOf)(file) ?? ''
      return source === 'src' && tables[workspace] && !(part in tables[workspace])
    })
    expect(homeless).toEqual([])
  })

  it('keeps the directions inside the portal', () => {
    expect(crossings('web/src/', webPart, web)).toEqual([])
  })

  it('keeps ui free of the domain: of core it knows days alone', () => {
    const foreign = edges.filter(
      ({ file, name }) => file.startsWith('web/src/ui/') && /^@kellersonne\/(?!core\/time\/)/.test(name),
    )
    expect(foreign).toEqual([])
  })
})

const domainOf = (path: string): string | undefined => path.split('/')[2]

/** True if a file imports itself by way of others. */
function reaches(start: string, targets: (file: string) => readonly string[]): boolean {
  const seen = new Set<string>()
  const next = [...targets(start)]
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (file === start) return true
    if (!seen.has(file)) next.push(...targets(file))
    seen.add(file)
  }
  return false
}

function webPart(path: string): string | undefined {
  const [, , layer, feature] = path.split('/')
  return layer === 'features' ? feature : layer
}

/** Returns the imports between parts of a workspace that its table does not allow. */
function crossings(
  prefix: string,
  partOf: (path: string) => string | undefined,
  table: Record<string, readonly string[]>,
) {
  return edges.filter((edge) => {
    const target = resolved(edge)
    if (!edge.file.startsWith(prefix) || !target.startsWith(prefix)) return false
    const from = partOf(edge.file) ?? ''
    const to = partOf(target) ?? ''
    return from !== to && !table[from]?.includes(to)
  })
}
