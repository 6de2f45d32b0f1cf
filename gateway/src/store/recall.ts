import type { DatabaseSync } from 'node:sqlite'
import type * as z from 'zod/mini'

/** A named JSON value in the state file. */
export function openRecall<T>(db: DatabaseSync, name: string, schema: z.ZodMiniType<T>, none: T) {
  const read = db.prepare('select text from memory where name = ?')
  const write = db.prepare(
    'insert into memory (name, text) values (?, ?) on conflict do update set text = excluded.text',
  )
  return {
    /** Returns the stored value; `none` if there is none, or if it does not parse. */
    load(): T {
      const text = read.get(name)?.['text']
      try {
        const { success, data } = schema.safeParse(JSON.parse(String(text)))
        return success ? data : none
      } catch {
        return none
      }
    },
    save(value: T) {
      write.run(name, JSON.stringify(value))
    },
  }
}
