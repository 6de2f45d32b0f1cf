import { crashLimits, reportCrash } from '@kellersonne/contract/operations/crashes'
import { ApiError, call } from '../client/client.ts'
import { ownBuild } from './version.ts'

/** Each error is reported once, and only the first few different ones. */
const MOST = 5
const FRAMES = 12
const reported = new Set<string>()

/** Removes the particulars: URLs, quoted text, anything that looks like a number or an e-mail address. */
export const plainMessage = (message: string) =>
  message
    .replaceAll(/\bhttps?:\/\/\S+|\S+@\S+/g, '…')
    .replaceAll(/(?<!reading |setting )(["'`]).*?\1/g, '…')
    .replaceAll(/[?#]\S+|\d{3,}/g, '…')
    .slice(0, crashLimits.message)

/** The app's own frames of a stack: file, line, column. */
export function ownFrames(stack: string, origin = window.location.origin) {
  const frames = stack.split('\n').flatMap((line) => {
    const [, path] = /(https?:\/\/[^\s()@]+:\d+:\d+)/.exec(line) ?? []
    return path?.startsWith(`${origin}/`) ? [path.slice(origin.length + 1).replace(/\?[^:]*/, '')] : []
  })
  const own = frames.filter((frame) => /^[\w./-]+:\d+:\d+$/.test(frame)).slice(0, FRAMES)
  while (own.join('\n').length > crashLimits.stack) own.pop()
  return own.join('\n')
}

/** An unreachable server is not a bug in the app. */
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
  if (form.stack === '' || reported.has(same) || reported.size >= MOST) return
  reported.add(same)
  call(reportCrash, { form }, { keepalive: true }).catch(() => null)
}

/** Reports crashes to the server's log. `route`: the pattern of the page's route. */
export function reportCrashes(route: () => string) {
  window.addEventListener('error', ({ error }) => report(error, route()))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason, route()))
}
