import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { eventually } from '@kellersonne/testing/eventually'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SIZE, updatableUnit } from '../../../test/set-up/updates.ts'
import { openDownloads } from './downloads.ts'

const { begin, images, sn, unit, updates } = updatableUnit()

describe('an image on its way', () => {
  afterEach(() => vi.useRealTimers())

  /** Resolves to a response whose client reads none of it and disconnects at the end of the test. */
  async function answering() {
    const answer = Promise.withResolvers<ServerResponse>()
    const server = createServer((_, to) => answer.resolve(to)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const asker = get({ port: address.port, host: '127.0.0.1' }).on('error', () => undefined)
    return {
      to: await answer.promise,
      async [Symbol.asyncDispose]() {
        asker.destroy()
        server.close()
        await once(server, 'close')
      },
    }
  }
  const open = () => openDownloads({ db: updates().db, now: updates().now, log: pino({ level: 'silent' }) })
  const image = () => {
    const sha256 = createHash('sha256').update(images().bms).digest('hex')
    return { path: join(updates().folder, 'images', sha256), size: SIZE }
  }
  const own = () => serialNumber.parse(sn())
  const ENDING = { start: SIZE - 10, end: SIZE - 1 }
  const waits = () =>
    updates().db.run(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )

  it('UPD-09 ends no sooner than it is noted that its unit has it whole', async () => {
    const id = Number(await begin())
    await using answer = await answering()
    const downloads = open()
    const { sent } = await updates().db.transaction(async (sql) => {
      await sql.run('select from update_action where id = $1 for update', [id])
      const sending = downloads.send(id, downloads.ask(own()), image(), ENDING, answer.to)
      await expect.poll(waits).toBe(1)
      expect(answer.to.headersSent).toBe(false)
      return { sent: sending }
    })
    await sent
    expect(answer.to.writableEnded).toBe(true)
    downloads.close()
  })

  it('UPD-13 F8 is not cut off by the next ones over the same connection, which wait for its end as one listener', async () => {
    const id = Number(await begin())
    await using answer = await answering()
    const { socket } = answer.to
    if (!socket) throw new Error('no connection')
    const downloads = open()
    const listeners = () => [answer.to.listenerCount('close'), answer.to.listenerCount('error')]
    let ended = false
    const { sent, waiting } = await updates().db.transaction(async (sql) => {
      await sql.run('select from update_action where id = $1 for update', [id])
      const sending = downloads.send(id, downloads.ask(own()), image(), ENDING, answer.to)
      await expect.poll(waits).toBe(1)
      const before = listeners()
      const all = Array.from({ length: 11 }, () => downloads.endOver(id, socket))
      expect(listeners()).toEqual(before)
      const next = Promise.race(all).then(() => {
        ended = true
      })
      await downloads.endOver(id, new Socket())
      expect(ended).toBe(false)
      return { sent: sending, waiting: next }
    })
    await Promise.all([sent, waiting])
    expect([answer.to.writableFinished, socket.destroyed]).toEqual([true, false])
    downloads.close()
  })

  it('UPD-13 is cut off once its action is over', async () => {
    const id = Number(await begin())
    await unit().fail(String(id))
    await using answer = await answering()
    const downloads = open()
    await downloads.send(id, downloads.ask(own()), image(), ENDING, answer.to)
    expect([answer.to.destroyed, answer.to.writableEnded]).toEqual([true, false])
    downloads.close()
  })

  it('HND-14 is cut off once the unit has another secret, or if it changes while the unit asks', async () => {
    const id = Number(await begin())
    await using answer = await answering()
    await using late = await answering()
    const downloads = open()
    const asked = downloads.ask(own())
    const { sent } = await updates().db.transaction(async (sql) => {
      await sql.run('select from update_action where id = $1 for update', [id])
      const sending = downloads.send(id, asked, image(), ENDING, answer.to)
      await expect.poll(waits).toBe(1)
      downloads.cut(serialNumber.parse('9999'))
      expect(answer.to.destroyed).toBe(false)
      downloads.cut(own())
      expect(answer.to.destroyed).toBe(true)
      return { sent: sending }
    })
    await sent
    await downloads.send(id, asked, image(), ENDING, late.to)
    expect([answer, late].map(({ to }) => [to.destroyed, to.writableEnded])).toEqual([
      [true, false],
      [true, false],
    ])
    downloads.close()
  })

  it('UPD-13 is broken off once nothing of it has moved for a minute', async () => {
    const id = Number(await begin())
    await using answer = await answering()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const downloads = open()
    const { sent } = await updates().db.transaction(async (sql) => {
      await sql.run('select from update_action where id = $1 for update', [id])
      const sending = downloads.send(id, downloads.ask(own()), image(), ENDING, answer.to)
      await eventually(async () => expect(await waits()).toBe(1))
      vi.advanceTimersByTime(60_000)
      expect(answer.to.destroyed).toBe(false)
      vi.advanceTimersByTime(15_000)
      expect(answer.to.destroyed).toBe(true)
      return { sent: sending }
    })
    await sent
    downloads.close()
  })
})
