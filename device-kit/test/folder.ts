import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder that is removed when the test ends. */
export async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'ks-device-kit-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}
