import type { camera as german } from '../../de/systems/camera.ts'

export const camera: typeof german = {
  title: 'Read the code with the camera',
  asking: 'Please allow access to the camera.',
  reading: 'Hold the code on the type plate in the picture. The pictures do not leave your device.',
  picture: 'Camera picture',
  foreign: 'That is not the code of a system.',
  read: 'Read: {{key}}',
  fault: {
    refused:
      'Access to the camera is not allowed. Allow it in the settings of your browser, or type the code.',
    none: 'No camera was found on this device. Please type the code.',
    busy: 'The camera gives no picture. Another program may be using it.',
    failed: 'Reading with the camera has not started. Please type the code.',
  },
}
