export const common = {
  product: 'Kellersonne',
  documentTitle: '{{page}} · Kellersonne',
  retry: 'Erneut versuchen',
  reload: 'Neu laden',
  close: 'Schließen',
}
