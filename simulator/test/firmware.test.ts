import { randomBytes } from 'node:crypto'
import { MAX_IMAGE_BYTES } from '@kellersonne/core/firmware/image'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { UnitSettings } from '../src/unit/unit-settings.ts'
import { broker, folder, unit } from './bench.ts'
import { states, until } from './received.ts'
import { firmwareKey, type Offered, offered, openUpdateService } from './update-service.ts'

const IMAGE = randomBytes(100_000)
const NOWHERE = 'mqtt://127.0.0.1:9'

async function open(more: Partial<UnitSettings> = {}) {
  const service = await openUpdateService()
  onTestFinished(() => service.close())
  const stateDir = await folder()
  const running = unit({ brokerUrl: NOWHERE, stateDir, updatesUrl: service.url, firmwareKey, ...more })
  const { words } = service
  const firmware = () => running.view().firmware
  return {
    ...{ service, running, words, firmware, stateDir },
    ended: () => until(() => words.at(-1)?.execution === 'closed'),
    waits: () => until(() => firmware().progress?.phase === 'installed'),
  }
}
const result = ({ words }: Awaited<ReturnType<typeof open>>) =>
  words.map(({ result: { finished } }) => finished)

describe('a unit refuses', () => {
  const reported = offered('2.5.0', IMAGE).reported
  const bad: readonly (readonly [string, Offered, RegExp, boolean])[] = [
    ['what nobody has signed', offered('2.5.0', IMAGE, { by: 'nobody' }), /not signed/, false],
    ['what a stranger has signed', offered('2.5.0', IMAGE, { by: 'stranger' }), /not the operator/, false],
    [
      'an older image that passes for a newer one',
      offered('2.5.0', IMAGE, { signed: { ...reported, version: '2.3.0' } }),
      /another image/,
      false,
    ],
    ['an older version', offered('2.3.9', IMAGE), /not newer/, false],
    ['the version that runs', offered('2.4.0', IMAGE), /not newer/, false],
    [
      'an image for other hardware',
      offered('2.5.0', IMAGE, { reported: { ...reported, chip: 'cooler' } }),
      /no chip cooler/,
      false,
    ],
    [
      'an image that is too large',
      offered('2.5.0', IMAGE, { reported: { ...reported, size: MAX_IMAGE_BYTES + 1 } }),
      /does not fit/,
      false,
    ],
    [
      'a tampered image',
      { ...offered('2.5.0', IMAGE), bytes: randomBytes(IMAGE.length) },
      /not what was/,
      true,
    ],
    ['a truncated image', { ...offered('2.5.0', IMAGE), bytes: IMAGE.subarray(1) }, /99999 bytes/, true],
    [
      'an image longer than promised',
      { ...offered('2.5.0', IMAGE), bytes: Buffer.concat([IMAGE, IMAGE]) },
      /200000 bytes/,
      true,
    ],
  ]
  it.each(bad)('UPD-13 %s', async (_what, offer, detail, fetched) => {
    const test = await open()
    test.service.offer(offer)
    test.running.switchMain(false)
    await test.ended()
    expect(result(test).at(-1)).toBe('failure')
    expect(test.words.at(-1)?.details.join()).toMatch(detail)
    expect(test.service.asked.some((path) => path.includes('/artifacts/'))).toBe(fetched)
    await until(() => test.firmware().progress === null)
    test.running.switchMain(true)
    expect(test.firmware().versions['bms']).toBe('2.4.0')
  })

  it('UPD-13 everything where it was built without a key', async () => {
    const test = await open({ firmwareKey: null })
    test.service.offer(offered('2.5.0', IMAGE))
    test.running.switchMain(false)
    await test.ended()
    expect(test.words.at(-1)?.details.join()).toMatch(/no key/)
  })

  it('UPD-13 an image that changes under way, from which it fetches all anew', async () => {
    const test = await open({ downloadBytesPerS: 40_000 })
    test.service.offer(offered('2.5.0', IMAGE))
    test.running.switchMain(false)
    await until(() => (test.firmware().progress?.downloaded ?? 0) >= 40)
    test.service.exchange(randomBytes(IMAGE.length))
    await test.ended()
    expect(test.words.at(-1)?.details).toEqual(['The image is not what was signed.'])
  })
})

describe('a unit installs', () => {
  it('PRD-04 only in update mode, and runs it only when it is switched on', async () => {
    const server = await broker()
    const test = await open({ brokerUrl: server.url })
    test.service.offer(offered('2.5.0', IMAGE))
    await until(() => test.service.asked.length > 0)
    test.running.switchMain(false)
    test.running.show('normal')
    await until(() => states(server).at(-1)?.display === 'normal' && states(server).at(-1)?.status === 'off')
    expect(test.service.asked.some((path) => path.includes('deploymentBase'))).toBe(false)
    test.running.show('update')
    await test.waits()
    expect(states(server).at(-1)).toMatchObject({
      status: 'off',
      display: 'update',
      versions: { bms: '2.4.0' },
    })
    expect(test.words.at(-1)?.details).toEqual(['All Chunks Installed.'])
    test.running.switchMain(true)
    await test.ended()
    expect(result(test).at(-1)).toBe('success')
    await until(() => states(server).at(-1)?.versions?.['bms'] === '2.5.0')
    expect(states(server).at(-1)).toMatchObject({ display: 'normal' })
  })

  it('UPD-13 repeats its last report until it is accepted, also after a restart', async () => {
    const test = await open()
    test.service.offer(offered('2.5.0', IMAGE))
    test.running.switchMain(false)
    await test.waits()
    test.service.fail(2)
    test.running.switchMain(true)
    await test.running.close()
    expect(result(test)).not.toContain('success')
    unit({ brokerUrl: NOWHERE, stateDir: test.stateDir, updatesUrl: test.service.url, firmwareKey })
    await test.ended()
    expect(result(test).filter((finished) => finished === 'success')).toHaveLength(1)
  })

  it('UPD-13 no more of what the service has given up', async () => {
    const test = await open({ downloadBytesPerS: 40_000 })
    test.service.offer(offered('2.5.0', IMAGE))
    test.running.switchMain(false)
    await until(() => test.firmware().progress !== null)
    test.service.giveUp()
    await until(() => test.firmware().last?.outcome === 'over')
    expect(test.firmware().progress).toBeNull()
  })

  it('UPD-13 nothing new while it waits to be switched on', async () => {
    const test = await open()
    test.service.offer(offered('2.5.0', IMAGE))
    test.running.switchMain(false)
    await test.waits()
    const fetched = () => test.service.asked.filter((path) => path.includes('/artifacts/')).length
    const [before, asked] = [fetched(), test.service.asked.length]
    await until(() => test.service.asked.length > asked + 1)
    expect(fetched()).toBe(before)
  })
})
