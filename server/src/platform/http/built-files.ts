import { readdir, stat } from 'node:fs/promises'
import { createBatcher } from '../batcher.ts'

/** File systems tell times of change in ticks, the coarsest of two seconds: what changed less long ago may change unnoticed. */
const TICK_MS = 2000

type Folder = {
  readonly path: string
  readonly changedAt: number
  readonly readAt: number
  readonly files: readonly string[]
}

/** Any other fault leaves the list as it was: nothing that is there is said to be missing. */
const ifGone =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return value
    throw error
  }

/** When a file was added or removed, which nothing that copies files can set back; null if there is no such folder. */
const changeOf = (path: string) =>
  stat(path)
    .then(({ ctimeMs }) => ctimeMs)
    .catch(ifGone(null))

/** Reads a folder and those in it. Its time of change is from before, so that what comes meanwhile makes a difference. */
async function read(path: string): Promise<readonly Folder[]> {
  const readAt = Date.now()
  const changedAt = await changeOf(path)
  if (changedAt === null) return []
  const entries = await readdir(path, { withFileTypes: true }).catch(ifGone([]))
  const pathOf = ({ name }: { readonly name: string }) => `${path}/${name}`
  const below = await Promise.all(
    entries.filter((entry) => entry.isDirectory()).map((entry) => read(pathOf(entry))),
  )
  const files = entries.filter((entry) => !entry.isDirectory()).map(pathOf)
  return [{ path, changedAt, readAt, files }, ...below.flat()]
}

const isAsRead = async ({ path, changedAt, readAt }: Folder) =>
  readAt - changedAt > TICK_MS && (await changeOf(path)) === changedAt

/**
 * Tells whether `folder` has the file `name`, such as `assets/app.js`, from memory: strangers ask for as many missing files as
 * they like, and looking for each cost more than most answers. A new build arrives file by file while it is served, so a file
 * that was put in place before the question is found. One that was removed may be taken to be there.
 */
export function builtFiles(folder: string): (name: string) => Promise<boolean> {
  let folders: readonly Folder[] = []
  let files: ReadonlySet<string> = new Set()

  async function look() {
    const isCurrent = folders.length > 0 && (await Promise.all(folders.map(isAsRead))).every(Boolean)
    if (isCurrent) return
    folders = await read(folder)
    files = new Set(folders.flatMap((one) => one.files))
  }
  const lookFor = createBatcher(async (paths: readonly string[]) => {
    await look()
    return paths.map((path) => files.has(path))
  })
  return async (name) => {
    const path = `${folder}/${name}`
    return files.has(path) || lookFor(path)
  }
}
