import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notAsserted } from './asserted.ts'
import { selfSigned } from './devices/certificate.ts'
import { startHttpDevices } from './devices/http-devices.ts'
import { httpStates } from './fixtures.ts'
import { readOnce, valuesIn } from './read-device.ts'

const certificate = selfSigned()

describe('profiles of devices that answer by HTTP', () => {
  let devices: Awaited<ReturnType<typeof startHttpDevices>>
  beforeAll(async () => {
    devices = await startHttpDevices(httpStates, certificate)
  })
  afterAll(() => devices.stop())

  it.each(httpStates.map((state, i) => ({ ...state, i })))(
    'GWY-03 reads $profile that $name',
    async ({ profile, options, invert, expected, absent, unable, tls, i }) => {
      const status = await readOnce({
        ...{ profile, options, invert, port: devices.ports[i] },
        ...(tls && { certificate: certificate.fingerprint }),
      })
      expect(status.fault).toBeNull()
      expect(valuesIn(status)).toMatchObject(expected)
      expect(absent.filter((name) => name in valuesIn(status))).toEqual([])
      expect(unable.filter((name) => status.able.has(name))).toEqual([])
    },
  )

  it('GWY-03 asserts each measure of every profile by HTTP, and both directions of grid and battery', () => {
    expect(notAsserted('http', httpStates)).toEqual([])
  })
})
