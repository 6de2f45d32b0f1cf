import { getPairing, pairGateway, startPairing } from '@kellersonne/contract/systems/pairing'
import { removeOwner } from '../src/identity/accounts/deletion.ts'
import { PASSWORD, type TestApi } from './api.ts'

export const SECRETS = ['a', 'b', 'c'].map((letter) => letter.repeat(43)) as [string, string, string]
const PAIRING = '/api/auth/usr_sn/pairing/'

let count = 0
/** An owner and what they, and a gateway in a network of its own or in this one, may ask. */
export async function pairingOwner(server: TestApi, network?: string) {
  count += 1
  const email = `own${count}@example.org`
  const remoteAddress = network ?? `10.9.${count >> 8}.${count & 255}`
  const { owner } = await server.owner(email)
  let { access } = await server.signIn(email)
  const post = (url: string, form: Record<string, string>) =>
    server.post(url, form, { headers: { authorization: `Bearer ${access}` }, remoteAddress })
  const start = (form: Record<string, string> = {}) => post(PAIRING, { time_zone: 'Europe/Vienna', ...form })
  const trade = (code: string, secret = SECRETS[0], more: Record<string, string> = {}) =>
    server.post('/api/gateways/', { pairing_code: code, secret, ...more }, { remoteAddress })
  const code = async (form?: Record<string, string>) =>
    startPairing.response.parse((await start(form)).json()).pairing_code
  return {
    ...{ owner, start, trade, code },
    async signInAgain() {
      access = (await server.signIn(email)).access
    },
    state: async () => getPairing.response.parse((await server.get(PAIRING, access)).json()),
    cancel: () => post('/api/auth/usr_sn/pairing/cancel/', {}),
    lock: (sn: string) => post('/api/auth/usr_sn/gateway/lock/', { sn }),
    release: (sn: string) => post('/api/auth/usr_sn/release/', { sn, password: PASSWORD }),
    list: async () => (await server.get('/api/auth/usr_sn/', access)).json(),
    leave: () => removeOwner(server.db, owner, server.now()),
    /** Pairs a gateway; resolves to the system's serial number. */
    async pair(secret = SECRETS[0]) {
      const answer = await trade(await code(), secret)
      return pairGateway.response.parse(answer.json()).serial_number
    },
  }
}
