import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Except the service worker, which the server prefixes. */
const TEXT = /^(?!sw\.js$).+\.(?:js|css|html|svg|json|txt|webmanifest)$/

const brotli = (bytes: Buffer) =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
const gzipped = (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 })

async function precompressFile(file: string) {
  const bytes = await readFile(file)
  await Promise.all([
    brotli(bytes).then((small) => writeFile(`${file}.br`, small)),
    gzipped(bytes).then((small) => writeFile(`${file}.gz`, small)),
  ])
}

/** Writes a `.br` and a `.gz` beside every text file of the build. */
export const precompress = (): Plugin => {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ build }) {
      folder = build.outDir
    },
    writeBundle: {
      // After plugins that still write files.
      order: 'post',
      sequential: true,
      async handler() {
        const names = await readdir(folder, { recursive: true })
        await Promise.all(
          names.filter((name) => TEXT.test(name)).map((name) => precompressFile(join(folder, name))),
        )
      },
    },
  }
}
