import { receipt } from '@kellersonne/contract/firmware/updates'
import { reservePort } from '@kellersonne/testing/ports'
import { expect, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import type {} from '../../server/test/database/postgres.ts'
import { type TestUpdates, testUpdates } from '../../server/test/set-up/update-service.ts'

const SN = '1001'
export const SIZE = 200_000

/** Opens the real update service on its own port, with an owner whose system can get two chips updated. */
export async function openJourney() {
  const port = await reservePort()
  const test: TestUpdates = await testUpdates()
  onTestFinished(() => {
    // A connection that was opened and never used would delay the close.
    test.service().server.closeAllConnections()
    return test.close()
  })
  const listen = () => test.service().listen({ port, host: '127.0.0.1' })
  await listen()
  const images = {
    bms: await test.release('bms', '2.5.0', SIZE),
    gateway: await test.release('gateway', '3.2.0', SIZE),
  }
  const { systems } = await test.owner('anna@example.org', [SN])
  let anna = await test.enter('anna@example.org')
  const report = (versions: Record<string, string>) => test.report(systems[0] ?? 0, versions)
  await report({ bms: '2.4.0', gateway: '3.1.0' })
  const answer = async () => (await test.get(`/api/auth/update/?sn=${SN}`, anna.access)).json()
  return {
    test,
    images,
    report,
    url: `http://127.0.0.1:${port}`,
    key: test.pair.pem,
    status: () => test.status(anna.cookie, SN),
    async start() {
      await test.forgive()
      expect((await test.start(anna.cookie, SN)).statusCode).toBe(200)
    },
    cancel: () =>
      test.post(
        '/api/auth/update/cancel/',
        { sn: SN },
        { headers: { authorization: `Bearer ${anna.access}` } },
      ),
    /** As after kill -9: nothing in memory survives. */
    async restart() {
      await test.restart()
      await listen()
    },
    /** Moves the clock on and signs in again. */
    async skip(ms: number) {
      test.clock.skip(ms)
      anna = await test.enter('anna@example.org')
    },
    /** Each chip's state, in the order of their turns. */
    states: async () => {
      const { last } = z.object({ last: z.nullable(receipt) }).parse(await answer())
      return last?.parts.map(({ chip, state }) => `${chip} ${state}`) ?? []
    },
  }
}
