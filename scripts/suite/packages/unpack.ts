import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../../.cache/', import.meta.url))

const EXTRACT = 'dpkg-deb --fsys-tarfile "$0" | tar --extract --directory "$1" "./$2"'

/**
 * Downloads a Debian package and unpacks one program of it into `.cache/PACKAGE`, where installing the package would also
 * start a server. Returns false if that is not possible.
 */
export function unpack(name: string, program: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  const unpacked = join(cache, name)
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  try {
    mkdirSync(unpacked, { recursive: true })
    const download = run('apt-get', '-q', '-o', 'APT::Sandbox::User=root', 'download', name)
    const [file] = globSync('*.deb', { cwd: folder })
    return download && file !== undefined && run('sh', '-ec', EXTRACT, file, unpacked, program)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
