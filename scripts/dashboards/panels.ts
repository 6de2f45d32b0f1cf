/** A graph: what it shows, in which unit of Grafana's, and the queries by legend (`{{label}}` = its value). */
export type Panel = {
  readonly title: string
  readonly unit: 'short' | 's' | 'reqps' | 'bytes' | 'percentunit' | 'dtdurations'
  readonly queries: Readonly<Record<string, string>>
}
export type Dashboard = { readonly id: string; readonly title: string; readonly panels: readonly Panel[] }

const rate = (metric: string, by: string) => `sum by (${by}) (rate(kellersonne_${metric}[5m]))`
const quantile = (q: number, metric: string) =>
  `histogram_quantile(${q}, sum by (le) (rate(kellersonne_${metric}_bucket[5m])))`
const byState = (metric: string) => `max by (state) (kellersonne_${metric})`

/** What units do, and what becomes of their data. */
const fleet: Dashboard = {
  id: 'kellersonne-fleet',
  title: 'Kellersonne: fleet',
  panels: [
    {
      title: 'Systems',
      unit: 'short',
      queries: { '{{state}}': byState('systems'), 'own: {{state}}': byState('own_systems') },
    },
    {
      title: 'Stored per second',
      unit: 'reqps',
      queries: { '{{kind}}': rate('ingest_items_total', 'kind') },
    },
    {
      title: 'Time from receiving to storing',
      unit: 's',
      queries: {
        median: quantile(0.5, 'ingest_lag_seconds'),
        '95 %': quantile(0.95, 'ingest_lag_seconds'),
      },
    },
    {
      title: 'Waiting to be stored',
      unit: 'short',
      queries: {
        received: 'sum(kellersonne_ingest_waiting)',
        '{{queue}}': 'max by (queue) (kellersonne_queue_messages)',
      },
    },
    {
      title: 'Refused per second',
      unit: 'reqps',
      queries: { '{{reason}}': rate('ingest_refusals_total', 'reason') },
    },
    {
      title: 'What is wrong with RabbitMQ',
      unit: 'short',
      queries: { '{{code}}': 'max by (code) (kellersonne_broker_faults) > 0' },
    },
    {
      title: 'Denied per second',
      unit: 'reqps',
      queries: { '{{reason}}': rate('broker_denied_total', 'reason') },
    },
    { title: 'Updates of 24 hours', unit: 'short', queries: { '{{state}}': byState('updates') } },
    { title: 'Releases', unit: 'short', queries: { '{{state}}': byState('releases') } },
    { title: 'Commands of 24 hours', unit: 'short', queries: { '{{state}}': byState('commands') } },
  ],
}

/** What processes do, and what they need. */
const service: Dashboard = {
  id: 'kellersonne-service',
  title: 'Kellersonne: service',
  panels: [
    {
      title: 'Responses per second',
      unit: 'reqps',
      queries: { '{{status}}': rate('http_request_duration_seconds_count', 'status') },
    },
    {
      title: 'Time to respond',
      unit: 's',
      queries: {
        median: quantile(0.5, 'http_request_duration_seconds'),
        '95 %': quantile(0.95, 'http_request_duration_seconds'),
      },
    },
    { title: 'Open streams', unit: 'short', queries: { '{{instance}}': 'kellersonne_live_streams' } },
    {
      title: 'Delay of the event loop, 99 %',
      unit: 's',
      queries: { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds{job="kellersonne"}' },
    },
    {
      title: 'CPU',
      unit: 'percentunit',
      queries: { '{{instance}}': 'rate(process_cpu_seconds_total{job="kellersonne"}[5m])' },
    },
    {
      title: 'Memory',
      unit: 'bytes',
      queries: { '{{instance}}': 'process_resident_memory_bytes{job="kellersonne"}' },
    },
    {
      title: 'Since a job last succeeded',
      unit: 'dtdurations',
      queries: { '{{name}}': 'time() - max by (name) (kellersonne_job_last_success_timestamp_seconds)' },
    },
    {
      title: 'Systems, or owners, that jobs left out within an hour',
      unit: 'short',
      queries: { '{{name}}': 'sum by (name) (increase(kellersonne_job_left_out_total[1h]))' },
    },
    {
      title: 'Mails waiting, by whether an attempt has failed',
      unit: 'short',
      queries: { '{{tried}}': 'max by (tried) (kellersonne_mails_waiting)' },
    },
    {
      title: 'Owners whose alerts are due, by whether they are late',
      unit: 'short',
      queries: { '{{late}}': 'max by (late) (kellersonne_alerts_due)' },
    },
    {
      title: 'Messages to browsers per second',
      unit: 'reqps',
      queries: { '{{service}} {{outcome}}': `${rate('pushes_total', 'service, outcome')} > 0` },
    },
    {
      title: 'Requests to the weather provider today (UTC)',
      unit: 'short',
      queries: { '{{state}}': 'max by (state) (kellersonne_weather_budget)' },
    },
    {
      title: 'Security events per second',
      unit: 'reqps',
      queries: { '{{event}} {{outcome}}': `${rate('security_events_total', 'event, outcome')} > 0` },
    },
    {
      title: 'Since the last backup',
      unit: 'dtdurations',
      queries: { backup: 'time() - max(kellersonne_backup_last_success_timestamp_seconds)' },
    },
    {
      title: 'Until the certificate expires',
      unit: 'dtdurations',
      queries: { '{{of}}': 'min by (of) (kellersonne_certificate_expiry_timestamp_seconds) - time()' },
    },
    {
      title: 'Room on the disk of the data folder',
      unit: 'percentunit',
      queries: { '{{instance}}': 'kellersonne_disk_free_bytes / kellersonne_disk_size_bytes' },
    },
  ],
}

export const dashboards: readonly Dashboard[] = [fleet, service]
