import { Wrong } from './report.ts'

/** Lets steps wait for what others do. */
export function openWatch() {
  const looks = new Set<() => void>()
  return {
    /** Must be called whenever a condition may have come true. */
    notify() {
      for (const look of [...looks]) look()
    },
    /** Resolves to what `find` finds, now or later; rejects with what it throws, or `Wrong` if the signal comes first. */
    until<T>(what: string, find: () => T | undefined, signal: AbortSignal): Promise<T> {
      return new Promise((resolve, reject) => {
        const end = () => {
          looks.delete(look)
          signal.removeEventListener('abort', give)
        }
        function look() {
          try {
            const found = find()
            if (found === undefined) return
            end()
            resolve(found)
          } catch (error) {
            end()
            reject(error)
          }
        }
        function give() {
          end()
          reject(new Wrong(`no sign of ${what}`))
        }
        looks.add(look)
        signal.addEventListener('abort', give, { once: true })
        if (signal.aborted) give()
        else look()
      })
    },
  }
}
export type Watch = ReturnType<typeof openWatch>

/** True or nothing, for conditions that find no value. */
export const when = (condition: boolean): true | undefined => condition || undefined

/** A part of a step, which may take no longer than `ms`. */
export const within = (signal: AbortSignal, ms: number): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(ms)])
