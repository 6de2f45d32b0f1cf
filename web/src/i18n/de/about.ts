export const about = {
  home: { title: 'Startseite' },
  contact: { title: 'Kontakt' },
  imprint: { title: 'Impressum' },
  privacy: { title: 'Datenschutz' },
  terms: { title: 'Nutzungsbedingungen' },
}
