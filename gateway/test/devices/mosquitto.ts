import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@kellersonne/testing/eventually'
import { reservePort } from '@kellersonne/testing/ports'
import { bareEnvironment } from '@kellersonne/testing/run'
import { connectAsync } from 'mqtt'

/** Debian's MQTT broker, on a port of its own and open to everybody. */
export async function startMosquitto(given?: number) {
  const port = given ?? (await reservePort())
  const folder = await mkdtemp(join(tmpdir(), 'ks-mosquitto-'))
  const file = join(folder, 'mosquitto.conf')
  await writeFile(file, `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\n`)
  const child = spawn('/usr/sbin/mosquitto', ['-c', file], { env: bareEnvironment(), stdio: 'ignore' })
  const url = `mqtt://127.0.0.1:${port}`
  const client = await eventually(() => connectAsync(url, { reconnectPeriod: 0 }))
  return {
    ...{ port, url, client },
    async stop() {
      await client.endAsync(true)
      const gone = once(child, 'exit')
      child.kill()
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type Mosquitto = Awaited<ReturnType<typeof startMosquitto>>
