import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

const deployed = (path: string) => readFileSync(`deploy/gateway/${path}`, 'utf8')
/** Returns what a pattern's only group matches. */
const found = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? `nothing by ${pattern}`

it('GWY-14 is run by systemd as the user, in the folder and from the file that its first lines create', () => {
  const unit = deployed('kellersonne-gateway.service')
  const [user, folder] = [found(unit, /^User=(.+)$/m), found(unit, /^WorkingDirectory=(.+)$/m)]
  const file = found(unit, /^ExecStart=node (\S+)$/m)
  expect(folder).toBe(`/var/lib/${found(unit, /^StateDirectory=(.+)$/m)}`)
  expect(unit).toContain(`# The gateway in an owner's house. Once, as root, beside this file:
#   install -m 644 kellersonne-gateway.service /etc/systemd/system/
#   useradd --system --home ${folder} ${user}
#   install -d -o ${user} -m 700 ${folder}
#   curl -fo ${file} https://PORTAL/gateway.mjs
#   cd ${folder} && sudo -u ${user} node ${file} setup --portal https://PORTAL
`)
  // Names of devices such as inverter.local are resolved by Avahi, over a Unix socket.
  expect(found(unit, /^RestrictAddressFamilies=(.+)$/m).split(' ')).toEqual(
    expect.arrayContaining(['AF_INET', 'AF_INET6', 'AF_UNIX']),
  )
})

it('GWY-14 is run by Docker as the user who owns the folder of its settings', () => {
  const image = deployed('Dockerfile')
  const folder = found(image, /^VOLUME (.+)$/m)
  const user = found(image, /^USER (.+)$/m)
  expect(image).toContain(`RUN install -d -o ${user} -g ${user} -m 700 ${folder}\n`)
  expect(dirname(found(image, / GATEWAY_SETTINGS=(\S+)$/m))).toBe(folder)
  expect(existsSync(found(image, /node (\S+) \/gateway\.mjs$/m))).toBe(true)
  expect(image).toContain(
    `COPY --from=build /gateway.mjs ${found(image, /^ENTRYPOINT \["node", "(.+)"\]$/m)}\n`,
  )
})

describe('the add-on for Home Assistant', () => {
  const config = deployed('home-assistant/config.yaml')
  const entries = (key: string) => {
    const block = found(config, new RegExp(`^${key}:\\n((?: {2}.+\\n?)+)`, 'm'))
    return Object.fromEntries(
      [...block.matchAll(/^ {2}(\w+): (.+)$/gm)].map(([, name, value]) => [name, value]),
    )
  }

  it('GWY-14 asks for portal and code before its first start', () => {
    expect(entries('options')).toEqual({ portal: 'null', code: 'null' })
    expect(entries('schema')).toEqual({ portal: 'url', code: 'password' })
    expect(config).toMatch(/^map:\n {2}- type: addon_config\n {4}read_only: false$/m)
  })

  /** Runs its script in a folder, with a gateway that notes its arguments and pairs unless the code is `wrong`. */
  function addOn() {
    const folder = mkdtempSync(join(tmpdir(), 'ks-add-on-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const name of ['config', 'data', 'opt']) mkdirSync(join(folder, name))
    writeFileSync(
      join(folder, 'opt', 'gateway.mjs'),
      `import { writeFileSync } from 'node:fs'
      const [command = 'run', , portal, , code] = process.argv.slice(2)
      console.log([command, portal, code].filter(Boolean).join(' '))
      if (code === 'wrong') process.exit(1)
      if (command === 'setup') writeFileSync(process.env.GATEWAY_SETTINGS, code)`,
    )
    const script = deployed('home-assistant/run.sh').replaceAll(
      /(?<=[ ='>])\/(?=(?:config|data|opt)\/)/g,
      `${folder}/`,
    )
    return (code: string) => {
      writeFileSync(join(folder, 'data', 'options.json'), JSON.stringify({ portal: 'https://portal', code }))
      const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
      const { stdout, status } = spawnSync('sh', ['-c', script], { env: { PATH: path }, encoding: 'utf8' })
      return [...stdout.trim().split('\n'), status]
    }
  }

  it('GWY-14 pairs once with each code, and then runs the gateway', () => {
    const start = addOn()
    expect(start('first')).toEqual(['setup https://portal first', 'run', 0])
    expect(start('first')).toEqual(['run', 0])
    expect(start('other')).toEqual(['setup https://portal other', 'run', 0])
    expect(start('other')).toEqual(['run', 0])
  })

  it('GWY-14 goes on with the pairing that it has if another code is wrong, and ends if it has none', () => {
    const start = addOn()
    expect(start('wrong')).toEqual(['setup https://portal wrong', 1])
    expect(start('first')).toEqual(['setup https://portal first', 'run', 0])
    expect(start('wrong')).toEqual(['setup https://portal wrong', 'run', 0])
  })
})
