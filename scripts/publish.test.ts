import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { publish } from './publish.ts'

const DAY_MS = 86_400_000
const NOW = new Date('2026-11-21T12:00:00Z')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ks-publish-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Creates a build whose files all contain its name. */
async function build(name: string, files: readonly string[], daysAgo: number) {
  const at = new Date(NOW.getTime() - daysAgo * DAY_MS)
  for (const file of files) {
    const path = join(folder, name, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, name)
    await utimes(path, at, at)
  }
}
const put = (name: string) => publish(join(folder, name), join(folder, 'served'), NOW)
const served = async () => (await readdir(join(folder, 'served'), { recursive: true })).sort()
const output = (file: string) => readFile(join(folder, 'served', file), 'utf8')

describe('a build put in place', () => {
  it('SHL-06 SHL-07 is whole, and parts of the builds before stay for a fortnight', async () => {
    await build(
      'first',
      ['index.html', 'sw.js', 'sw.js.br', 'old.svg', 'assets/gone.js', 'assets/both.js'],
      15,
    )
    await build('second', ['index.html', 'sw.js', 'assets/both.js', 'assets/recent.js'], 13)
    await build('third', ['index.html', 'sw.js', 'assets/new.js'], 0)
    await put('first')
    expect(await served()).toHaveLength(7)
    await put('second')
    expect(await served()).toEqual(['assets', 'assets/both.js', 'assets/recent.js', 'index.html', 'sw.js'])
    await put('third')
    const parts = ['assets/both.js', 'assets/new.js', 'assets/recent.js']
    expect(await served()).toEqual(['assets', ...parts, 'index.html', 'sw.js'])
    expect([await output('index.html'), await output('sw.js'), await output('assets/both.js')]).toEqual([
      'third',
      'third',
      'second',
    ])
  })

  it('SHL-06 comes parts first, then the page, then the worker: what stops it leaves the one before', async () => {
    await build('first', ['index.html', 'sw.js'], 1)
    await put('first')
    await build('second', ['index.html', 'sw.js', 'boot.js', 'assets/new.js'], 0)
    // A folder where the page should be written.
    await rm(join(folder, 'served', 'index.html'))
    await mkdir(join(folder, 'served', 'index.html', 'taken'), { recursive: true })
    await expect(put('second')).rejects.toThrow()
    expect(await output('assets/new.js')).toBe('second')
    expect(await output('boot.js')).toBe('second')
    expect(await output('sw.js')).toBe('first')
  })
})
