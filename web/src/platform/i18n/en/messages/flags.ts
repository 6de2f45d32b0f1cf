import type { CatalogueEntry } from '@kellersonne/core/messages/messages'

/** Short text of each message; the details are in `messages.about`. */
export const flags = {
  relay: { text: 'The grid relay did not switch.' },
  i: { text: 'The current is too high.' },
  i2: { text: 'Severe overcurrent detected.' },
  i1: { text: 'Overcurrent detected.' },
  hw: { text: 'A component of the battery system has failed.' },
  bat: { text: 'The battery reports an error.' },
  u: { text: 'The grid voltage is outside the permitted range.' },
  sv: { text: 'The power supply of the controller is faulty.' },
  na_schutz: { text: 'The grid protection has switched off.' },
  sm1: { text: 'The battery is in safe mode 1.' },
  sm2: { text: 'The battery is in safe mode 2.' },
  wait60: { text: 'The battery is waiting 60 seconds for the grid.' },
  sm_test: { text: 'The battery is testing itself.' },
  m: { text: 'The battery has a general notice.' },
  ein: { text: 'The battery is switched on.' },
  aus: { text: 'The battery is switched off.' },
  other: { text: 'The battery reports code “{{code}}”.' },
  battery: { text: 'The battery reports error {{code}}.' },
  /** A code that is the unit's own text. */
  quoted: '“{{code}}”',
} satisfies Record<CatalogueEntry, { text: string }> & { quoted: string }
