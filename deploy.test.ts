import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeImport, previewImport } from '@kellersonne/contract/energy/imports'
import { DDI_ROOT, MAX_FEEDBACK_BYTES } from '@kellersonne/contract/firmware/ddi'
import { changePicture } from '@kellersonne/contract/identity/accounts'
import { describe, expect, it, onTestFinished } from 'vitest'

const deployed = (path: string) => readFileSync(`deploy/${path}`, 'utf8')
const uncommented = (text: string) => text.replaceAll(/^\s*#.*$/gm, '')

describe('nginx', () => {
  const directives = uncommented(deployed('nginx/kellersonne.conf.template'))
  /** What precedes the first server is inherited by all of them, unless a server has its own. */
  const [shared = '', ...servers] = directives.split(/^server \{$/m)

  it.each([
    'client_header_timeout 10s',
    'client_body_timeout 15s',
    'limit_conn_zone $caller zone=callers:10m',
    'limit_conn_zone $site zone=sites:10m',
    'limit_conn callers 200',
    'limit_conn sites 1000',
    'limit_conn_status 429',
    'limit_conn_log_level info',
    'limit_req_zone $caller zone=requests:10m rate=50r/s',
    'limit_req zone=requests burst=500 nodelay',
    'limit_req_status 429',
    'limit_req_log_level info',
    'proxy_max_temp_file_size 0',
  ])('HND-07 has %s for every server', (directive) => {
    const [name = ''] = directive.split(' ')
    expect(shared.split('\n')).toContain(`${directive};`)
    expect(servers).toHaveLength(4)
    expect(servers.filter((server) => server.includes(name))).toEqual([])
  })

  // What that comes to is tried with nginx itself, in server/src/platform/http/connection/behind-nginx.test.ts.
  it('HND-07 logs requests that the server has answered, without their query, into a file that is bounded', () => {
    expect(servers.filter((server) => !server.startsWith('\n  include kellersonne-server.conf;'))).toEqual([])
    expect(uncommented(deployed('nginx/server.conf')).trim().split(/\n+/)).toEqual([
      'access_log /var/log/nginx/access.log kellersonne if=$is_logged;',
      'error_log /var/log/nginx/error.log crit;',
      'keepalive_timeout 30s;',
      'server_tokens off;',
    ])
    expect(shared).toMatch(/log_format kellersonne '\$time_iso8601 \$remote_addr "\$asked" /)
    expect(shared).toMatch(/map \$upstream_status \$is_logged \{\s+429 0;\s+~\^\[1-5\] 1;\s+default 0;/)
    expect(shared).not.toMatch(/access_log|keepalive_timeout|server_tokens/)
    expect(servers.map((server) => /access_log .*/.exec(server)?.[0])).toEqual([
      ...['access_log off;', undefined, undefined, undefined],
    ])
  })

  it('HND-07 has its logs rotated by their size every few minutes, on Debian as in docs/operating.md', () => {
    const rotation = deployed('logrotate/nginx')
    expect(rotation).toMatch(/^\/var\/log\/nginx\/\*\.log \{$/m)
    for (const directive of ['maxsize 100M', 'rotate 14', 'compress'])
      expect(rotation).toContain(`\t${directive}\n`)
    expect(deployed('logrotate/timer.conf')).toContain('OnCalendar=\nOnCalendar=*:0/5\n')
    const guide = readFileSync('docs/operating.md', 'utf8')
    expect(guide).toContain('cp deploy/logrotate/nginx /etc/logrotate.d/nginx')
    expect(guide).toContain(
      'cp deploy/logrotate/timer.conf /etc/systemd/system/logrotate.timer.d/kellersonne.conf',
    )
  })

  it('HND-07 waits for no body that it would have to keep in a file', () => {
    const sizeIn = (block: string, name: string) => {
      const [, size = ''] = new RegExp(`^ *${name} (\\d+)k;$`, 'm').exec(block) ?? []
      return Number(size)
    }
    expect(sizeIn(shared, 'client_max_body_size')).toBe(64)
    expect(sizeIn(shared, 'client_body_buffer_size')).toBe(64)
    const longer = servers.flatMap((server) => {
      const [own = '', ...locations] = server.split(/^ {2}(?=location )/m)
      expect(own).not.toMatch(/client_max_body_size|client_body_buffer_size|proxy_request_buffering/)
      return locations.filter((location) => location.includes('client_max_body_size'))
    })
    expect(longer.map((location) => /^location (.+) \{$/m.exec(location)?.[1])).toEqual([
      `= ${changePicture.path}`,
      makeImport.path,
      '/default/',
    ])
    for (const location of longer) expect(location).toMatch(/^ +proxy_request_buffering off;$/m)
    const [pictures = '', histories = '', feedback = ''] = longer
    expect(histories).toContain('client_max_body_size 11m;')
    expect(11 * 1024 * 1024).toBeGreaterThan(makeImport.upload.maxBytes)
    expect(previewImport.path.startsWith(makeImport.path)).toBe(true)
    expect(pictures).toContain('client_max_body_size 6m;')
    expect(6 * 1024 * 1024).toBeGreaterThan(changePicture.upload.maxBytes)
    expect(1024 * sizeIn(feedback, 'client_max_body_size')).toBe(MAX_FEEDBACK_BYTES)
    expect(DDI_ROOT).toMatch(/^\/default\//)
  })

  it('HND-07 takes a caller and its site from the bytes of the address', () => {
    const addresses = directives.slice(directives.indexOf('map $binary_remote_addr'))
    const patterns = [...addresses.matchAll(/"~(\S+)" \$\w+;/g)].map(
      ([, pattern = '']) =>
        // PCRE's options and end are written otherwise in JavaScript.
        new RegExp(pattern.replace('(?s)', '').replace('\\z', '$'), 's'),
    )
    const keys = (address: string) => patterns.map((one) => one.exec(address)?.[1])
    expect(keys('abcd')).toEqual(['abcd', undefined, 'abc', undefined])
    expect(keys('0123456789abcdef')).toEqual([undefined, '01234567', undefined, '012345'])
  })

  it('HND-07 gets room for 16 384 connections per worker, however often that is set', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ks-nginx-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const conf = join(folder, 'nginx.conf')
    writeFileSync(conf, 'user www-data;\n\nevents {\n\tworker_connections 768;\n}\n')
    for (const _ of [1, 2]) execFileSync('deploy/nginx/worker-limits.sh', [conf])
    expect(readFileSync(conf, 'utf8')).toBe(
      'worker_rlimit_nofile 32768;\nuser www-data;\n\nevents {\n\tworker_connections 16384;\n}\n',
    )
    expect(deployed('compose.yaml')).toContain('./nginx/worker-limits.sh:/docker-entrypoint.d/')
  })
})

describe('RabbitMQ', () => {
  it.each([
    'log.connection.level = critical',
    'log.file.rotation.size = 10485760',
    'log.file.rotation.count = 10',
  ])('HND-07 has %s', (setting) => {
    expect(uncommented(deployed('rabbitmq/rabbitmq.conf')).split('\n')).toContain(setting)
  })
})

describe('containers', () => {
  const compose = uncommented(deployed('compose.yaml'))
  const [, services = ''] = /^services:\n([\s\S]*?)^\S/m.exec(compose) ?? []
  const [, ...all] = services.split(/^ {2}(?=\w)/m)

  it('HND-07 have little room for what they log, each of them', () => {
    expect(compose).toContain(
      'x-logging: &bounded\n  driver: local\n  options: { max-size: 10m, max-file: "10" }\n',
    )
    expect(compose).toMatch(/^x-server: &server\n(?: .*\n)*? {2}logging: \*bounded$/m)
    expect(all).toHaveLength(9)
    const bounded = /^ {4}(?:logging: \*bounded|<<: \*server)$|^web2: \*web$/m
    expect(all.filter((one) => !bounded.test(one))).toEqual([])
  })

  it('HND-07 see the addresses of callers, also over IPv6', () => {
    expect(compose).toMatch(/^networks:\n {2}default: \{ enable_ipv6: true \}$/m)
    const ingest = all.find((one) => one.startsWith('ingest:'))
    expect(ingest).toContain('environment: { <<: *environment, ROLES: ingest, HOST: "::" }')
    // The others are asked by nginx alone, over IPv4.
    expect(deployed('nginx/upstreams.compose.conf')).toContain('resolver 127.0.0.11 valid=5s ipv6=off;')
    const nginx = deployed('nginx/kellersonne.conf.template')
    for (const port of [80, 443]) expect(nginx).toContain(`listen [::]:${port} `)
  })
})

it('HND-07 the image contains no secrets', () => {
  for (const path of ['deploy/.env', 'deploy/tls'])
    expect(deployed('Dockerfile.dockerignore').split('\n')).toContain(path)
})

describe('systemd', () => {
  it.each([
    ['kellersonne@', ['Type=notify', 'NotifyAccess=all', 'WatchdogSec=60', 'MemoryMax=4G']],
    ['kellersonne-backup', ['Type=oneshot', 'MemoryMax=2G']],
  ])('HND-25 limits %s, and is notified when it fails', (name, directives) => {
    const lines = uncommented(deployed(`systemd/${name}.service`)).split('\n')
    expect(lines).toEqual(expect.arrayContaining([...directives, 'OnFailure=kellersonne-failure@%n.service']))
  })
})

describe('what is open to the world', () => {
  it('HND-25 is 80, 443 and the ports of units alone, by compose.yaml', () => {
    const published = (text: string) =>
      [...text.matchAll(/^ +ports: (\[.*\])$/gm)].flatMap(([, ports = '']) => JSON.parse(ports))
    const compose = uncommented(deployed('compose.yaml'))
    const with_ = (settings: ReadonlyMap<string, string>) =>
      compose.replaceAll(/\$\{(\w+_PORT):-(\d+)\}/g, (_, name, port) => settings.get(name) ?? port)
    expect(published(with_(new Map()))).toEqual(['8883:8883', '80:80', '443:443', '8884:8883'])
    const moved = [...deployed('compose.env').matchAll(/^# (\w+_PORT)=(\S+)$/gm)]
    const behindRabbitmq = new Map(moved.map(([, name = '', port = '']) => [name, port]))
    expect(published(with_(behindRabbitmq))).toEqual([
      ...['127.0.0.1:8884:8883', '80:80', '443:443', '8883:8883'],
    ])
  })

  it('HND-25 is no listener of RabbitMQ but the one for units', () => {
    const listeners = uncommented(deployed('rabbitmq/rabbitmq.conf'))
      .split('\n')
      .filter((line) => /^(mqtt\.)?listeners\.|^management\.tcp\.ip/.test(line))
    expect(listeners).toEqual([
      'listeners.tcp.default = 127.0.0.1:5672',
      'mqtt.listeners.tcp.default = 127.0.0.1:1883',
      'mqtt.listeners.ssl.default = 8883',
      'management.tcp.ip = 127.0.0.1',
    ])
  })
})

describe('the kernel', () => {
  const rules = uncommented(deployed('nftables/kellersonne.nft'))
  const rule = (set: string, key: string, count: number) =>
    `add @${set} { ${key} ct count over ${count} } counter drop`

  it.each([
    ['caller4', 'ip saddr', 200],
    ['site4', 'ip saddr & 255.255.255.0', 1000],
    ['caller6', 'ip6 saddr & ffff:ffff:ffff:ffff::', 200],
    ['site6', 'ip6 saddr & ffff:ffff:ffff::', 1000],
    ['units_caller4', 'ip saddr', 2000],
    ['units_site4', 'ip saddr & 255.255.255.0', 8000],
    ['units_caller6', 'ip6 saddr & ffff:ffff:ffff:ffff::', 2000],
    ['units_site6', 'ip6 saddr & ffff:ffff:ffff::', 8000],
  ])('HND-07 counts the connections of each %s', (set, key, count) => {
    expect(rules).toContain(rule(set, key, count))
    expect(rules).toMatch(new RegExp(`set ${set} \\{ type ipv${set.slice(-1)}_addr; .*flags dynamic; \\}`))
  })

  it('HND-07 counts them on all ports that the operating guide opens', () => {
    const [, opened = ''] =
      /ufw allow ([\d,]+)\/tcp && ufw enable/.exec(readFileSync('docs/operating.md', 'utf8')) ?? []
    const counted = [...rules.matchAll(/tcp dport \{ ([\d, ]+) \}/g)].flatMap(([, ports = '']) =>
      ports.split(', '),
    )
    expect(opened.split(',')).toHaveLength(3)
    expect(counted).toEqual(expect.arrayContaining(opened.split(',')))
  })

  it('HND-07 replaces its own table alone', () => {
    expect(rules).toMatch(
      /^table inet kellersonne\ndelete table inet kellersonne\ntable inet kellersonne \{/m,
    )
    expect(rules).not.toContain('flush')
  })
})
