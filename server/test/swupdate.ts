import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, connect as dial, type Socket } from 'node:net'
import { join } from 'node:path'

const TOOLS = ['swupdate', 'cpio', 'openssl']
const missing = () => TOOLS.filter((tool) => spawnSync('which', [tool]).status !== 0)

/** Throws with instructions if Debian's own clients are not installed. */
export function expectSwupdate(): void {
  const left = missing()
  if (left.length > 0)
    throw new Error(
      `This test needs ${left.join(', ')} as Debian packages them: run apt-get install ${TOOLS.join(' ')}.`,
    )
}

/** Creates a certificate for signing images that SWUpdate accepts. */
export function makeSigner(folder: string, name: string) {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)]
  const extensions = [
    'keyUsage=critical,digitalSignature',
    'extendedKeyUsage=emailProtection',
    'basicConstraints=critical,CA:FALSE',
  ]
  const args = [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key],
    ...[
      '-out',
      certificate,
      '-days',
      '9125',
      '-subj',
      '/CN=signer',
      ...extensions.flatMap((e) => ['-addext', e]),
    ],
  ]
  execFileSync('openssl', args, { stdio: 'ignore' })
  return { key, certificate }
}
export type Signer = ReturnType<typeof makeSigner>

/** Creates a .swu that writes `content` to `target`. */
export async function makeImage(
  folder: string,
  { content, target, version }: { content: Buffer; target: string; version: string },
  { key, certificate }: Signer,
): Promise<Buffer> {
  const work = join(folder, `swu-${version}`)
  await mkdir(work, { recursive: true })
  const sha256 = createHash('sha256').update(content).digest('hex')
  await writeFile(join(work, 'fw.bin'), content)
  await writeFile(
    join(work, 'sw-description'),
    `software = { version = "${version}"; hardware-compatibility: [ "1.0" ];
  files: ( { filename = "fw.bin"; path = "${target}"; sha256 = "${sha256}"; } ); }\n`,
  )
  const signing = [
    ...['cms', '-sign', '-in', 'sw-description', '-out', 'sw-description.sig', '-signer', certificate],
    ...['-inkey', key, '-outform', 'DER', '-nosmimecap', '-binary'],
  ]
  execFileSync('openssl', signing, { cwd: work, stdio: 'ignore' })
  execFileSync('cpio', ['-o', '-H', 'crc', '-F', 'fw.swu'], {
    cwd: work,
    input: 'sw-description\nsw-description.sig\nfw.bin\n',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  return readFile(join(work, 'fw.swu'))
}

type Client = {
  readonly folder: string
  readonly sn: string
  readonly port: number
  readonly certificate: string
}

/**
 * Runs Debian's unmodified swupdate, as systemd does without SIGPIPE: on a busy machine, one of its processes stops waiting
 * for another's answer. `confirm`: as after the unit has been switched off and on.
 */
export async function runSwupdate(
  { folder, sn, port, certificate }: Client,
  { confirm = false } = {},
): Promise<ChildProcess & { readonly output: () => string }> {
  const config = join(folder, 'sw.cfg')
  await writeFile(
    config,
    `globals : { loglevel = 3; public-key-file = "${certificate}"; no-downgrading = "1.0.0"; };
identify : ( { name="serialNo"; value="${sn}"; } );
suricatta : { tenant="default"; id="${sn}"; url="http://127.0.0.1:${port}"; polldelay=1; targettoken="unit"; };\n`,
  )
  const suricatta = confirm ? '-c 2' : '-r 100 -w 1'
  const child = spawn(
    'env',
    ['--ignore-signal=PIPE', 'swupdate', '-f', config, '-H', 'unit:1.0', '-u', suricatta],
    {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return Object.assign(child, { output: () => output })
}

export async function endSwupdate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** A proxy to a port that breaks a connection after each of these numbers of received bytes in turn. */
export async function breakable(port: number, breaks: number[]) {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = dial(port, '127.0.0.1')
    let passed = 0
    far.on('data', (chunk) => {
      passed += chunk.length
      const limit = breaks[0]
      if (limit !== undefined && passed > limit) {
        breaks.shift()
        near.resetAndDestroy()
        far.destroy()
      } else near.write(chunk)
    })
    near.pipe(far)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
