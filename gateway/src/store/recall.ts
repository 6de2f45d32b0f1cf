import type { DatabaseSync } from 'node:sqlite'
import type * as z from 'zod/mini'

/** What is kept in the file of state under a name, as JSON of one shape. */
export function openRecall<T>(db: DatabaseSync, name: string, schema: z.ZodMiniType<T>, none: T) {
  const read = db.prepare('select text from memory where name = ?')
  const write = db.prepare(
    'insert into memory (name, text) values (?, ?) on conflict do update set text = excluded.text',
  )
  return {
    /** What was kept; `none` if there is nothing, or nothing that is understood. */
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
