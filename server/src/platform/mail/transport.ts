import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import { reachability } from './reachability.ts'

export type Letter = {
  /** The same for every try, so that a mail server can tell a copy. */
  readonly id: string
  readonly to: string
  readonly lang: string
  readonly subject: string
  readonly text: string
  readonly html: string
}
export type Transport = {
  /** Resolves once the mail server has taken the letter. `signal` gives up. */
  send(letter: Letter, signal: AbortSignal): Promise<void>
  isReachable(): Promise<boolean>
}

export const times = {
  /**
   * A server may take ten minutes to look a mail through (RFC 5321, 4.5.3.2.6); who hangs up sooner has it
   * delivered again and again.
   */
  send: { connectionTimeout: 10_000, greetingTimeout: 30_000, socketTimeout: 600_000 },
  verify: { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 },
}

/** What is told of a fault: nothing that holds an address. */
const told = z.object({
  code: z.catch(z.optional(z.string()), undefined),
  responseCode: z.catch(z.optional(z.number()), undefined),
  command: z.catch(z.optional(z.string()), undefined),
})
export const faultOf = (error: unknown): z.output<typeof told> => told.safeParse(error).data ?? {}

/**
 * Whether the mail server will not take this mail, whenever asked. What it has against us (the sender, the
 * sign-in) can be mended by the operator.
 */
export function isRefusal(error: unknown): boolean {
  const { code = '', responseCode, command = '' } = faultOf(error)
  if (responseCode === undefined) return code === 'EENVELOPE' || code === 'EMESSAGE'
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

type Settings = Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>

/** The way to the mail server, or null without SMTP_URL. Loads its client when it is first used. */
export function openTransport(
  { SMTP_URL: url, MAIL_FROM: from }: Settings,
  now: () => Date,
  { send, verify } = times,
): Transport | null {
  if (url === undefined) return null
  const domain = /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  const load = async (timeouts: typeof send) => {
    const [{ createTransport }, { default: SMTPTransport }] = await Promise.all([
      import('nodemailer'),
      import('nodemailer/lib/smtp-transport'),
    ])
    // A connection for each mail, also where the address asks for a pool: that sends again by itself.
    return createTransport(
      new SMTPTransport({ ...timeouts, url, disableFileAccess: true, disableUrlAccess: true }),
    )
  }
  let sender: ReturnType<typeof load> | undefined
  const { note, isReachable } = reachability(async () => (await load(verify)).verify(), now)

  return {
    isReachable,
    async send({ id, to, lang, ...content }, signal) {
      sender ??= load(send)
      const mailer = await sender
      const sending = mailer.sendMail({
        ...content,
        from,
        to: { name: '', address: to },
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': lang },
        signal,
      })
      await sending.then(
        () => note(true),
        (error: unknown) => {
          note(faultOf(error).responseCode !== undefined)
          throw error
        },
      )
    },
  }
}
