import type { schema } from './config.ts'

/** `rule`: the accepted values. `fallback`: the default, if the schema cannot express it. */
export type Words = { readonly rule: string; readonly what: string; readonly fallback?: string }

const port = (what: string): Words => ({ rule: 'port', what })
const page = (what: string): Words => ({ rule: 'address (http, https)', what, fallback: "the portal's own" })

/** The description of every variable, in the order of the reference. */
export const words: Readonly<Record<keyof typeof schema.shape, Words>> = {
  PORT: port('Portal and main service.'),
  UPDATES_PORT: port("Update service: for owners' browsers, and for units."),
  MQTT_PORT: port('MQTT without TLS.'),
  MQTTS_PORT: port('MQTT over TLS, for units.'),
  METRICS_PORT: port('`/metrics`, for Prometheus.'),
  HOST: {
    rule: 'address',
    what: 'Where HTTP and MQTT over TLS listen.',
    fallback: '`0.0.0.0`; in the demo `127.0.0.1`, this machine alone',
  },
  MQTT_HOST: { rule: 'address', what: 'Where MQTT without TLS listens.' },
  METRICS_HOST: { rule: 'address', what: 'Where the metrics listen.' },
  DATA_DIR: {
    rule: 'folder',
    what: 'Everything that lasts: the embedded database, images of releases, the secret, the certificate for MQTT.',
    fallback: '`./data`',
  },
  DATABASE_URL: {
    rule: 'postgres://…, as in libpq',
    what: 'A PostgreSQL of your own, 15 or newer, in place of the embedded one. Needs `SECRET`.',
    fallback: 'embedded',
  },
  BROKER_URL: {
    rule: 'amqp://…, amqps://…',
    what: 'A RabbitMQ of your own, 3.10 or newer, in place of the embedded broker: units connect to it, and `MQTT_PORT` and `MQTTS_PORT` are not opened here.',
    fallback: 'embedded',
  },
  BROKER_MANAGEMENT_URL: {
    rule: 'address (http, https)',
    what: "RabbitMQ's management, with user and password where they are not those of `BROKER_URL`.",
    fallback: 'port 15672 beside `BROKER_URL`',
  },
  BROKER_AUTH_HOST: {
    rule: 'address',
    what: 'Where RabbitMQ asks what units may do, and nobody else should get to. Other than this machine alone: needs `BROKER_AUTH_KEY`.',
  },
  BROKER_AUTH_PORT: port('The port for that, opened with `BROKER_URL` only.'),
  BROKER_AUTH_KEY: {
    rule: '20 letters, digits, `_`, `-` or more',
    what: "The first part of the path under which RabbitMQ asks, as in RabbitMQ's `auth_http.…_path`.",
    fallback: 'none',
  },
  ROLES: {
    rule: 'list of `api`, `updates`, `ingest`, `jobs`',
    what: 'What this process does. Any number of processes may have the same role.',
  },
  PUBLIC_URL: {
    rule: 'origin',
    what: 'Where owners reach the portal: what mails and the second provider lead back to. https, unless it is this machine alone.',
    fallback: '`http://localhost:PORT`',
  },
  UPDATES_URL: {
    rule: 'origin',
    what: 'Where they reach the update service.',
    fallback: 'the host of `PUBLIC_URL`, port `UPDATES_PORT`',
  },
  COOKIE_DOMAIN: {
    rule: 'domain',
    what: 'The domain that both lie in, where they are on different hosts.',
  },
  ALLOWED_ORIGINS: {
    rule: 'list of origins',
    what: "Further origins whose pages may ask the update service; the portal's own always may.",
  },
  SMTP_URL: {
    rule: '`smtp://user:password@host:587` or `smtps://…`',
    what: 'The mail server. Without one, mails wait.',
  },
  MAIL_FROM: { rule: 'name and address', what: 'Who mails are from.' },
  OIDC_ISSUER: {
    rule: 'address (http, https)',
    what: 'The second provider to sign in with (OpenID Connect). It must lead back to `PUBLIC_URL/login_cleverpv`.',
  },
  OIDC_CLIENT_ID: { rule: 'text', what: 'What we are called there.' },
  OIDC_CLIENT_SECRET: { rule: 'text', what: 'What proves there that we are we.' },
  OIDC_NAME: { rule: 'text', what: 'Its name as owners know it.' },
  HOME_URL: page("The operator's page behind “Home”."),
  CONTACT_URL: page("The operator's page for questions."),
  IMPRINT_URL: page("The operator's imprint."),
  PRIVACY_URL: page("The operator's privacy policy."),
  TERMS_URL: page("The operator's terms."),
  SECURITY_CONTACT: {
    rule: '`https://…` or `mailto:…`',
    what: 'Where to report weaknesses of the product, said at `/.well-known/security.txt` (RFC 9116).',
  },
  SECRET: {
    rule: '32 bytes or more, base64',
    what: 'All keys are derived from it: the same for all processes, and never another one.',
    fallback: 'made on first start in `DATA_DIR`; with `DATABASE_URL` there is none',
  },
  MQTTS_CERT: {
    rule: 'file (PEM)',
    what: 'The certificate for MQTT over TLS, with its chain.',
    fallback: 'self-signed, in `DATA_DIR/tls`',
  },
  MQTTS_KEY: { rule: 'file (PEM)', what: 'Its key.', fallback: 'self-signed, in `DATA_DIR/tls`' },
  DEMO: {
    rule: '0 or 1',
    what: 'Demo owner and demo systems.',
    fallback: '1; 0 with `DATABASE_URL`, and with `npm run serve`',
  },
  TRUST_PROXY: {
    rule: 'list of addresses, networks, `loopback`, `linklocal`, `uniquelocal`; or 0, or 1 = `loopback`',
    what: 'From where X-Forwarded-For, -Proto and -Host are believed: the reverse proxies, and nobody else.',
  },
  STOP_DELAY_S: {
    rule: 'seconds, 0 to 300',
    what: 'How long, told to end, the process still serves while `/api/health` says 503, so that balancers look elsewhere.',
  },
  LOG_LEVEL: { rule: '`fatal` `error` `warn` `info` `debug` `silent`', what: 'How much is logged.' },
}
