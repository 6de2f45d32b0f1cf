import { TEST_TIMEOUT_MS } from '@kellersonne/testing/patience'
import { expect, it } from 'vitest'
import type { Result } from '../src/report.ts'
import { realServer, tested } from './real-server.ts'

const giveCommand = async (give: () => Promise<number>) => {
  await expect.poll(give).toBe(200)
}

it('UNT-04 finds all right with the real server', async () => {
  const server = await realServer()
  const results: Result[] = []
  let given: Promise<void> | undefined
  await tested(
    { port: server.mqtt },
    {
      ...{ now: server.now, updates: { url: server.url, key: server.key }, commandMs: TEST_TIMEOUT_MS },
      onResult(result) {
        results.push(result)
        // The next step waits for a command.
        if (result.rule.startsWith('lets the newest connection')) given = giveCommand(server.command)
      },
    },
  )
  await given
  expect(results.filter(({ verdict }) => verdict !== 'right')).toEqual([])
  expect(results.length).toBeGreaterThan(50)
  expect(await server.update()).toMatchObject({ new_update: false })
})
