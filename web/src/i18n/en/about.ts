export const about = {
  home: { title: 'Home' },
  contact: { title: 'Contact' },
  imprint: { title: 'Imprint' },
  privacy: { title: 'Privacy' },
  terms: { title: 'Terms of use' },
}
