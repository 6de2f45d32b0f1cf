import { chownSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reservePort } from '@kellersonne/testing/ports'
import { identity, machineProcess, programAt } from './machine.ts'

const deployed = (file: string) => readFile(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8')

type Ports = Record<'etcd' | 'peers' | 'rest' | 'postgresql', number>

async function reserveAll(): Promise<Ports> {
  const [etcd, peers, rest, postgresql] = [
    ...[await reservePort(), await reservePort()],
    ...[await reservePort(), await reservePort()],
  ]
  return { etcd: etcd ?? 0, peers: peers ?? 0, rest: rest ?? 0, postgresql: postgresql ?? 0 }
}

/** Adapts deploy/patroni/config.yml to the ports and folders of a machine of the test. */
async function patroniConfig(folder: string, name: string, own: Ports, all: readonly Ports[]) {
  const hosts = all.map(({ etcd }) => `127.0.0.1:${etcd}`).join(', ')
  return (await deployed('patroni/config.yml'))
    .replace('name: NODE', `name: ${name}`)
    .replaceAll('ADDRESS:8008', `127.0.0.1:${own.rest}`)
    .replaceAll('ADDRESS:5432', `127.0.0.1:${own.postgresql}`)
    .replace(/hosts: \[.*\]/, `hosts: [${hosts}]`)
    .replace('data_dir: /var/lib/postgresql/15/kellersonne', `data_dir: ${folder}/${name}/data`)
    .replace('peer', 'trust')
    .replaceAll('NETWORK', '127.0.0.1/32')
    .concat(`  parameters: { unix_socket_directories: '${folder}/${name}', fsync: 'off' }\n`)
    .concat(`  pgpass: ${folder}/${name}/pgpass\n`)
}

/** Patroni starts it so that it outlives Patroni. */
async function killPostgres(data: string) {
  const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  try {
    if (pid) process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended with Patroni.
  }
}

/** Three machines with etcd, Patroni and PostgreSQL each, and HAProxy in front, with the settings of deploy. */
export async function patroniCluster() {
  const folder = await mkdtemp(join(tmpdir(), 'ks-patroni-'))
  const { uid, gid } = identity
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  const all = [await reserveAll(), await reserveAll(), await reserveAll()]
  const peers = all.map((ports, i) => `etcd${i}=http://127.0.0.1:${ports.peers}`).join()
  const machines = await Promise.all(
    all.map(async (ports, i) => {
      const name = `node${i + 1}`
      const config = join(folder, `${name}.yml`)
      await writeFile(config, await patroniConfig(folder, name, ports, all))
      await rm(join(folder, name), { recursive: true, force: true })
      const client = `http://127.0.0.1:${ports.etcd}`
      const peer = `http://127.0.0.1:${ports.peers}`
      const etcd = machineProcess(`etcd ${name}`, programAt('usr/bin/etcd'), [
        ...['--name', `etcd${i}`, '--data-dir', join(folder, `etcd${i}`), '--unsafe-no-fsync'],
        ...['--listen-client-urls', client, '--advertise-client-urls', client],
        ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', peers],
      ])
      const patroni = machineProcess(`patroni ${name}`, '/usr/bin/python3', [
        programAt('usr/bin/patroni'),
        config,
      ])
      const parts = [etcd, patroni]
      return {
        name,
        ports,
        start: () => parts.map((part) => part.start()),
        /** Ends everything on it at once, as a power cut would. */
        async kill() {
          await Promise.all(parts.map((part) => part.stop()))
          await killPostgres(join(folder, name, 'data'))
        },
        isPrimary: () =>
          fetch(`http://127.0.0.1:${ports.rest}/primary`, { signal: AbortSignal.timeout(1000) }).then(
            ({ status }) => status === 200,
            () => false,
          ),
        isSynchronous: () =>
          fetch(`http://127.0.0.1:${ports.rest}/sync`, { signal: AbortSignal.timeout(1000) }).then(
            ({ status }) => status === 200,
            () => false,
          ),
      }
    }),
  )
  const port = await reservePort()
  const haproxyConfig = join(folder, 'haproxy.cfg')
  const text = all.reduce(
    (so, ports, i) =>
      so.replace(
        `NODE${i + 1}:5432 check port 8008`,
        `127.0.0.1:${ports.postgresql} check port ${ports.rest}`,
      ),
    (await deployed('haproxy/postgresql.cfg')).replace('127.0.0.1:5000', `127.0.0.1:${port}`),
  )
  await writeFile(haproxyConfig, text)
  const haproxy = machineProcess('haproxy', programAt('usr/sbin/haproxy'), ['-f', haproxyConfig])
  const user = 'postgres:SUPERUSER_PASSWORD'
  const hosts = all.map(({ postgresql }) => `127.0.0.1:${postgresql}`).join()
  return {
    machines,
    url: `postgres://${user}@${hosts}/postgres`,
    proxyUrl: `postgres://${user}@127.0.0.1:${port}/postgres?target_session_attrs=read-write`,
    start() {
      for (const machine of machines) machine.start()
      haproxy.start()
    },
    async close() {
      await Promise.all([...machines.map((machine) => machine.kill()), haproxy.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
