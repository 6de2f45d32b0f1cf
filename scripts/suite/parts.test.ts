import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const module = new URL('parts.ts', import.meta.url).href

it('a check has a lower priority than its run, also where that has a low one', async () => {
  const root = await mkdtemp(join(tmpdir(), 'parts-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const linter = join(root, 'node_modules/@biomejs/biome/bin')
  await mkdir(linter, { recursive: true })
  await writeFile(join(linter, 'biome'), "console.log(require('node:os').getPriority())")
  const program = `
    import { getPriority, setPriority } from 'node:os'
    import { partsOf } from ${JSON.stringify(module)}
    setPriority(Math.max(15, getPriority()))
    const place = { root: ${JSON.stringify(root)}, folder: '', options: {} }
    const [[lint]] = partsOf({ whole: false, workspaces: [], tests: [], specs: [] }, place)
    await lint.run()`
  const args = ['--input-type=module-typescript', '-e', program]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toBe('19\n')
})
