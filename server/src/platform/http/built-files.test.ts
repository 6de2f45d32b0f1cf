import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtFiles } from './built-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ks-'))
  await mkdir(`${folder}/assets`)
  await writeFile(`${folder}/index.html`, '')
  await writeFile(`${folder}/assets/a.js`, '')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the files of a build', () => {
  it('SHL-06 are known by their paths, folders and what is outside are none', async () => {
    const has = builtFiles(folder)
    const asked = ['index.html', 'assets/a.js', 'assets', '', 'a.js', 'assets/../index.html', '../secret']
    const found = await Promise.all(asked.map(has))
    expect(asked.filter((_, i) => found[i])).toEqual(['index.html', 'assets/a.js'])
  })

  it('SHL-06 are found as soon as they are in place, however often they were missing before', async () => {
    const has = builtFiles(folder)
    await mkdir(`${folder}/next`)
    for (const name of ['b.js', 'c.js', 'd.js']) {
      await writeFile(`${folder}/next/${name}`, '')
      const missing = await Promise.all(Array.from({ length: 50 }, () => has(`assets/${name}`)))
      expect(missing).not.toContain(true)
      await rename(`${folder}/next/${name}`, `${folder}/assets/${name}`)
      expect(await has(`assets/${name}`)).toBe(true)
    }
    await mkdir(`${folder}/assets/fonts/bold`, { recursive: true })
    await writeFile(`${folder}/assets/fonts/bold/f.woff2`, '')
    expect(await has('assets/fonts/bold/f.woff2')).toBe(true)
  })

  it('SHL-06 are found again where all were gone for a while', async () => {
    const has = builtFiles(`${folder}/dist`)
    expect(await has('index.html')).toBe(false)
    await mkdir(`${folder}/dist`)
    await writeFile(`${folder}/dist/index.html`, '')
    expect(await has('index.html')).toBe(true)
    await rm(`${folder}/dist`, { recursive: true })
    expect(await has('other.html')).toBe(false)
    expect(await has('index.html')).toBe(false)
  })
})
