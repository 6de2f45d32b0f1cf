import { command } from '@kellersonne/contract/control/commands'
import { afterAll, beforeEach, expect } from 'vitest'
import * as z from 'zod/mini'
import { storeBatch } from '../../src/app/roles/store-batch.ts'
import { type TestApi, testApi } from '../api.ts'

export const list = z.object({ total: z.int(), commands: z.array(command) })
const COMMAND = '/api/auth/command/'
const COMMANDS = '/api/auth/commands/'

/** A new server for each test, with two owners, each with an online unit. */
export function setUpCommands() {
  let api: TestApi
  let anna: { owner: string; systems: number[]; access: string; refresh: string }
  let berta: typeof anna
  const [unit, others] = [() => anna.systems[0] ?? 0, () => berta.systems[0] ?? 0]

  async function open() {
    api = await testApi()
    const join = async (email: string, sns: string[]) => ({
      ...(await api.owner(email, sns)),
      ...(await api.signIn(email)),
    })
    anna = await join('anna@example.org', ['1001', '1002'])
    berta = await join('berta@example.org', ['2001'])
    await seeOnline(unit(), true)
    await seeOnline(others(), true)
  }
  beforeEach(async () => {
    await api?.close()
    await open()
  })
  afterAll(() => api.close())

  const seeOnline = (system: number, online: boolean) =>
    storeBatch(api.db, [{ kind: 'presence', system, receivedAt: api.now(), online }])
  const post = (form: Record<string, string>, { access } = anna) =>
    api.post(
      COMMAND,
      { sn: '1001', command: 'standby', ...form },
      { headers: { authorization: `Bearer ${access}` } },
    )
  const given = async (form: Record<string, string> = {}) => {
    const answer = await post(form)
    expect(answer.statusCode).toBe(200)
    return command.parse(answer.json())
  }
  const look = (id: string, { access } = anna) => api.get(`${COMMAND}${id}/`, access)
  const read = async (id: string) => command.parse((await look(id)).json())
  const ledger = (query: string, { access } = anna) => api.get(`${COMMANDS}?${query}`, access)
  const listed = async (query = 'sn=1001') => list.parse((await ledger(query)).json())
  /** Stores a unit's responses to commands, in one batch. */
  const report = (
    system: number,
    ...received: [id: string, outcome: 'accepted' | 'done' | 'refused', reason?: string][]
  ) =>
    storeBatch(
      api.db,
      received.map(([id, outcome, reason]) => ({
        ...{ kind: 'outcome', system, receivedAt: api.now() },
        outcome: { id, outcome, ...(reason !== undefined && { reason }) },
      })),
    )

  return {
    api: () => api,
    anna: () => anna,
    berta: () => berta,
    /** Continues as Anna with new tokens. */
    async signInAgain() {
      anna = { ...anna, ...(await api.signIn('anna@example.org')) }
    },
    ...{ unit, others, seeOnline, post, given, look, read, ledger, listed, report },
  }
}
