import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** How long open pages can load files of their own build. */
const KEPT_MS = 14 * 86_400_000

/** Files come after those they refer to: the page after its parts, the worker after the page. */
const order = [/^assets\//, /^(?!index\.html|sw\.js)/, /^index\.html/, /^sw\.js/]
const rank = (name: string) => order.findIndex((kind) => kind.test(name))

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

/**
 * Replaces the build being served without a moment in which a file is missing; both folders must be on one file system.
 * Files of older builds are deleted once no build has used them for a fortnight.
 */
export async function publish(built: string, served: string, now: Date): Promise<void> {
  const names = (await filesOf(built)).sort((a, b) => rank(a) - rank(b))
  for (const name of names) {
    await mkdir(dirname(join(served, name)), { recursive: true })
    await rename(join(built, name), join(served, name))
  }
  const others = (await filesOf(served)).filter((name) => !names.includes(name))
  for (const name of others) {
    const age = now.getTime() - (await stat(join(served, name))).mtimeMs
    if (rank(name) > 0 || age > KEPT_MS) await rm(join(served, name))
  }
}
