import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { modulesNamedIn } from './scripts/suite/imports.ts'

/** Which workspaces each workspace may import. */
const parts: Record<string, readonly string[]> = {
  core: [],
  contract: ['core'],
  server: ['core', 'contract'],
  web: ['core', 'contract'],
  simulator: ['core', 'contract'],
  testing: [],
  e2e: ['contract', 'testing'],
  bench: ['core', 'contract', 'server', 'web', 'testing'],
  scripts: ['server', 'simulator', 'testing'],
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
  operations: [...below, 'identity', 'messages', 'control', 'firmware'],
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
  messages: [...frame, 'live'],
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
  '^(core|contract|server|simulator)/': /^react/,
}

/** A function that creates hashes or MACs, and a comparison of one of them that does not take constant time. */
const hasher = /const (?:hash|mac)\w* = \(.*\bcreate(?:Hash|Hmac)\(/s
const carelessComparison =
  /\.equals\(|Buffer\.compare\(|[!=]==? [\w.]*(?:hash|mac|digest)\w*\(|\b(?:hash|mac|digest)\w*\([^=]*\) ?[!=]==? /

const isTest = (file: string) => /\.test\.tsx?$|\/test\//.test(file)
const files = globSync('{core,contract,server,web,simulator,testing,e2e,bench,scripts}/**/*.{ts,tsx}', {
  exclude: (name) => name.includes('node_modules') || name.includes('/dist'),
}).filter((file) => !isTest(file))

const edges = files.flatMap((file) =>
  modulesNamedIn(file, readFileSync(file, 'utf8')).map((name) => ({ file, name })),
)
const workspaceOf = (file: string) => file.split('/')[0] ?? ''
const resolved = ({ file, name }: { file: string; name: string }) =>
  name.startsWith('.') ? new URL(name, `file:///${file}`).pathname.slice(1) : name

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

  it('keeps the directions inside the server', () => {
    expect(crossings('server/src/', serverPart, server)).toEqual([])
  })

  it('orders the domains of the server, so that no two depend on each other', () => {
    const order = Object.keys(server)
    const backwards = Object.entries(server).flatMap(([domain, allowed]) =>
      allowed
        .filter((other) => order.indexOf(other) >= order.indexOf(domain))
        .map((other) => [domain, other]),
    )
    expect(backwards).toEqual([])
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

  it('keeps the directions inside the portal', () => {
    expect(crossings('web/src/', webPart, web)).toEqual([])
  })

  it('keeps ui free of the domain: of core it knows days alone', () => {
    const foreign = edges.filter(
      ({ file, name }) => file.startsWith('web/src/ui/') && /^@kellersonne\/(?!core\/time\/)/.test(name),
    )
    expect(foreign).toEqual([])
  })

  it('compares hashes and MACs in constant time', () => {
    const sources = files
      .filter((file) => file.startsWith('server/src/'))
      .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    const careless = sources.filter(
      ({ text }) =>
        carelessComparison.test(text) || (hasher.test(text) && !text.includes('timingSafeEqual(')),
    )
    expect(careless.map(({ file }) => file)).toEqual([])
  })

  it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names files that exist', (document) => {
    const named = [
      ...readFileSync(document, 'utf8').matchAll(
        /`((?:core|contract|server|web|simulator|testing|e2e|bench|scripts|docs)\/[\w./-]*)`/g,
      ),
    ]
    const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(path))
    expect(named.length).toBeGreaterThan(0)
    expect(missing).toEqual([])
  })

  it('keeps files to 250 lines and folders to 20 modules besides tests', () => {
    const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').length
    const modules = files.filter((file) => !/\.(test|spec)\.tsx?$/.test(file))
    const folders = Map.groupBy(modules, dirname)
    expect(files.filter((file) => lines(file) > 250)).toEqual([])
    expect([...folders].filter(([, inside]) => inside.length > 20).map(([folder]) => folder)).toEqual([])
  })

  it('runs only programs that exist, by the operating guide and the files of deploy', () => {
    const texts = ['docs/operating.md', ...globSync('deploy/**/*', { exclude: ['deploy/tls'] })]
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path, 'utf8'))
    const run = texts.flatMap((text) =>
      [...text.matchAll(/\b((?:server|scripts)\/[\w/-]+\.(?:ts|mjs))\b/g)].map(([, path = '']) => path),
    )
    expect(run.length).toBeGreaterThan(5)
    expect(run.filter((path) => !existsSync(path))).toEqual([])
  })

  it('lists every decision record with its status', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8')
    const rows = globSync('docs/decisions/0*.md').map((path) => {
      const [heading = '', , state = ''] = readFileSync(path, 'utf8').split('\n')
      const [, number = '', title = ''] = /^# (\d{4}) (.*)$/.exec(heading) ?? []
      return `| [${number}](${basename(path)}) | ${title} | ${state.slice(state.indexOf(',') + 2)} |`
    })
    expect(rows.filter((row) => !index.includes(row))).toEqual([])
    expect(index.match(/^\| \[/gm)).toHaveLength(rows.length)
  })

  it('touches browser storage and the network in one place each', () => {
    const text = (file: string) => readFileSync(file, 'utf8')
    const portal = files.filter((file) => file.startsWith('web/src/'))
    const storage = portal.filter(
      (f) => /\b(local|session)Storage\b/.test(text(f)) && f !== 'web/src/platform/stored.ts',
    )
    const network = portal.filter(
      (f) => /\bfetch\(/.test(text(f)) && !f.startsWith('web/src/platform/client/'),
    )
    expect({ storage, network }).toEqual({ storage: [], network: [] })
  })
})

const serverPart = (path: string): string | undefined => path.split('/')[2]

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
