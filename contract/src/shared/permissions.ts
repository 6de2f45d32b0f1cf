const denied = `accelerometer autoplay clipboard-read display-capture encrypted-media fullscreen gamepad geolocation
  gyroscope hid idle-detection local-fonts magnetometer microphone midi payment picture-in-picture
  publickey-credentials-create publickey-credentials-get screen-wake-lock serial sync-xhr usb xr-spatial-tracking`

/** Browser features that none of our pages needs, as a `Permissions-Policy` header. */
export const deniedFeatures = denied
  .split(/\s+/)
  .map((feature) => `${feature}=()`)
  .join(', ')
