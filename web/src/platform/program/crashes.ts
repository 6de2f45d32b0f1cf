import { crashLimits, reportCrash } from '@kellersonne/contract/operations/crashes'
import { ApiError, call } from '../client/client.ts'
import { ownBuild } from './version.ts'

/** What goes wrong again and again is told once, and of many things the first few. */
const MOST = 5
const FRAMES = 12
const told = new Set<string>()

/** Without what it was about: addresses, what stood in quotes, anything that looks like a number or a person. */
export const plainMessage = (message: string) =>
  message
    .replaceAll(/\bhttps?:\/\/\S+|\S+@\S+/g, '…')
    .replaceAll(/(?<!reading |setting )(["'`]).*?\1/g, '…')
    .replaceAll(/[?#]\S+|\d{3,}/g, '…')
    .slice(0, crashLimits.message)

/** The program's own frames of a stack: file, line, column. */
export function ownFrames(stack: string, origin = window.location.origin) {
  const frames = stack.split('\n').flatMap((line) => {
    const [, path] = /(https?:\/\/[^\s()@]+:\d+:\d+)/.exec(line) ?? []
    return path?.startsWith(`${origin}/`) ? [path.slice(origin.length + 1).replace(/\?[^:]*/, '')] : []
  })
  const own = frames.filter((frame) => /^[\w./-]+:\d+:\d+$/.test(frame)).slice(0, FRAMES)
  while (own.join('\n').length > crashLimits.stack) own.pop()
  return own.join('\n')
}

/** A server that cannot be reached has nothing wrong that the program could mend. */
const isOurs = (error: unknown): error is Error =>
  error instanceof Error && error.name !== 'AbortError' && !(error instanceof ApiError)

function report(error: unknown, route: string) {
  if (!isOurs(error)) return
  const form = {
    message: plainMessage(`${error.name}: ${error.message}`),
    stack: ownFrames(error.stack ?? ''),
    build: ownBuild() ?? '',
    route: route.slice(0, crashLimits.route),
  }
  const same = `${form.message}\n${form.stack}`
  if (form.stack === '' || told.has(same) || told.size >= MOST) return
  told.add(same)
  call(reportCrash, { form }, { keepalive: true }).catch(() => null)
}

/** Has the server's log told where the program breaks. `route`: the pattern of the page's route. */
export function reportCrashes(route: () => string) {
  window.addEventListener('error', ({ error }) => report(error, route()))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason, route()))
}
