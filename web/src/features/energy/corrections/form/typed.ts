import { draftOf } from '../../../../platform/session.ts'

/** Fields of the form. Times of day are `09:12`; ` 2` at their end: as clocks showed it for the second time. */
const fields = [
  ...(['sn', 'kind', 'counter', 'fromDay', 'fromTime', 'untilDay', 'untilTime'] as const),
  ...(['atDay', 'atTime', 'replaced', 'value', 'before', 'after'] as const),
] as const
export type Field = (typeof fields)[number]
/** What has been typed and chosen, by field; '' = nothing. */
export type Typed = Readonly<Record<Field, string>>

export const YES = '1'
export const isValue = ({ kind }: Typed) => kind === 'value'

/** The form's draft. */
export const FORM = 'correction'

/** An empty form for a system. */
export const emptyFor = (sn: string): Typed => ({
  ...{ sn, kind: 'implausible', counter: '' },
  ...{ fromDay: '', fromTime: '', untilDay: '', untilTime: '', atDay: '', atTime: '' },
  ...{ replaced: '', value: '', before: '', after: '' },
})

/** What an owner had typed before they had to sign in again; null if nothing. */
export function drafted(): Typed | null {
  const draft = draftOf(FORM)
  const known = fields.flatMap((field) => {
    const text = draft?.[field]
    return text === undefined ? [] : [[field, text]]
  })
  return known.length === 0 ? null : { ...emptyFor(''), ...Object.fromEntries(known) }
}

/** Changes a field. The end of a time follows its begin to another day. */
export function withField(typed: Typed, field: Field, text: string): Typed {
  const follows = field === 'fromDay' && (typed.untilDay === '' || typed.untilDay === typed.fromDay)
  return { ...typed, [field]: text, ...(follows && { untilDay: text }) }
}
