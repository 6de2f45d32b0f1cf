// How many streams of live values nginx carries, as deploy/nginx configures it, and what it adds to the time of an event.
import { once } from 'node:events'
import { get as getPlain, type IncomingMessage, type RequestOptions } from 'node:http'
import { get } from 'node:https'
import { signIn } from '@kellersonne/contract/identity/sessions'
import { watchLive } from '@kellersonne/contract/live/live'
import { PORTAL_HOST } from '@kellersonne/testing/deployed-nginx'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners, PASSWORD } from '../lib/fleet.ts'
import { startNginx } from '../lib/nginx.ts'
import { type Figure, report } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { percentile } from '../lib/statistics.ts'
import { connectUnits, endUnits } from '../lib/unit.ts'

const OWNERS = 100
/** As many as an owner may have. */
const STREAMS_EACH = 20
const STREAMS = OWNERS * STREAMS_EACH
/** nginx allows 200 connections from one address. */
const STREAMS_PER_ADDRESS = 200
const ROUNDS = 10
const PATIENCE_MS = 10_000

const addressOf = (stream: number) => `127.1.${Math.floor(stream / STREAMS_PER_ADDRESS)}.1`

async function signInFrom(email: string, address: string, url: string): Promise<string> {
  const answer = await fetch(url + signIn.path, {
    method: signIn.method,
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams({ email, password: PASSWORD, stay_logged_in: 'true' }),
  })
  return signIn.response.parse(await answer.json()).access
}

/** Opens all streams; resolves to how many were opened, when each last had an event, and a function that closes them. */
async function openStreams(open: (stream: number) => ReturnType<typeof get>) {
  const received = new Map<number, number>()
  const requests: ReturnType<typeof get>[] = []
  let opened = 0
  for (let stream = 0; stream < STREAMS; stream += 1) {
    const request = open(stream)
    requests.push(request)
    const [response]: IncomingMessage[] = await once(request, 'response')
    if (response?.statusCode === 200) opened += 1
    response?.on('data', (chunk: Buffer) => {
      if (chunk.includes('data: [')) received.set(stream, performance.now())
    })
    response?.on('error', () => undefined)
    request.on('error', () => undefined)
  }
  return {
    opened,
    received,
    close: () => {
      for (const request of requests) request.destroy()
    },
  }
}

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const fleet = await makeFleet(db, 1001, OWNERS)
  const emails = await makeOwners(db, fleet, OWNERS)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env, TRUST_PROXY: 'loopback' })
  stage.onEnd(() => stop(server))
  const [https, http] = [Number(ports.env['SIMULATOR_PORT']), Number(ports.env['MAILBOX_PORT'])]
  const nginx = await startNginx(stage, { https, http, server: ports.http })
  const url = `http://127.0.0.1:${ports.http}`
  const tokens: string[] = []
  for (const [i, email] of emails.entries()) tokens.push(await signInFrom(email, `10.${i}.0.1`, url))
  const units = await connectUnits(
    ports.mqtt,
    fleet.map(({ sn }) => sn),
  )
  stage.onEnd(() => endUnits(units))

  /** Lets every unit say something, and resolves to the ms until each stream of its owner has it; infinite if it never comes. */
  async function round(received: Map<number, number>): Promise<number[]> {
    received.clear()
    const began = performance.now()
    for (const unit of units)
      unit.publish(
        JSON.stringify({
          at: new Date().toISOString(),
          grid_v: 230,
          grid_w: 500,
          pv_w: 0,
          battery_w: 0,
          soc: 50,
        }),
        () => undefined,
      )
    while (received.size < STREAMS && performance.now() - began < PATIENCE_MS) await new Promise(setImmediate)
    return Array.from(
      { length: STREAMS },
      (_, stream) => (received.get(stream) ?? Number.POSITIVE_INFINITY) - began,
    )
  }
  async function measure(open: (stream: number) => ReturnType<typeof get>) {
    const streams = await openStreams(open)
    await round(streams.received)
    const times: number[] = []
    for (let i = 0; i < ROUNDS; i += 1) times.push(...(await round(streams.received)))
    streams.close()
    return { opened: streams.opened, times }
  }
  const options = (stream: number): RequestOptions => ({
    ...{ path: watchLive.path, agent: false },
    headers: {
      authorization: `Bearer ${tokens[stream % OWNERS]}`,
      'x-forwarded-for': addressOf(stream),
      host: PORTAL_HOST,
    },
  })
  const direct = await measure((stream) =>
    getPlain({ ...options(stream), host: '127.0.0.1', port: ports.http }),
  )
  const through = await measure((stream) =>
    get({
      ...{ ...options(stream), host: '127.0.0.1', port: https, localAddress: addressOf(stream) },
      ...{ ca: nginx.certificate, servername: PORTAL_HOST },
    }),
  )
  // Without the right to raise its limit of open files, nginx keeps the one it was started with.
  const complaints = nginx
    .errors()
    .split('\n')
    .filter((line) => /\[(?:alert|crit|error|emerg)\]/.test(line) && !line.includes('setrlimit'))
  const figure = (name: string, value: number, unit: string): Figure => ({ name, value, unit })
  report(
    `streams: ${OWNERS} owners, ${STREAMS_EACH} streams each, through nginx as deploy/nginx configures it`,
    [
      { ...figure('streams open', through.opened, ''), target: { atLeast: STREAMS } },
      {
        ...figure('events that arrived', through.times.filter(Number.isFinite).length, ''),
        target: { atLeast: STREAMS * ROUNDS },
      },
      { ...figure('errors in nginx’s log', complaints.length, ''), target: { atMost: 0 } },
      figure('publish to event, p95', percentile(through.times, 0.95), 'ms'),
      figure('floor: the same without nginx, p95', percentile(direct.times, 0.95), 'ms'),
      figure('ratio, p95', percentile(through.times, 0.95) / percentile(direct.times, 0.95), ''),
    ],
    complaints.slice(0, 3),
  )
})
