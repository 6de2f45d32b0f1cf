export const common = {
  product: 'Kellersonne',
  documentTitle: '{{page}} · Kellersonne',
  retry: 'Try again',
  reload: 'Reload',
  close: 'Close',
}
