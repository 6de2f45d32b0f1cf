/** One server-sent event (HTML standard, 9.2.6); unlike there, a named event counts even without data. */
export type StreamEvent = { readonly event: string; readonly data: string }

const END_OF_LINE = /\r\n|\n|\r(?!$)/

function eventOf(lines: readonly string[]): StreamEvent | null {
  const valuesOf = (field: string) =>
    lines
      .filter((line) => line === field || line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).replace(/^ /, ''))
  const data = valuesOf('data')
  const event = valuesOf('event').at(-1)
  return data.length === 0 && !event ? null : { event: event || 'message', data: data.join('\n') }
}

/** Parses an event stream incrementally: takes each chunk of text and returns the events it completes. */
export function eventReader() {
  let rest = ''
  let lines: string[] = []
  return (chunk: string): StreamEvent[] => {
    const complete = (rest + chunk).split(END_OF_LINE)
    rest = complete.pop() ?? ''
    const events: StreamEvent[] = []
    for (const line of complete) {
      if (line !== '') {
        lines.push(line)
        continue
      }
      const event = eventOf(lines)
      if (event) events.push(event)
      lines = []
    }
    return events
  }
}
