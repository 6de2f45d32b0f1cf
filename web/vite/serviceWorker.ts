import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, type Plugin, type ResolvedConfig } from 'vite'

/** What the portal starts with, and all everyday pages; the estimator of password strength and the QR decoder are large and rarely used. */
const PRECACHED =
  /^(?:index\.html|boot\.js|icon\.svg|assets\/(?!strength|decode).+\.(?:js|css)|assets\/.*-latin-wght-.+\.woff2)$/

type Entry = { readonly url: string; readonly revision: string | null }

const hashOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('base64url').slice(0, 12)

/** The built files by name, each with its content hash. */
async function hashes(folder: string): Promise<Map<string, string>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(folder.length + 1))
  const pairs = names.sort().map(async (name) => [name, hashOf(await readFile(join(folder, name)))] as const)
  return new Map(await Promise.all(pairs))
}

/** A hashed file never changes and needs no revision. */
const entryOf = ([name, hash]: readonly [string, string]): Entry => ({
  url: `/${name}`,
  revision: name.startsWith('assets/') ? null : hash,
})

const bundle = ({ root }: ResolvedConfig, folder: string, precache: readonly Entry[]) =>
  build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { PRECACHE: JSON.stringify(precache), 'process.env.NODE_ENV': '"production"' },
    build: {
      target: 'es2024',
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(root, 'src/platform/worker/serviceWorker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })

/** Writes the build's name into its page, and generates the service worker with the list of its files. */
export const serviceWorker = (): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    writeBundle: {
      sequential: true,
      async handler() {
        const folder = resolve(config.root, config.build.outDir)
        const page = join(folder, 'index.html')
        const named = hashOf([...(await hashes(folder))].flat().join())
        const html = await readFile(page, 'utf8')
        await writeFile(page, html.replace('<html ', `<html data-build="${named}" `))
        const files = [...(await hashes(folder))].filter(([name]) => PRECACHED.test(name))
        await bundle(config, folder, files.map(entryOf))
      },
    },
  }
}
