/** Runs `work` `times` times in each of `count` concurrent loops; resolves to the duration of each call in ms. */
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
