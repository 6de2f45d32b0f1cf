// npm run notices: generates THIRD-PARTY.md, the shipped packages and their licenses, from the lock file.
import { readFileSync, writeFileSync } from 'node:fs'

type Locked = { version?: string; license?: string; dev?: boolean; link?: boolean }

const INTRODUCTION = `# Third-party packages

What a running installation contains of others, by the lock file (\`npm run notices\` writes this list anew). Their licence texts lie in their
folders under \`node_modules\`. Packages for other platforms are listed, too; the tools of development are not.

| package | version | licence |
|---|---|---|
`

/** Generates the list from the text of a package-lock.json of version 3. */
export function noticesOf(lock: string): string {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(lock)
  const rows = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version = '', license = 'see package' }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return `| ${name} | ${version} | ${license} |`
    })
  return `${INTRODUCTION}${[...new Set(rows)].sort().join('\n')}\n`
}

const root = new URL('../', import.meta.url)
if (import.meta.main)
  writeFileSync(
    new URL('THIRD-PARTY.md', root),
    noticesOf(readFileSync(new URL('package-lock.json', root), 'utf8')),
  )
