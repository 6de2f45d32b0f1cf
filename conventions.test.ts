import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourceFiles } from './scripts/suite/imports.ts'

/** A function that creates hashes or MACs, and a comparison of one of them that does not take constant time. */
const hasher = /const (?:hash|mac)\w* = \(.*\bcreate(?:Hash|Hmac)\(/s
const carelessComparison =
  /\.equals\(|Buffer\.compare\(|[!=]==? [\w.]*(?:hash|mac|digest)\w*\(|\b(?:hash|mac|digest)\w*\([^=]*\) ?[!=]==? /

const everyFile = sourceFiles('.')
const files = everyFile.filter((file) => !/\.test\.tsx?$|\/test\//.test(file))

describe('conventions', () => {
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
        /`((?:core|contract|device-kit|gateway|server|web|simulator|conformance|testing|e2e|bench|scripts|docs)\/[\w./-]*)`/g,
      ),
    ]
    const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(path))
    expect(named.length).toBeGreaterThan(0)
    expect(missing).toEqual([])
  })

  it('keeps files to 250 lines and folders to 20 modules besides tests', () => {
    const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').length
    const modules = everyFile.filter((file) => !/\.(test|spec)\.tsx?$/.test(file))
    const folders = Map.groupBy(modules, dirname)
    expect(everyFile.filter((file) => lines(file) > 250)).toEqual([])
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
