import { createHash, type KeyObject, verify } from 'node:crypto'
import {
  DDI_ROOT,
  type Deployment,
  deployment,
  poll,
  SIGNATURE_METADATA,
} from '@kellersonne/contract/firmware/ddi'
import { topics } from '@kellersonne/contract/telemetry/device'
import { statementOf } from '@kellersonne/core/firmware/image'
import { Untried, Wrong } from '../report.ts'
import { type Bench, signedIn } from './bench.ts'
import { type Asked, call } from './http.ts'

/** The update service under test, and the operator's public key; null = signatures are not verified. */
export type UpdateTarget = { readonly url: string; readonly key: KeyObject | null }
type Chunk = Deployment['deployment']['chunks'][number]
type Offered = { readonly href: string; readonly chunk: Chunk }

const expectStatus = (what: string, actual: number, ...wanted: number[]) => {
  if (!wanted.includes(actual)) throw new Wrong(`${what}: ${actual} instead of ${wanted.join(' or ')}`)
}
const report = (execution: string, finished: string, detail: string) => ({
  status: { execution, result: { finished }, details: [detail] },
})

/** Polls as a unit does, and installs what is offered. */
export async function firmwareSteps(bench: Bench, { url, key }: UpdateTarget) {
  const { sn, secret, steps, target } = bench
  const root = `${url.replace(/\/$/, '')}${DDI_ROOT.replace('{sn}', sn)}`
  const authorization = `TargetToken ${secret}`
  const ask = (to: string, signal: AbortSignal, more: Partial<Asked> = {}) =>
    call(to, { ca: target.ca, signal, ...more, headers: { authorization, ...more.headers } })
  const polled = async (signal: AbortSignal) => {
    const { status, body } = await ask(root, signal)
    expectStatus('poll', status, 200)
    return poll.parse(JSON.parse(body.toString()))
  }

  const answers = await steps.step('firmware.md#poll', 'answers a poll', async (signal) => {
    const { config } = await polled(signal)
    if (!/^\d\d:\d\d:\d\d$/.test(config.polling.sleep)) throw new Wrong(`sleep ${config.polling.sleep}`)
    return config.polling.sleep
  })
  if (!answers) return
  await steps.step('firmware.md#calls', 'refuses a wrong secret, and none', async (signal) => {
    const wrong = await ask(root, signal, { headers: { authorization: `${authorization}x` } })
    expectStatus('a wrong secret', wrong.status, 401)
    expectStatus('no secret', (await call(root, { ca: target.ca, signal })).status, 401)
    return undefined
  })
  await steps.step('firmware.md#attributes', 'takes attributes', async (signal) => {
    const json = { mode: 'merge', data: { tested_by: 'conformance' } }
    expectStatus(
      'PUT configData',
      (await ask(`${root}/configData`, signal, { method: 'PUT', json })).status,
      200,
    )
    if ((await polled(signal))._links.configData) throw new Wrong('they are requested again at once')
    return undefined
  })
  await steps.step(
    'firmware.md#calls',
    'refuses a body that is wrong, and an action that is not',
    async (signal) => {
      const odd = await ask(`${root}/configData`, signal, { method: 'PUT', json: { mode: 'forget' } })
      expectStatus('a wrong body', odd.status, 400)
      expectStatus('no such action', (await ask(`${root}/deploymentBase/999999999`, signal)).status, 404)
      return undefined
    },
  )

  let offered: Offered | undefined
  await steps.step('firmware.md#deployment', 'offers an update that is signed', async (signal) => {
    const href = (await polled(signal))._links.deploymentBase?.href
    if (href === undefined) throw new Untried('there is no update for this unit')
    const { status, body } = await ask(href, signal)
    expectStatus('the deployment', status, 200)
    const [chunk, ...others] = deployment.parse(JSON.parse(body.toString())).deployment.chunks
    if (!chunk || others.length > 0 || chunk.artifacts.length !== 1) throw new Wrong('it is not one image')
    judgeSignature(chunk, key)
    offered = { href, chunk }
    return `${chunk.name} ${chunk.version}${key ? '' : ', signature not verified (--operator-key)'}`
  })
  if (!offered) return
  const { href, chunk } = offered
  const send = async (signal: AbortSignal, json: object, ...wanted: number[]) => {
    const { status } = await ask(`${href}/feedback`, signal, { method: 'POST', json })
    expectStatus('feedback', status, ...wanted)
  }
  await steps.step('firmware.md#download', 'sends the image, in parts too', (signal) =>
    download(chunk, signal),
  )
  await steps.step('firmware.md#feedback', 'takes the reports of an update in order', async (signal) => {
    await send(signal, report('proceeding', 'none', 'Update accepted.'), 200)
    await send(signal, report('proceeding', 'none', 'All Chunks Installed.'), 200)
    const client = await signedIn(bench, signal)
    const state = {
      at: bench.now().toISOString(),
      status: 'on',
      display: 'normal',
      versions: { [chunk.name]: chunk.version },
    }
    await client.publish(topics.state.of(sn), JSON.stringify(state), signal)
    client.leave()
    await send(signal, report('closed', 'success', 'It runs.'), 200)
    return undefined
  })
  await steps.step(
    'firmware.md#feedback',
    'takes a final report again, but none against it',
    async (signal) => {
      await send(signal, report('closed', 'success', 'It runs.'), 200)
      await send(signal, report('closed', 'failure', 'No.'), 410)
      expectStatus('the deployment', (await ask(href, signal)).status, 404)
      return undefined
    },
  )

  async function download({ artifacts: [artifact] }: Chunk, signal: AbortSignal) {
    const link = artifact?._links['download'] ?? artifact?._links['download-http']
    if (!artifact || !link) throw new Wrong('there is no link to the image')
    const { size, hashes } = artifact
    const half = size >> 1
    const head = await ask(link.href, signal, { method: 'HEAD' })
    expectStatus('HEAD', head.status, 200)
    const first = await ask(link.href, signal, { headers: { range: `bytes=0-${half - 1}` } })
    expectStatus('the first half', first.status, 206)
    const etag = first.headers.etag ?? ''
    const second = await ask(link.href, signal, { headers: { range: `bytes=${half}-`, 'if-range': etag } })
    expectStatus('the second half', second.status, 206)
    const bytes = Buffer.concat([first.body, second.body])
    if (bytes.length !== size) throw new Wrong(`${bytes.length} bytes instead of ${size}`)
    if (createHash('sha256').update(bytes).digest('hex') !== hashes.sha256)
      throw new Wrong('the SHA-256 is another one')
    expectStatus(
      'beyond the end',
      (await ask(link.href, signal, { headers: { range: `bytes=${size}-` } })).status,
      416,
    )
    const whole = await ask(link.href, signal, {
      headers: { range: `bytes=${half}-`, 'if-range': '"other"' },
    })
    expectStatus('If-Range of another image', whole.status, 200)
    return `${size} bytes`
  }
}

function judgeSignature(
  { name: chip, version, artifacts: [artifact], metadata }: Chunk,
  key: KeyObject | null,
) {
  const proofOf = (wanted: string) => metadata.find(({ key: name }) => name === wanted)?.value ?? ''
  if (!artifact) throw new Wrong('there is no image')
  const statement = statementOf({ chip, version, size: artifact.size, sha256: artifact.hashes.sha256 })
  if (proofOf(SIGNATURE_METADATA.statement) !== statement) throw new Wrong('the statement is another one')
  const signature = Buffer.from(proofOf(SIGNATURE_METADATA.signature), 'base64')
  if (key && !verify(null, Buffer.from(statement), key, signature))
    throw new Wrong('the signature is not the operator’s')
}
