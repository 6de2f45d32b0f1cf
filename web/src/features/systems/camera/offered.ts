/** False without a secure connection: browsers then offer no camera at all. */
export const cameraOffered = () => 'mediaDevices' in navigator && 'getUserMedia' in navigator.mediaDevices
