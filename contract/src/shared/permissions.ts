const denied = `accelerometer autoplay camera clipboard-read display-capture encrypted-media fullscreen gamepad geolocation
  gyroscope hid idle-detection local-fonts magnetometer microphone midi payment picture-in-picture
  publickey-credentials-create publickey-credentials-get screen-wake-lock serial sync-xhr usb xr-spatial-tracking`

/** What no page of ours asks of a browser, as the header `Permissions-Policy` says it. */
export const deniedFeatures = denied
  .split(/\s+/)
  .map((feature) => `${feature}=()`)
  .join(', ')
