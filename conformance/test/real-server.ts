import { createPublicKey } from 'node:crypto'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { TEST_TIMEOUT_MS } from '@kellersonne/testing/patience'
import { reservePort } from '@kellersonne/testing/ports'
import { onTestFinished } from 'vitest'
import type {} from '../../server/test/database/postgres.ts'
import { ingestRole } from '../../server/test/mqtt/ingest-role.ts'
import { testUpdates } from '../../server/test/set-up/update-service.ts'
import { type ServerTest, testServer } from '../src/against-server/run.ts'
import type { Result } from '../src/report.ts'

const sn = serialNumber.parse('1001')
const EMAIL = 'anna@example.org'

/** The real server: its broker, its update service with an update that waits, and the unit's owner. */
export async function realServer() {
  const port = await reservePort()
  const test = await testUpdates()
  onTestFinished(() => {
    // A connection that was opened and never used would delay the close.
    test.service().server.closeAllConnections()
    return test.close()
  })
  await test.service().listen({ port, host: '127.0.0.1' })
  const ingest = await ingestRole(test.db, {}, test.now)
  onTestFinished(() => ingest.close())
  await test.release('bms', '2.5.0', 100_000)
  const { systems } = await test.owner(EMAIL, [sn])
  await test.report(systems[0] ?? 0, { bms: '1.0.0' })
  const { cookie, access } = await test.enter(EMAIL)
  await test.start(cookie, sn)

  return {
    mqtt: ingest.port,
    url: `http://127.0.0.1:${port}`,
    key: createPublicKey(test.pair.pem),
    now: test.now,
    /** Resolves to the status of a command given by the owner. */
    async command() {
      const headers = { authorization: `Bearer ${access}` }
      return (await test.post('/api/auth/command/', { sn, command: 'standby' }, { headers })).statusCode
    },
    update: () => test.status(cookie, sn),
  }
}

/** Tests a server; resolves to what was found. */
export async function tested(
  target: Pick<ServerTest['target'], 'port'> & Partial<ServerTest['target']>,
  more: Partial<ServerTest> = {},
) {
  const results: Result[] = []
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  await testServer({
    ...{ sn, secret: 'unit', updates: null, only: '', commandMs: 0, deadlineMs: TEST_TIMEOUT_MS },
    ...{ now: () => new Date(), signal: ending.signal },
    target: { host: '127.0.0.1', tls: false, ca: null, ...target },
    onResult: (result) => results.push(result),
    ...more,
  })
  return results
}
