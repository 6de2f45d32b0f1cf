/** Instants at which the demo may first be started, in Europe/Berlin: in each season, by day, by night, and while clocks change. */
export const seasons = [
  { name: '29 March at 03:00, as the clocks are put forward', at: new Date('2026-03-29T03:00:00+02:00') },
  { name: '21 June at 03:00', at: new Date('2026-06-21T03:00:00+02:00') },
  { name: '21 June at noon', at: new Date('2026-06-21T12:00:00+02:00') },
  { name: '21 June at 22:00', at: new Date('2026-06-21T22:00:00+02:00') },
  { name: '25 October at 02:30, before the clocks are put back', at: new Date('2026-10-25T02:30:00+02:00') },
  { name: '25 October at 02:30, after they were put back', at: new Date('2026-10-25T02:30:00+01:00') },
  { name: '22 December at noon', at: new Date('2026-12-22T12:00:00+01:00') },
  { name: '22 December at 22:00', at: new Date('2026-12-22T22:00:00+01:00') },
] as const
