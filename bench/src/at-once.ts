/** Does something `times` times for each of `count` at once: how long each time took, in ms. */
export async function atOnce(count: number, times: number, work: (which: number) => Promise<unknown>) {
  const took: number[] = []
  await Promise.all(
    Array.from({ length: count }, async (_, which) => {
      for (let i = 0; i < times; i += 1) {
        const began = performance.now()
        await work(which)
        took.push(performance.now() - began)
      }
    }),
  )
  return took
}
