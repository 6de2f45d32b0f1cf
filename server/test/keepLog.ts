import { writeLog } from '@kellersonne/testing/log'
import { afterEach } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Where to find the product's log around a failure. */
    log?: string
  }
}

afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return
  const path = writeLog(`${task.file.name} ${task.name}`)
  if (path !== null) task.meta.log = path
})
