import { isOpen } from '@kellersonne/core/messages/messages'
import { expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { broker, folder, unit } from './bench.ts'
import { states, until } from './received.ts'

const { FIRST_MESSAGE } = readConfig({})
const openOf = ({ view }: ReturnType<typeof unit>) =>
  view()
    .messages.map(({ code }) => code)
    .filter(isOpen)

it('HND-08 a message that a new unit reports is gone for good once it is resolved on the front panel', async () => {
  const server = await broker()
  const settings = {
    brokerUrl: server.url,
    stateDir: await folder(),
    firstMessage: FIRST_MESSAGE?.code ?? '',
  }
  const first = unit(settings)
  await until(() => states(server).at(-1)?.message2?.includes('i1') === true)
  expect(states(server).at(-1)?.status).toBe('on')
  await first.close()

  const second = unit(settings)
  expect(openOf(second)).toEqual(['i1'])
  second.setMessage('i1', false)
  await second.close()
  expect(openOf(unit(settings))).toEqual([])
})

it('HND-08 a unit whose state is already stored reports nothing new', async () => {
  const { url: brokerUrl } = await broker()
  const stateDir = await folder()
  await unit({ brokerUrl, stateDir }).close()
  expect(openOf(unit({ brokerUrl, stateDir, firstMessage: 'i1' }))).toEqual([])
})
