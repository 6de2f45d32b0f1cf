import type { schema } from './config.ts'

/** `rule`: the accepted values. `fallback`: the default, if the schema cannot express it. */
export type VariableDoc = { readonly rule: string; readonly what: string; readonly fallback?: string }

const port = (what: string): VariableDoc => ({ rule: 'port', what })
const page = (what: string): VariableDoc => ({
  rule: 'address (http, https)',
  what,
  fallback: "the portal's own",
})

/** The description of every variable, in the order of the reference. */
export const configDocs: Readonly<Record<keyof typeof schema.shape, VariableDoc>> = {
  PORT: port('Portal and main service.'),
  UPDATES_PORT: port("Update service: for owners' browsers, and for units."),
  MQTT_PORT: port('MQTT without TLS.'),
  MQTTS_PORT: port('MQTT over TLS, for units.'),
  METRICS_PORT: port('`/metrics`, for Prometheus, and `/health` of this process.'),
  HOST: {
    rule: 'address',
    what: 'Address that HTTP and MQTT over TLS listen on.',
    fallback: '`0.0.0.0`; in the demo `127.0.0.1`, this machine alone',
  },
  MQTT_HOST: { rule: 'address', what: 'Address that MQTT without TLS listens on.' },
  METRICS_HOST: { rule: 'address', what: 'Address that `/metrics` and `/health` listen on.' },
  DATA_DIR: {
    rule: 'folder',
    what: 'All persistent data: the embedded database, release images, the secret, the certificate for MQTT.',
    fallback: '`./data`',
  },
  DATABASE_URL: {
    rule: 'postgres://…, as in libpq',
    what: 'Your own PostgreSQL (15 or newer) instead of the embedded one; several hosts (`postgres://…@a,b/…`) if standbys may be promoted, of which the one that accepts writes is used. Requires `SECRET`.',
    fallback: 'embedded',
  },
  BROKER_URL: {
    rule: 'amqp://…, amqps://…, with one host or several (`a,b,c`)',
    what: 'Your own RabbitMQ (3.10 or newer) instead of the embedded broker: units connect to it, and `MQTT_PORT` and `MQTTS_PORT` stay closed.',
    fallback: 'embedded',
  },
  BROKER_MANAGEMENT_URL: {
    rule: 'address (http, https), with one host or several',
    what: "RabbitMQ's management API, with user and password if they differ from those in `BROKER_URL`.",
    fallback: 'port 15672 of the hosts in `BROKER_URL`',
  },
  BROKER_AUTH_HOST: {
    rule: 'address',
    what: 'Address of the endpoint that RabbitMQ asks for permissions; keep it private. Any other than this machine requires `BROKER_AUTH_KEY`.',
  },
  BROKER_AUTH_PORT: port('Port of that endpoint, open only with `BROKER_URL`.'),
  BROKER_AUTH_KEY: {
    rule: '20 or more letters, digits, `_`, `-`',
    what: "First segment of the path that RabbitMQ requests, as in RabbitMQ's `auth_http.…_path`.",
    fallback: 'none',
  },
  ROLES: {
    rule: 'list of `api`, `updates`, `ingest`, `jobs`',
    what: 'Roles of this process. Any number of processes may have the same role.',
  },
  PUBLIC_URL: {
    rule: 'origin',
    what: 'Public address of the portal, used in mails and for redirects of the second provider. https, except on this machine alone.',
    fallback: '`http://localhost:PORT`',
  },
  UPDATES_URL: {
    rule: 'origin',
    what: 'Public address of the update service.',
    fallback: 'the host of `PUBLIC_URL`, port `UPDATES_PORT`',
  },
  COOKIE_DOMAIN: {
    rule: 'domain',
    what: 'Common parent domain of the two, if they are on different hosts.',
  },
  ALLOWED_ORIGINS: {
    rule: 'list of origins',
    what: "Additional origins whose pages may call the update service; the portal's own always may.",
  },
  SMTP_URL: {
    rule: '`smtp://user:password@host:587` or `smtps://…`',
    what: 'Mail server. Without one, mails stay in the outbox.',
  },
  MAIL_FROM: { rule: 'name and address', what: 'Sender of mails.' },
  PUSH_ORIGINS: {
    rule: 'list of origins',
    what: "Push services that browsers may use besides Google's, Mozilla's, Apple's and Microsoft's. A name must lead to public addresses; name a private one by its address.",
    fallback: 'none',
  },
  OPERATOR_EMAIL: {
    rule: 'e-mail address',
    what: 'The address that is notified of a release that has stopped by itself, or has a next stage that reaches nobody.',
    fallback: 'none',
  },
  APPROVALS: {
    rule: '`1`, `2`',
    what: "Operators that a change of owners' units takes: with 2, `release publish`, `share` and `resume`, `key add` and `key remove` wait for `approval give` by another one.",
  },
  OIDC_ISSUER: {
    rule: 'address (http, https)',
    what: 'Issuer of the second sign-in provider (OpenID Connect). Register `PUBLIC_URL/login_cleverpv` there as the redirect URI. It must ask who it is where `prompt=login` says so; to link an account, its ID token must have `auth_time` where `max_age` is sent.',
  },
  OIDC_CLIENT_ID: { rule: 'text', what: 'Client ID registered with the provider.' },
  OIDC_CLIENT_SECRET: { rule: 'text', what: 'Client secret registered with the provider.' },
  OIDC_NAME: { rule: 'text', what: 'Display name of the provider.' },
  HOME_URL: page("Operator's home page."),
  CONTACT_URL: page("Operator's contact page."),
  IMPRINT_URL: page("Operator's imprint."),
  PRIVACY_URL: page("Operator's privacy policy."),
  TERMS_URL: page("Operator's terms."),
  SECURITY_CONTACT: {
    rule: '`https://…` or `mailto:…`',
    what: 'Where to report vulnerabilities, published at `/.well-known/security.txt` (RFC 9116).',
  },
  SECRET: {
    rule: '32 or more bytes, base64',
    what: 'Root of all derived keys. Must be the same for all processes and must never change.',
    fallback: 'generated in `DATA_DIR` at the first start; required with `DATABASE_URL`',
  },
  MQTTS_CERT: {
    rule: 'file (PEM)',
    what: 'Certificate chain for MQTT over TLS.',
    fallback: 'self-signed, in `DATA_DIR/tls`',
  },
  MQTTS_KEY: { rule: 'file (PEM)', what: 'Its private key.', fallback: 'self-signed, in `DATA_DIR/tls`' },
  DEMO: {
    rule: '0 or 1',
    what: 'Creates the demo owner and demo systems.',
    fallback: '1; 0 with `DATABASE_URL`, and with `npm run serve`',
  },
  DEMO_GATEWAY: {
    rule: '0 or 1',
    what: 'Whether the demo has a fourth system: a gateway in front of three simulated devices.',
  },
  TRUST_PROXY: {
    rule: 'list of addresses, networks, `loopback`, `linklocal`, `uniquelocal`; or 0, or 1 = `loopback`',
    what: 'Reverse proxies whose X-Forwarded-For, -Proto and -Host are trusted.',
  },
  CALLS_PER_SECOND: {
    rule: '0 to 100000',
    what: 'How many calls per second one session may go on with; an owner four, a network eight, a site (/24, /48) twenty times as many. Some hundred at once pass, others wait; a call with 64 headers, a head of 2 KiB or a body of 8 KiB counts several times. 0: as many as come, for measurements only.',
  },
  ACCOUNTS_A_DAY: {
    rule: '1 to 1000000',
    what: 'How many new accounts there may be in a day without the registration code of a unit. Each may keep 0.1 MB. Beyond that each site (/24, /48) gets two, and all together ten times as many.',
  },
  OWN_SYSTEMS: {
    rule: '`off`, or the first and the last number, `5000000-5999999`; 1000 or more',
    what: "Serial numbers of the systems that owners connect themselves, with a gateway in front of any maker's devices. They are taken at random: give twice as many as you expect, and none that your own units have.",
    fallback: '`off`; `5000000-5999999` in the demo',
  },
  OWN_SYSTEMS_A_DAY: {
    rule: '1 to 100000',
    what: 'How many new systems of that kind there may be in a day. Each may store 60 MB at once. What strangers use up of them is missing to others until the day is over.',
  },
  MQTT_URL: {
    rule: '`mqtts://host:port`, `mqtt://host:port`',
    what: 'Public address of the broker, for gateways.',
    fallback: '`mqtts`, the host of `PUBLIC_URL`, port `MQTTS_PORT`',
  },
  WEATHER: {
    rule: '`off` `open_meteo` `dwd` `forecast_solar` `own`',
    what: 'Whose weather forecasts are used for the places that owners name: see [operating.md](operating/weather.md). The provider learns these places, to a tenth of a degree.',
  },
  WEATHER_URL: {
    rule: 'address (http, https); with `WEATHER=own` also `file:///…`',
    what: "Your own server that speaks the provider's format, in place of the provider's; with `own`, where its JSON is, with `{latitude}` and `{longitude}` in it.",
    fallback: "the provider's",
  },
  WEATHER_KEY: {
    rule: '1 to 200 letters, digits, `_`, `-`',
    what: 'Key of the provider, for commercial use of Open-Meteo and Forecast.Solar.',
  },
  WEATHER_STATIONS_URL: {
    rule: 'address (http, https)',
    what: 'Catalogue of the stations of MOSMIX, for `WEATHER=dwd`.',
  },
  WEATHER_NAME: {
    rule: 'text',
    what: 'Name of the provider that owners read; required with `WEATHER=own`.',
    fallback: "the provider's",
  },
  WEATHER_PAGE: { rule: 'address (http, https)', what: 'Page of the provider.', fallback: "the provider's" },
  WEATHER_LICENCE: {
    rule: 'text',
    what: 'Licence or terms of its data, shown beside its name.',
    fallback: "the provider's",
  },
  WEATHER_LICENCE_URL: { rule: 'address (http, https)', what: 'Page of that licence.' },
  WEATHER_REQUESTS_A_DAY: {
    rule: 'whole number, 24 to 10 000 000',
    what: "How many requests all processes together make to the provider a day (UTC), spread over its hours; the provider's quota is the operator's.",
    fallback: '9000 for `open_meteo`, 240 for `forecast_solar`, 50 000 for `dwd`, 1 000 000 for `own`',
  },
  STOP_DELAY_S: {
    rule: 'seconds, 0 to 300',
    what: 'How long the process keeps serving after SIGTERM while `/api/health` answers 503, so that load balancers drain it.',
  },
  LOG_LEVEL: { rule: '`fatal` `error` `warn` `info` `debug` `silent`', what: 'Log level.' },
}
