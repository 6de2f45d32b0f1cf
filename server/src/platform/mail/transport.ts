import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import { reachability } from './reachability.ts'

export type OutgoingMail = {
  /** The same for every attempt, so that a mail server can detect a duplicate. */
  readonly id: string
  readonly to: string
  readonly lang: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where a POST ends mails like this one (RFC 8058). */
  readonly unsubscribe?: string
}
export type Transport = {
  /** Resolves once the mail server has accepted the letter. `signal` aborts. */
  send(letter: OutgoingMail, signal: AbortSignal): Promise<void>
  isReachable(): Promise<boolean>
}

export const times = {
  /**
   * A server may take ten minutes to process a mail (RFC 5321, 4.5.3.2.6); a client that hangs up sooner delivers it
   * again and again.
   */
  send: { connectionTimeout: 10_000, greetingTimeout: 30_000, socketTimeout: 600_000 },
  verify: { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 },
}

/** The fields of an error that are logged: none that may contain an address. */
const smtpError = z.object({
  code: z.catch(z.optional(z.string()), undefined),
  responseCode: z.catch(z.optional(z.number()), undefined),
  command: z.catch(z.optional(z.string()), undefined),
})
export const faultOf = (error: unknown): z.output<typeof smtpError> => smtpError.safeParse(error).data ?? {}

/**
 * True if the mail server rejects this mail permanently. Problems with the sender or our sign-in do not count, as the
 * operator can fix them.
 */
export function isRefusal(error: unknown): boolean {
  const { code = '', responseCode, command = '' } = faultOf(error)
  if (responseCode === undefined) return code === 'EENVELOPE' || code === 'EMESSAGE'
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

type Settings = Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>

/** Creates the transport to the mail server; null without SMTP_URL. Loads its client on first use. */
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
    // One connection per mail, even if the URL asks for a pool: a pool retries on its own.
    return createTransport(
      new SMTPTransport({ ...timeouts, url, disableFileAccess: true, disableUrlAccess: true }),
    )
  }
  let sender: ReturnType<typeof load> | undefined
  const { note, isReachable } = reachability(async () => (await load(verify)).verify(), now)

  return {
    isReachable,
    async send({ id, to, lang, unsubscribe, ...content }, signal) {
      sender ??= load(send)
      const mailer = await sender
      const sending = mailer.sendMail({
        ...content,
        from,
        to: { name: '', address: to },
        messageId: `<${id}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'Content-Language': lang,
          ...(unsubscribe !== undefined && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        signal,
      })
      await sending.then(
        () => note(true),
        (error: unknown) => {
          if (!signal.aborted) note(faultOf(error).responseCode !== undefined)
          throw error
        },
      )
    },
  }
}
