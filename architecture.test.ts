import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { modulesNamedIn } from './scripts/suite/imports.ts'

/** Which workspace may import which, and which packages none but it may name. */
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

/** Inside a workspace: what stands left may import what stands right, and files beside it. */
const server: Record<string, readonly string[]> = {
  main: ['start', 'config', 'heartbeat'],
  start: ['closings', 'roles', 'capability', 'db', 'config', 'metrics', 'secret'],
  roles: ['app', 'capability', 'store', 'broker', 'db', 'config', 'metrics'],
  db: ['config'],
  http: ['db', 'config', 'metrics'],
  broker: ['config'],
  capability: ['db', 'http', 'broker', 'config', 'metrics', 'derive', 'store'],
  app: ['capability', 'store', 'db', 'http', 'config', 'connections', 'metrics', 'secret'],
  secret: ['config'],
  derive: [],
  store: ['db', 'config', 'capability'],
  metrics: ['config', 'connections'],
  config: [],
  connections: [],
  closings: [],
  heartbeat: [],
}
const web: Record<string, readonly string[]> = {
  stored: [],
  state: ['stored'],
  chunkFault: [],
  i18n: ['chunkFault'],
  preferences: ['stored', 'i18n'],
  session: ['stored', 'state'],
  guard: ['session', 'state'],
  data: ['session', 'stored', 'state'],
  ui: ['i18n', 'preferences', 'chunkFault'],
  shell: ['ui', 'data', 'i18n', 'preferences', 'state', 'session', 'chunkFault'],
  pages: ['ui', 'data', 'i18n', 'preferences', 'state', 'session', 'guard', 'shell', 'chunkFault'],
}
const drivers: Record<string, RegExp> = {
  '^server/src/(?!db/)': /^pg$/,
  '^server/src/(?!broker/)': /^(aedes|mqtt|rabbitmq-client)/,
  '^(core|contract|server|simulator)/': /^react/,
}

/** A function that makes hashes or MACs, and what compares one of them as it would any other value. */
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

  it("keeps a capability's routes to itself", () => {
    const forbidden = edges.filter(({ file, name }) => {
      const target = resolved({ file, name })
      const foreign = target.split('/')[2] !== file.split('/')[2]
      return /^server\/src\/\w+\/routes\.ts$/.test(target) && foreign && file !== 'server/src/app.ts'
    })
    expect(forbidden).toEqual([])
  })

  it('keeps the directions inside the portal', () => {
    expect(crossings('web/src/', webPart, web)).toEqual([])
  })

  it('lets no page import a page', () => {
    const page = (path: string) => /^web\/src\/pages\/([^/]+)\//.exec(path)?.[1]
    const forbidden = edges.filter((edge) => {
      const target = page(resolved(edge))
      return target !== undefined && page(edge.file) !== undefined && page(edge.file) !== target
    })
    expect(forbidden).toEqual([])
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

  it('touches browser storage and the network in one place each', () => {
    const text = (file: string) => readFileSync(file, 'utf8')
    const portal = files.filter((file) => file.startsWith('web/src/'))
    const storage = portal.filter(
      (f) => /\b(local|session)Storage\b/.test(text(f)) && f !== 'web/src/stored.ts',
    )
    const network = portal.filter((f) => /\bfetch\(/.test(text(f)) && !f.startsWith('web/src/data/'))
    expect({ storage, network }).toEqual({ storage: [], network: [] })
  })
})

function serverPart(path: string): string | undefined {
  const [, , folder = '', file = ''] = path.split('/')
  if (/^(db|http|broker|roles)$/.test(folder)) return folder
  if (folder.endsWith('.ts')) return folder.replace('.ts', '')
  return file === 'store.ts' ? 'store' : 'capability'
}

function webPart(path: string): string | undefined {
  const [, , folder = ''] = path.split('/')
  return folder.replace(/\.tsx?$/, '')
}

/** Imports between parts of one workspace that its table does not allow. */
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
    return from !== to && !(table[from]?.includes(to) ?? true)
  })
}
