import { daysBack } from './dates.ts'

/** Every page open to guests. */
export const guests = [
  ...[
    'login',
    'register',
    'register/confirm#token=of-a-link',
    'lock',
    'password_reset',
    'email/confirm#token=of-a-link',
    'email/undo#token=of-a-link',
    'alerts/mute#token=of-a-link',
    'passport#token=of-a-link',
    'login_cleverpv',
    'home',
  ],
  ...['contact', 'imprint', 'privacy', 'terms', 'nowhere'],
]

const chart = (period: string) =>
  `charts?period=${period}&date=${daysBack(1)}&seriesSelected=m0,m2,m4,m6,m1&sn=-1`

/** Every page of a signed-in owner. */
export const owners = [
  ...['dashboard', 'dashboard/batteries', 'dashboard/messages', 'calendar', 'update', 'settings', 'user'],
  ...[
    'glossary',
    'alerts',
    'corrections',
    'import',
    'forecast-quality',
    'battery-health',
    ...['day', 'month', 'year'].map(chart),
  ],
]
