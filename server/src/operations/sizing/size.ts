// Sizes the machines for a fleet. Every constant is measured in docs/benchmarks.md, or chosen as docs/sizing.md explains.

/** A unit sends a reading every ten seconds. */
const READINGS_PER_S = 1 / 10
/** Measured: 29 700 readings/s on two cores shared with the database. Planned with a third, so backlogs are caught up. */
const READINGS_PER_S_AND_CORE = 5000
/** Measured: 34 kB. */
const MQTT_CONNECTION_BYTES = 40e3
/** Measured: 141 MB with three units; exports take 30 MB and uploads up to 110 MB more. */
const PROCESS_BYTES = 300e6
/** Measured: 4900 events/s to owners, shared with everything else on two cores. Planned with a third. */
const EVENTS_PER_S_AND_PROCESS = 1600
/** Measured: 25 ms for a system's forecasts, which are made every quarter of an hour. Planned with half of a core. */
const FORECAST_S = 0.025
const FORECAST_EVERY_S = 900
const FORECAST_SHARE = 0.5
/** Chosen: for sign-ins, charts, vacuum and the system itself. */
const SPARE_CORES = 1
/** Measured: the 35 days of raw readings, indexes included; and a year of quarters. */
const RAW_BYTES = 42e6
const YEAR_BYTES = 1.5e6
/** Measured: 1.08 kB of write-ahead log for a reading, in batches of 10, of 100 and of 1000. */
const WAL_BYTES = 1100
/** Chosen: four pages of PostgreSQL that each system's next reading changes. */
const HOT_BYTES = 4 * 8192
/** The share of memory that PostgreSQL's own buffers get, as its documentation recommends. */
const BUFFER_SHARE = 1 / 4
/** Chosen: those pages are written once in each checkpoint of 15 minutes. */
const HOT_PAGES = 4
const CHECKPOINT_S = 900
/** Measured: two writers wait for the disk this often at full load. */
const COMMITS_PER_S = 200
/** A pool of ten, one that listens, one that migrates, one to spare; and operators' commands. */
const CONNECTIONS_PER_PROCESS = 13
const OPERATORS_CONNECTIONS = 20
/** Of deploy/nginx/worker-limits.sh; a stream takes two. */
const NGINX_CONNECTIONS_PER_WORKER = 16_384
/** Measured: `backup` of a system by four connections on two shared cores: two open days, a year of sealed ones, raw readings. */
const BACKUP = { bytes: 12e3, seconds: 0.0015 }
const BACKUP_YEAR = { bytes: 1e6, seconds: 0.04 }
const BACKUP_READINGS = { bytes: 11e6, seconds: 0.45 }
const DAY_S = 86_400
/** Memory of PostgreSQL's machine in GB, for which docs/sizing.md has settings. */
const MEMORY_TIERS = [8, 32, 128] as const

/** `watching`: the share of systems whose owners look at them at once; `years` of history. */
export type Plan = { readonly systems: number; readonly watching: number; readonly years: number }

/** Size of the backup file, and how long it takes to write. */
type Backup = { readonly bytes: number; readonly seconds: number }

/** Bytes are bytes; rates are per second. */
export type Size = {
  readonly readingsPerSecond: number
  readonly streams: number
  readonly processes: { readonly web: number; readonly ingest: number; readonly jobs: number }
  /** Of all processes, PostgreSQL's share included. */
  readonly cores: number
  readonly processMemory: number
  readonly connections: number
  readonly nginxWorkers: number
  readonly database: {
    /** GB; null beyond the largest tier: such a fleet needs a database of its own design. */
    readonly memory: (typeof MEMORY_TIERS)[number] | null
    readonly disk: number
    readonly walPerDay: number
    readonly iops: number
  }
  readonly backup: { readonly withoutReadings: Backup; readonly whole: Backup }
}

/** At least two if there are several processes at all, so that one can restart unnoticed. */
const several = (needed: number, single: boolean) => (single ? 1 : Math.max(2, Math.ceil(needed)))

function backupOf(systems: number, years: number, withReadings: boolean): Backup {
  const parts = [
    [1, BACKUP],
    [years, BACKUP_YEAR],
    [withReadings ? 1 : 0, BACKUP_READINGS],
  ] as const
  const sum = (of: (part: Backup) => number) =>
    systems * parts.reduce((total, [count, part]) => total + count * of(part), 0)
  return { bytes: sum(({ bytes }) => bytes), seconds: sum(({ seconds }) => seconds) }
}

/** Calculates what a fleet needs; docs/sizing.md explains how. */
export function sizeOf({ systems, watching, years }: Plan): Size {
  const readings = systems * READINGS_PER_S
  const streams = Math.ceil(systems * watching)
  const events = streams * READINGS_PER_S
  const forecasts = (systems * FORECAST_S) / FORECAST_EVERY_S
  const single = readings <= READINGS_PER_S_AND_CORE / 10
  const processes = {
    web: several(events / EVENTS_PER_S_AND_PROCESS, single),
    ingest: several(readings / READINGS_PER_S_AND_CORE, single),
    jobs: Math.ceil(forecasts / FORECAST_SHARE),
  }
  const count = single ? 1 : processes.web + processes.ingest + processes.jobs
  // PostgreSQL needs about as much CPU for each process as the process itself.
  const load =
    2 * (readings / READINGS_PER_S_AND_CORE + forecasts / FORECAST_SHARE) + events / EVENTS_PER_S_AND_PROCESS
  const needed = (systems * HOT_BYTES) / BUFFER_SHARE / 1e9
  return {
    readingsPerSecond: readings,
    streams,
    processes,
    cores: Math.max(2, Math.ceil(SPARE_CORES + load)),
    processMemory: count * PROCESS_BYTES + systems * MQTT_CONNECTION_BYTES,
    connections: count * CONNECTIONS_PER_PROCESS + OPERATORS_CONNECTIONS,
    nginxWorkers: Math.max(2, Math.ceil((2 * streams) / NGINX_CONNECTIONS_PER_WORKER)),
    database: {
      memory: MEMORY_TIERS.find((tier) => tier >= needed) ?? null,
      disk: systems * (RAW_BYTES + years * YEAR_BYTES),
      walPerDay: readings * WAL_BYTES * DAY_S,
      iops: Math.ceil((systems * HOT_PAGES) / CHECKPOINT_S) + COMMITS_PER_S,
    },
    backup: {
      withoutReadings: backupOf(systems, years, false),
      whole: backupOf(systems, years, true),
    },
  }
}
