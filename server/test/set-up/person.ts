import { randomUUID } from 'node:crypto'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import * as z from 'zod/mini'
import { accountStore } from '../../src/identity/accounts/store.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { systemStore } from '../../src/systems/store.ts'

/** Creates an owner with all possible data; `words` must not be found once they are deleted. */
export async function makePerson(db: Db, name: string, passwordHash: string, sns: readonly [string, string]) {
  const email = `${name}@example.org`
  const old = `${name}.before@example.org`
  const subject = `subject-of-${name}`
  const phone = `+4915${sns[0].padStart(9, '0')}`
  const owner = await accountStore(db).create(email, passwordHash, 'de')
  if (owner === null) throw new Error(`${email} is there already`)
  const [system, waiting] = await Promise.all(
    sns.map((sn, i) =>
      systemStore(db).put({
        sn: serialNumber.parse(sn),
        phase: i + 1,
        timeZone: 'Europe/Berlin',
        secret: 'unit',
      }),
    ),
  )
  await systemStore(db).claim(system ?? 0, owner, new Date('2026-01-01T00:00:00Z'))
  await db.run(
    `update owner set phone = $2, country = 'DE', picture = convert_to($3, 'UTF8'), picture_id = $4 where id = $1`,
    [owner, phone, `a picture of ${subject}`, randomUUID()],
  )
  await db.run('insert into identity (issuer, subject, owner) values ($1, $2, $3)', [
    'https://id.example',
    subject,
    owner,
  ])
  await db.run(
    `insert into handover (system, claimant, begun_at, due_at, asked_at, unit_asked_at, prove_by)
     values ($1, $2, now(), now(), now(), now(), now())`,
    [waiting, owner],
  )
  await db.run(
    `insert into claim (sn, owner, asked_at, unit_asked_at, expires_at)
     select sn, $2, now(), now(), now() from storage_system where id = $1`,
    [waiting, owner],
  )
  await db.run(
    `insert into update_consent (owner, system, since, at, language, wording, parts)
     select owner, system, since, now(), 'de', 'Ich, ' || $2 || ', bin einverstanden', '[]' from ownership where owner = $1`,
    [owner, email],
  )
  await db.run(
    `insert into registration (id, email, details, expires_at) values ($1, upper($2), jsonb_build_object('phone', $3::text), now())`,
    [randomUUID(), email, phone],
  )
  await db.run(
    `insert into pairing (owner, code_hash, time_zone, expires_at) values ($1, sha256($2::bytea), 'Europe/Berlin', now())`,
    [owner, Buffer.from(email)],
  )
  await db.run(`insert into alert_event (owner, cause, subject, at) values ($1, 'sign_in', $2, now())`, [
    owner,
    randomUUID(),
  ])
  await db.run('insert into alert_setting (owner, system, topic, email) values ($1, $2, $3, false)', [
    ...[owner, system, 'fault'],
  ])
  await db.run(
    `with made as (
       insert into alert (owner, system, cause, subject, begun_at, count, rounds)
       values ($1, $2, 'silent', '', now(), 1, 0) returning id)
     insert into alert_notice (alert, owner, kind, made_at, address) select id, $1, 'begun', now(), $3 from made`,
    [owner, system, email],
  )
  await db.run(
    `insert into own_rule (owner, system, created_at, quantity, comparison, threshold, minutes)
     values ($1, $2, now(), 'soc', 'below', 20, 5)`,
    [owner, system],
  )
  await db.run(
    `insert into passport_link (owner, system, token_hash, created_at, expires_at, with_serial)
     values ($1, $2, sha256($3::bytea), now(), 'infinity', true)`,
    [owner, system, Buffer.from(email)],
  )
  await db.run(
    `with made as (
       insert into session (id, owner, stay_logged_in, created_at, refreshed_at, agent)
       values ($2, $1, true, now(), now(), $3) returning id)
     insert into push_subscription (owner, session, endpoint, p256dh, auth, service, agent, made_at)
     select $1, id, 'https://fcm.googleapis.com/fcm/send/' || id, repeat('B', 87), repeat('a', 22), 'google', $3, now() from made`,
    [owner, randomUUID(), subject],
  )
  const link = randomUUID()
  await db.run(
    `insert into email_link (id, owner, kind, email, created_at, expires_at) values ($1, $2, 'undo', $3, now(), now())`,
    [link, owner, old],
  )
  await db.run('insert into reset (id, owner, expires_at) values ($1, $2, now())', [randomUUID(), owner])
  await db.run(
    `insert into mail (kind, owner, address, details, created_at, due_at)
     values ('welcome', $1, null, '{}', now(), now()),
       ('email_changed', $1, $2, jsonb_build_object('link', $4::text), now(), now()),
       ('reset', null, upper($3), '{}', now(), now())`,
    [owner, old, email, link],
  )
  return { owner, email, system: system ?? 0, words: [owner, email, old, phone, subject] }
}

/** Resolves to the tables that refer to owners, and their action on deletion ('c': cascade). */
export const tablesOfOwners = (db: Db) =>
  db.rows(
    z.object({ name: z.string(), action: z.string() }),
    `select conrelid::regclass::text as name, confdeltype as action from pg_constraint
     where contype = 'f' and confrelid = 'owner'::regclass`,
  )
