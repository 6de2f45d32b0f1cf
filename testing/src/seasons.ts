/** Instants at which the demo may first be started, in Europe/Berlin: in each season, by day and by night. */
export const seasons = [
  { name: '21 June at noon', at: new Date('2026-06-21T12:00:00+02:00') },
  { name: '21 June at 22:00', at: new Date('2026-06-21T22:00:00+02:00') },
  { name: '25 October at noon, hours after the clocks changed', at: new Date('2026-10-25T12:00:00+01:00') },
  { name: '25 October at 22:00', at: new Date('2026-10-25T22:00:00+01:00') },
  { name: '22 December at noon', at: new Date('2026-12-22T12:00:00+01:00') },
  { name: '22 December at 22:00', at: new Date('2026-12-22T22:00:00+01:00') },
] as const
