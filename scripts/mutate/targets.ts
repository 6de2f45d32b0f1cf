import { execFileSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'

const isTarget = (file: string) =>
  /^(core|contract|server)\/src\/.*\.ts$/.test(file) && !/\.test\.ts$|\.d\.ts$|\/test\//.test(file)

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** Returns the source files named directly or by folder; without names, those changed since `base`. */
export function targets(paths: readonly string[], base: string): string[] {
  const named = paths.flatMap((path) => {
    const plain = path.replace(/\/$/, '')
    return statSync(plain).isDirectory()
      ? globSync(`${plain}/**/*.ts`, { exclude: ['**/node_modules'] })
      : [plain]
  })
  const changed = () => [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return [...new Set(paths.length > 0 ? named : changed())].filter(isTarget).sort((a, b) => (a < b ? -1 : 1))
}

/** Returns a random sample of `count`, determined by the seed. */
export function sample<T>(all: readonly T[], count: number, seed: number): T[] {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const drawn = all.map((item, index) => ({ item, index, rank: random() }))
  return drawn
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map(({ item }) => item)
}
