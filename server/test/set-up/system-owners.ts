import { command } from '@kellersonne/contract/control/commands'
import { getUser } from '@kellersonne/contract/identity/accounts'
import { currentDataList } from '@kellersonne/contract/live/live'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { statePayload } from '@kellersonne/contract/telemetry/device'
import { printedCode } from '@kellersonne/core/systems/keys'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { storeBatch } from '../../src/app/roles/store-batch.ts'
import { codeKeyOf, newCode, putCode } from '../../src/systems/codes.ts'
import { systemStore } from '../../src/systems/store.ts'
import { PASSWORD, SECRET, type TestApi } from '../api.ts'
import { openEvents } from '../events.ts'

const USR_SN = '/api/auth/usr_sn/'
const RELEASE = '/api/auth/usr_sn/release/'
const NAME = '/api/auth/usr_sn/name/'
const COMMAND = '/api/auth/command/'
const OBJECT = '/api/auth/usr_sn/object/'

const mail = z.object({ kind: z.string() })

/** Systems with their codes, and owners who claim and release them. */
export function systemOwners(api: TestApi, origin = '') {
  let count = 1000
  const next = () => {
    count += 1
    return count
  }
  async function report(system: number, status: string) {
    api.clock.skip(1000)
    const state = statePayload.parse({ at: api.now().toISOString(), status })
    await storeBatch(api.db, [{ kind: 'state', system, receivedAt: api.now(), state }])
  }
  const people = {
    next,
    report,
    async newSystem() {
      const sn = serialNumber.parse(`${next()}`)
      const id = await systemStore(api.db).put({ sn, phase: 1, timeZone: 'Europe/Berlin', secret: 'secret' })
      const code = newCode()
      await putCode(api.db, codeKeyOf(SECRET), id, code)
      return { id, sn, code: printedCode(code) }
    },
    async newOwner() {
      const email = `owner${next()}@example.org`
      const { owner } = await api.owner(email)
      // Each owner in a separate network.
      const home = `10.0.${count >> 8}.${count & 255}`
      let { access } = await api.signIn(email)
      const send = (url: string, form: URLSearchParams, remoteAddress = home) =>
        api.post(
          url,
          {},
          { headers: { authorization: `Bearer ${access}` }, remoteAddress, payload: form.toString() },
        )
      const post = (url: string, keys: readonly string[], remoteAddress?: string) =>
        send(url, new URLSearchParams(keys.map((key): [string, string] => ['sn', key])), remoteAddress)
      return {
        owner,
        async signInAgain() {
          access = (await api.signIn(email)).access
        },
        add: (...keys: string[]) => post(USR_SN, keys),
        addFrom: (remoteAddress: string, ...keys: string[]) => post(USR_SN, keys, remoteAddress),
        /** `password`: null sends none. */
        release: (sn: string, password: string | null = PASSWORD) =>
          send(RELEASE, new URLSearchParams({ sn, ...(password !== null && { password }) })),
        rename: (sn: string, name: string) => send(NAME, new URLSearchParams({ sn, name })),
        object: (sn: string) => post(OBJECT, [sn]),
        /** Switches a unit off or on by a command; it obeys unless told not to. */
        async command({ id: system, sn }: { id: number; sn: string }, name: 'off' | 'on', obeys = true) {
          const given = await send(COMMAND, new URLSearchParams({ sn, command: name }))
          const { id } = command.parse(given.json())
          const outcome = { id, outcome: 'done' as const }
          if (!obeys) return
          await storeBatch(api.db, [{ kind: 'outcome', system, receivedAt: api.now(), outcome }])
          await report(system, name)
        },
        list: async () => (await api.get(USR_SN, access)).json(),
        user: async () => getUser.response.parse((await api.get('/api/auth/user/', access)).json()),
        data: async () => currentDataList.parse((await api.get('/api/auth/data/', access)).json()),
        watch: () => openEvents(`${origin}/api/auth/live/`, access),
      }
    },
    async switchOffAndOn(system: number) {
      for (const status of ['off', 'on']) await report(system, status)
    },
    /** Starts an update of a system; resolves to a function that ends it. */
    async startUpdate(system: number) {
      await api.db.run(`insert into release_key values ('k', 'pem', now()) on conflict do nothing`)
      await api.db.run(
        `with release as (
           insert into release (chip, version, size, sha256, sha1, key, signature, notes, share, published_at)
           values ('bms', $2, 1, repeat('a', 64), repeat('a', 40), 'k', 's', '{"de": "a", "en": "b"}', 100, now())
           returning id
         ), started as (
           insert into firmware_update (system, since, asked_at)
           select system, since, $3 from ownership where system = $1 and until is null returning id
         )
         insert into update_action (system, firmware_update, part, release, state, deadline)
         select $1, started.id, 0, release.id, 'waiting', $3 from started, release`,
        [system, `${next()}.0.0`, api.now()],
      )
      return () =>
        api.db.run(
          `update update_action set state = 'cancelled', deadline = null, ended_at = $2 where system = $1`,
          [system, api.now()],
        )
    },
    /** Resolves to the kinds of the mails to an owner, the oldest first. */
    mailsTo: async (owner: string) =>
      (
        await api.db.rows(mail, 'select kind from mail where owner = $1 order by created_at, kind', [owner])
      ).map(({ kind }) => kind),
    /** Returns the security log entries of an owner, except sign-ins. */
    securityLog: (owner: string) =>
      api.logged
        .map((line) => JSON.parse(line))
        .filter((entry) => entry.msg === 'security' && entry.owner === owner && entry.event !== 'sign_in')
        .map(({ event, outcome }) => `${event} ${outcome}`),
  }
  return {
    ...people,
    /** A system that its owner has by code, and a buyer who has entered the code, too: its hand-over has begun. */
    async sold() {
      const [seller, buyer] = [await people.newOwner(), await people.newOwner()]
      const system = await people.newSystem()
      await seller.add(system.code)
      await api.publish(system.id, 111)
      api.clock.skip(1000)
      expect((await buyer.add(system.code)).json()).toMatchObject([{ outcome: 'handover', sn: system.sn }])
      return { seller, buyer, system, owned: [{ sn: system.sn, phase: 1 }] }
    },
  }
}
