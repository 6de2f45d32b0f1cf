import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** How long a page that stays open finds the parts of its own build. */
const KEPT_MS = 14 * 86_400_000

/** What names others comes after them: the page its parts, the worker the page. */
const order = [/^assets\//, /^(?!index\.html|sw\.js)/, /^index\.html/, /^sw\.js/]
const rank = (name: string) => order.findIndex((kind) => kind.test(name))

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

/**
 * Puts a build in the place of another that is being served, without an instant in which a file is missing: both
 * folders on one file system. Parts of older builds go when no build has had them for a fortnight.
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
