export const common = {
  product: 'Kellersonne',
  documentTitle: '{{page}} · Kellersonne',
  copyright: '© {{year}} Kellersonne',
  retry: 'Try again',
  reload: 'Reload',
  close: 'Close',
}
