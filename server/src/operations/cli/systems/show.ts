import type * as z from 'zod/mini'
import { accountStore } from '../../../identity/accounts/store.ts'
import { messageStore } from '../../../messages/store.ts'
import { claimStore } from '../../../systems/claim-store.ts'
import { handoverStore } from '../../../systems/handover-store.ts'
import { ownSystemStore } from '../../../systems/pairing/own-system-store.ts'
import type { StoredSystem } from '../../../systems/store.ts'
import { newestRefusals } from '../../../telemetry/intake/refusals.ts'
import { readingStore } from '../../../telemetry/readings/store.ts'
import { fleetUpdates } from '../../fleet/updates.ts'
import type { Job } from '../command.ts'
import { type Cell, list, table } from '../table.ts'
import { findSystem, type named } from './life.ts'

const MOST = 10

const yesOrNo = (is: boolean) => (is ? 'yes' : 'no')

/** A table below its title; nothing if there are no rows. */
const part = <N extends string>(title: string, columns: readonly N[], rows: readonly Record<N, Cell>[]) =>
  rows.length === 0
    ? []
    : [
        `${title}\n${table(
          columns,
          rows.map((row) => columns.map((name) => row[name])),
        )}`,
      ]

const toRow = ({ sn, phase, timeZone, createdAt, since }: StoredSystem, owner: string | null) => ({
  sn,
  phase,
  time_zone: timeZone,
  created_at: createdAt.toISOString(),
  owner,
  owned_since: since?.toISOString() ?? null,
})

/** `system show`: a system with its latest state, active messages, newest refusals and updates. */
export async function showSystem({ sn }: z.output<typeof named>, { db, now }: Job) {
  const system = await findSystem(db, sn)
  const [claimable] = await claimStore(db).findSystems([sn], [])
  const [latest] = await readingStore(db).latest([system.id])
  const email = async (owner: string | null | undefined) =>
    owner ? ((await accountStore(db).profile(owner))?.email ?? null) : null
  const claimants = await claimStore(db).claimants(sn, now)
  const claimedBy = await Promise.all(claimants.map(({ owner }) => email(owner)))
  const claimant = claimable?.handover ?? null
  const handover = claimant && (await handoverStore(db).of(claimant)).find((one) => one.sn === sn)
  const row = {
    ...toRow(system, await email(system.owner)),
    own_system: await ownSystemStore(db).isOwn(system.id),
    has_code: Boolean(claimable?.hash),
    claimed_by: claimedBy.join(', ') || null,
    claimed_until: claimants.at(-1)?.until.toISOString() ?? null,
    handover_to: handover ? ((await email(claimant)) ?? claimant) : null,
    handover_at: handover ? handover.dueAt.toISOString() : null,
    heard_at: latest?.heard_at?.toISOString() ?? null,
    retired_at: system.retiredAt?.toISOString() ?? null,
    status: latest?.told?.status?.[1] ?? null,
    battery_status: latest?.told?.battery_status?.[1] ?? null,
  }
  const versions = latest?.told?.versions?.[1] ?? {}
  const chips = Object.entries(versions).map(([chip, version]) => ({ chip, version }))
  const open = await messageStore(db).latest([{ id: system.id, visible_from: new Date(0) }], 0)
  const messages = (open.get(system.id) ?? []).map(({ code, raisedAt }) => ({
    code,
    raised_at: raisedAt.toISOString(),
  }))
  const refused = (await newestRefusals(db, sn, MOST)).map((one) => ({ ...one, at: one.at.toISOString() }))
  const updates = (await fleetUpdates(db, { sn }, MOST)).map(({ askedAt, endedAt, ...one }) => ({
    ...one,
    asked_at: askedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  }))
  const parts = [
    list({ ...row, own_system: yesOrNo(row.own_system), has_code: yesOrNo(row.has_code) }),
    // A table of their own: a unit may call its chips anything.
    ...part('Versions', ['chip', 'version'], chips),
    ...part('Active messages', ['code', 'raised_at'], messages),
    ...part('Refused', ['at', 'topic', 'reason', 'field'], refused),
    ...part('Updates', ['asked_at', 'chip', 'from', 'to', 'state', 'reason', 'words'], updates),
  ]
  return { json: { ...row, versions, messages, refused, updates }, text: parts.join('\n\n') }
}
