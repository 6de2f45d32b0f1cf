import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { notAsserted } from './asserted.ts'
import { selfSigned } from './devices/certificate.ts'
import { startHttpDevices } from './devices/http-devices.ts'
import { serve } from './devices/serve.ts'
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

  // Seen by a server of our own, because nginx passes over what is posted.
  it.each([
    ['tesla-powerwall-2', { username: 'customer', email: '', password: 'ABC12', force_sm_off: false }],
    [
      'senec-v3',
      {
        ENERGY: {
          ...{ GUI_GRID_POW: '', GUI_BAT_DATA_POWER: '', GUI_INVERTER_POWER: '' },
          GUI_BAT_DATA_FUEL_CHARGE: '',
        },
        ...{ PM1OBJ1: { U_AC: '' }, BMS: { SOH: '' } },
        STATISTIC: {
          ...{ LIVE_PV_GEN: '', LIVE_GRID_IMPORT: '', LIVE_GRID_EXPORT: '' },
          ...{ LIVE_BAT_CHARGE: '', LIVE_BAT_DISCHARGE: '' },
        },
      },
    ],
  ])('GWY-03 posts to %s what it expects', async (profile, body) => {
    const posted: unknown[] = []
    const { port, stop } = await serve(async (request, response) => {
      posted.push([request.headers['content-type'], JSON.parse(await text(request))])
      response.writeHead(500).end()
    }, certificate)
    onTestFinished(stop)
    await readOnce({ profile, options: { password: 'ABC12' }, port, certificate: certificate.fingerprint })
    expect(posted).toEqual([['application/json', body]])
  })

  it('GWY-03 asserts each measure of every profile by HTTP, and both directions of grid and battery', () => {
    expect(notAsserted('http', httpStates)).toEqual([])
  })
})
