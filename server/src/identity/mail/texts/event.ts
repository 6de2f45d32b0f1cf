/** `when`: the time of what a mail reports, as text. */
export type Event = { readonly when: string }
