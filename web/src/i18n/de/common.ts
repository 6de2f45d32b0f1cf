export const common = {
  product: 'Kellersonne',
  documentTitle: '{{page}} · Kellersonne',
  copyright: '© {{year}} Kellersonne',
  retry: 'Erneut versuchen',
  reload: 'Neu laden',
  close: 'Schließen',
}
