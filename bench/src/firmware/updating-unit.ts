import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Deployment, deployment, poll } from '@kellersonne/contract/firmware/ddi'
import { SECRET } from '../lib/fleet.ts'

const RETRY_MS = 50
const headers = { authorization: `TargetToken ${SECRET}` }

/** The update service's URL, the unit's serial number, and the folder for its image. */
export type Unit = { readonly url: string; readonly sn: string; readonly folder: string }
/** The unit waits when it has this many bytes of an image; its connection is lost by the time it continues. */
export type Hold = { readonly bytes: number; readonly wait: () => Promise<unknown> }

async function read(address: string): Promise<unknown> {
  const answer = await fetch(address, { headers })
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  return answer.json()
}

async function report(address: string, execution: string, finished: string, details: readonly string[]) {
  const status = { execution, result: { finished, progress: { cnt: 0, of: 1 } }, details }
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
  const answer = await fetch(`${address}/feedback`, { ...init, body: JSON.stringify({ id: 0, status }) })
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
}

const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0)

/** Resumes at the end of the file. */
async function download(link: string, file: string, size: number, hold: Hold | null) {
  const from = sizeOf(file)
  const range = from > 0 ? { range: `bytes=${from}-` } : {}
  const request = get(link, { headers: { ...headers, ...range }, agent: false })
  const [response]: IncomingMessage[] = await once(request, 'response')
  // The response emits the error too.
  request.on('error', () => undefined)
  if (!response || response.statusCode !== (from > 0 ? 206 : 200))
    throw new Error(`${link}: ${response?.statusCode}`)
  async function reach(bytes: number) {
    if (hold === null || bytes < hold.bytes) return
    await hold.wait()
    throw new Error('the line was lost')
  }
  try {
    await reach(from)
    for await (const chunk of response) {
      const room = (hold?.bytes ?? size) - sizeOf(file)
      appendFileSync(file, Buffer.from(chunk).subarray(0, room))
      await reach(sizeOf(file))
    }
  } finally {
    response.destroy()
  }
}

async function install(
  folder: string,
  address: string,
  { deployment: { chunks } }: Deployment,
  hold: Hold | null,
) {
  const artifact = chunks[0]?.artifacts[0]
  const link = Object.values(artifact?._links ?? {})[0]?.href
  if (!artifact || link === undefined) throw new Error('there is nothing in it')
  const { size, hashes } = artifact
  const [part, target] = [join(folder, hashes.sha256), join(folder, `${chunks[0]?.version}.image`)]
  if (!existsSync(target)) {
    await report(address, 'proceeding', 'none', [])
    if (sizeOf(part) < size) await download(link, part, size, hold)
    const whole = createHash('sha256').update(readFileSync(part)).digest('hex') === hashes.sha256
    if (!whole) return report(address, 'closed', 'failure', ['the hash is another'])
    renameSync(part, target)
  }
  await report(address, 'proceeding', 'none', ['All Chunks Installed.'])
  await report(address, 'closed', 'success', ['Update Installed.'])
}

/** Resolves to true if there was anything to install. */
async function turn({ url, sn, folder }: Unit, hold: Hold | null): Promise<boolean> {
  const { _links } = poll.parse(await read(`${url}/default/controller/v1/${sn}`))
  const address = _links.deploymentBase?.href
  if (address === undefined) return false
  await install(folder, address, deployment.parse(await read(address)), hold)
  return true
}

/** A minimal update client for interruptions. Resolves when nothing is left to install, or the signal is aborted. */
export async function updateUnit(
  unit: Unit,
  { hold = null, signal }: { hold?: Hold | null; signal?: AbortSignal } = {},
) {
  let isHeld = false
  const first = hold && {
    ...hold,
    wait() {
      isHeld = true
      return hold.wait()
    },
  }
  while (await turn(unit, isHeld ? null : first).catch(() => true)) {
    if (signal?.aborted) return
    await sleep(RETRY_MS)
  }
}
