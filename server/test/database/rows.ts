import * as z from 'zod/mini'
import type { Sql } from '../../src/platform/db/database.ts'

const row = z.object({ row: z.string() })
const named = z.object({ name: z.string() })

/** Resolves to every row of every table as text, by table; rows of partitions belong to their parent. */
export async function allRows(sql: Sql): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  const tables = await sql.rows(
    named,
    `select relname as name from pg_class left join pg_inherits on inhrelid = pg_class.oid
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and inhparent is null order by 1`,
  )
  for (const { name } of tables)
    found[name] = (await sql.rows(row, `select t::text as row from "${name}" t order by 1`)).map(
      (one) => one.row,
    )
  return found
}

/** One row per table, with values that are hard to serialize: tabs, line ends, backslashes, infinities, bytes. */
export const oneOfEverything = `
  insert into storage_system (sn, phase, time_zone, secret_hash) values ('7001', 1, 'Europe/Berlin', '\\x00ff5c0a');
  insert into pairing select id, '\\xdeadbeef', null, 'Europe/Berlin', 'infinity', (select id from storage_system where sn = '7001')
    from owner limit 1;
  insert into ownership (system, owner, since, until) select s.id, null, '2026-01-01', '2026-02-01'
    from storage_system s where sn = '7001';
  insert into ownership (system, owner, since) select s.id, o.id, '2026-03-01T00:00:00.123456Z'
    from storage_system s, owner o where sn = '7001';
  update owner set picture = '\\x5c2e0a0900', phone = E'tab\\there, line\\nend, \\\\N, \\\\.', country = 'ÄÖ€😀',
    picture_id = gen_random_uuid();
  select make_reading_partitions('2026-11-19', '2026-11-22');
  insert into reading (system, at, grid_w, pv_wh) select 1, at, 12345, 9007199254740993 from generate_series(
    '2026-11-18T00:00Z'::timestamptz, '2026-11-21T00:00Z', '1 minute') at;
  insert into quarter (system, at, readings, grid_v_count, grid_w_count, pv_w_count, battery_w_count, soc_count,
    output_w_count, load_w_count) values (1, now(), 1, 0, 0, 0, 0, 0, 0, 0);
  insert into state values (1, now(), '{"flags": ["\\\\u00e4", "a\\\\tb"]}');
  insert into latest (system, state_at) select id, 'infinity' from storage_system where sn = '7001';
  insert into refused (system, at, topic, reason, field, exceeded, payload)
    values (1, now(), 'state', 'x', 'soc', 0.1::float8 + 0.2, E'\\\\x \\t');
  insert into identity select 'https://issuer.example', 's', id from owner limit 1;
  insert into registration_code select '\\xdeadbeef', id from storage_system where sn = '7001';
  insert into mail (kind, address, created_at, due_at) values ('reset', 'a@b.example', now(), '-infinity');
  insert into message_change values (1, 'I', now(), now(), true, 'message2');
  insert into refused_today select id, now(), 3 from storage_system where sn = '7001';
  insert into refused_state select id, now() from storage_system where sn = '7001';
  insert into unit_state select id, '{"status": [1, "on"]}', '2026-11-01' from storage_system where sn = '7001';
  insert into episode values (1, 'I', now(), null, 3), (1, 'R', now(), now(), 1);
  insert into episode_backlog values (1);
  insert into command (system, since, name, value, asked_at, state, deadline) select system, since, 'limit', 0.1::float8 + 0.2,
    now(), 'waiting', now() from ownership where owner is not null limit 1;
  insert into correction (system, since, counter, start, before, after, made_at) select system, since, 'pv', now(), 5, 9007199254740993,
    now() from ownership where owner is not null limit 1;
  insert into energy_import (system, since, format, start, until, sums, made_at) select system, since, 'senec', now(), 'infinity',
    '{"pv": 5}', now() from ownership where owner is not null limit 1;
  insert into imported_day (import, system, day, pv_wh) select id, system, now(), '{1,null,3}' from energy_import;
  insert into missing_readings (before) values ('2199-01-01');
  insert into last_backup (made_at, bytes) values ('2026-11-21T02:30Z', 1234);
  insert into audit_entry (at, operator, origin, action, subject, before) values (now(), 'anna', 'host', 'system add', '7001', '{"a": 1}');
  insert into approval (asked_at, expires_at, operator, origin, action, subject, request)
    values (now(), 'infinity', 'anna', 'host', 'key add', 'k', '{"id": "\\\\t"}');
  insert into forecast select id, now(), now(), now(), '{96}', '{1,null,3}', '{}', 1, 0.1::real, 1, 'NaN'
    from storage_system where sn = '7001';
  insert into forecast_memory (system, since, built_at, start, pv, load)
    select id, now(), now(), now(), '\\x5c2e0a', '\\x0900' from storage_system where sn = '7001';
  insert into forecast_day (start, system, quarters, issues, outcome)
    select '2026-06-18', id, 96, '\\x5c2e0a0900'::bytea, '' from storage_system where sn = '7001';
  insert into forecast_day_due select system, start, 'infinity' from forecast_day;
  insert into watch (system, since, due_at) select id, now(), now() from storage_system where sn = '7001';
  insert into finding (system, since, name, begun_at, reasons) select system, since, 'no_charge', now(), '{"value": 0.5}'
    from ownership where owner is not null limit 1;
  insert into battery_temperature select system, since, now(), now(), 0.1::float8 + 0.2, 'NaN', 45, '{1,2,3,4,5}'
    from ownership where owner is not null limit 1;
  insert into weather_budget values ('open_meteo', '2026-06-18', 12, 9000);
  insert into weather_cell (latitude, longitude, next_at, irradiance, gust) values (477, -92, now(), '{1,null,3}', '{253,null}');
  insert into late_day values (1, now(), now(), now());
  insert into sealed_day select (jsonb_populate_record(null::sealed_day, jsonb_object_agg(attname, '\\x5c2e0a0900'::text)
    || '{"system": 1, "start": "2026-06-18", "quarters": 96, "sealed_at": "2026-06-19", "told": 1440}')).*
    from pg_attribute where attrelid = 'sealed_day'::regclass and atttypid = 'bytea'::regtype;
  insert into claim (sn, owner, asked_at, unit_asked_at, expires_at)
    select s.sn, o.id, now(), now(), 'infinity' from storage_system s, owner o where s.sn = '7001';
  insert into handover (system, claimant, begun_at, due_at, asked_at, unit_asked_at, prove_by)
    select storage_system.id, owner.id, now(), now(), now(), now(), now() from storage_system, owner
    where sn = '7001' limit 1;
  insert into alert_event (owner, cause, subject, at) select id, 'sign_in', 'x', now() from owner;
  insert into alert_setting (owner, topic, email) select id, 'sign_in', false from owner;
  insert into alert (owner, cause, subject, begun_at, count, rounds, details)
    select id, 'sign_in', E'a\tb', now(), 1, 0, '{"agent": "x"}' from owner;
  insert into alert_setting (owner, system, topic, email) select owner.id, storage_system.id, 'silent', false
    from owner, storage_system where sn = '7001';
  insert into alert (owner, system, cause, subject, begun_at, count, rounds)
    select owner.id, storage_system.id, 'silent', '', now(), 1, 0 from owner, storage_system where sn = '7001';
  insert into alert_notice (alert, owner, kind, made_at) select id, owner, 'begun', now() from alert;
  insert into outlook select id, 'winter', now(), now(), '{"pv": 1}' from storage_system where sn = '7001';
  insert into passport_link (owner, system, token_hash, created_at, expires_at, with_serial)
    select owner.id, storage_system.id, '\\x5c2e0a0900', now(), 'infinity', true from owner, storage_system where sn = '7001';
  insert into own_rule (owner, system, created_at, quantity, comparison, threshold, minutes)
    select owner.id, storage_system.id, now(), 'soc', 'below', 20, 5 from owner, storage_system where sn = '7001';
  insert into known_network select id, 'k', now() from owner;
  insert into email_link select gen_random_uuid(), id, 'undo', 'a@b.example', now(), 'infinity' from owner;
  insert into reset select gen_random_uuid(), id, now() from owner;
  insert into session (id, owner, stay_logged_in, created_at, refreshed_at, agent)
    select gen_random_uuid(), id, true, now(), now(), E'a\tb' from owner;
  insert into push_key (public, private, made_at) values ('BPublic', 'private', now()) on conflict do nothing;
  insert into push_subscription (owner, session, endpoint, p256dh, auth, service, agent, made_at)
    select owner, id, 'https://fcm.googleapis.com/fcm/send/' || id, repeat('B', 87), repeat('a', 22), 'google', E'a\tb', now()
    from session;
  insert into alert_notice (alert, owner, kind, made_at, channel, subscription)
    select alert.id, alert.owner, 'begun', now(), 'push', push_subscription.id from alert, push_subscription;
  insert into update_consent (owner, system, since, at, language, wording, parts)
    select owner, system, since, now(), 'de', E'ja,\n\\N', '[]' from ownership where owner is not null;
  insert into firmware_update (system, since, asked_at, consent) select system, since, now(), id from update_consent;
  insert into release_key values ('k', E'-----BEGIN\\n', now());
  insert into update_client select id, '{}', now() from storage_system where sn = '7001';
  insert into attempt values ('k', 1, now());
  insert into registration values (gen_random_uuid(), 'a@b.example', '{}', now());
`
