import {
  configData,
  deployment,
  feedback,
  poll,
  SIGNATURE_METADATA,
} from '@kellersonne/contract/firmware/ddi'
import { statementOf } from '@kellersonne/core/firmware/image'
import type { Message } from './message.ts'

const ROOT = 'https://updates.example/default/controller/v1/1001'
const href = (below: string) => ({ href: `${ROOT}/${below}` })
const link = 'Address of the call.'
const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const SIGNATURE = 'uN7Tz3yVxJ0b7f3Jm2V6pQf0m1S8m2kq6dJ7k4yQ1mYw3m7XfN1uK2vB9sR5tH8cD4eA6gL0jP3oI2uY1tR5Cw=='
const facts = { chip: 'bms', version: '2.5.0', size: 2001920, sha256: SHA256 }
const metadata = [
  {
    key: SIGNATURE_METADATA.signature,
    value: SIGNATURE,
  },
  { key: SIGNATURE_METADATA.statement, value: statementOf(facts) },
]
const artifact = {
  filename: 'bms-2.5.0.swu',
  hashes: { sha1: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3', sha256: SHA256 },
  size: 2001920,
  _links: { download: href('softwaremodules/7/artifacts/bms-2.5.0.swu') },
}
const chunk = { part: 'firmware', name: 'bms', version: '2.5.0', artifacts: [artifact], metadata }
const chunks = [chunk]

const polled: Message = {
  title: 'Poll',
  summary: 'Answer to a poll: when to ask again, and what there is to do.',
  schema: poll,
  io: 'output',
  fields: {
    config: { meaning: 'Settings of the client.', example: { polling: { sleep: '00:00:30' } } },
    'config.polling': { meaning: 'When to poll.', example: { sleep: '00:00:30' } },
    'config.polling.sleep': { meaning: 'Pause until the next poll, `HH:MM:SS`.', example: '00:00:30' },
    _links: { meaning: 'What there is to do; nothing if it is empty.', example: {} },
    '_links.configData': { meaning: 'The unit is to send its attributes.', example: href('configData') },
    '_links.configData.href': { meaning: link, example: href('configData').href },
    '_links.deploymentBase': { meaning: 'There is an update.', example: href('deploymentBase/7') },
    '_links.deploymentBase.href': { meaning: link, example: href('deploymentBase/7').href },
    '_links.cancelAction': {
      meaning: 'An update was cancelled; comes instead of `deploymentBase`.',
      example: href('cancelAction/7'),
    },
    '_links.cancelAction.href': { meaning: link, example: href('cancelAction/7').href },
  },
  examples: [
    { config: { polling: { sleep: '00:00:30' } }, _links: {} },
    {
      config: { polling: { sleep: '00:00:05' } },
      _links: { configData: href('configData'), deploymentBase: href('deploymentBase/7') },
    },
  ],
}

const deployed: Message = {
  title: 'Deployment',
  summary: 'An update of one chip.',
  schema: deployment,
  io: 'output',
  fields: {
    id: { meaning: 'Names the action; it is in the addresses of all calls about it.', example: '7' },
    deployment: { meaning: 'What to install.', example: { download: 'forced', update: 'forced', chunks } },
    'deployment.download': { meaning: 'Always `forced`: download it now.', example: 'forced' },
    'deployment.update': { meaning: 'Always `forced`: install it now.', example: 'forced' },
    'deployment.chunks': { meaning: 'Always one.', example: chunks },
    'deployment.chunks[].part': { meaning: 'Always `firmware`.', example: 'firmware' },
    'deployment.chunks[].name': { meaning: 'The chip.', example: 'bms' },
    'deployment.chunks[].version': { meaning: 'The version to install.', example: '2.5.0' },
    'deployment.chunks[].artifacts': { meaning: 'Always one.', example: [artifact] },
    'deployment.chunks[].artifacts[].filename': { meaning: 'Name of the image.', example: artifact.filename },
    'deployment.chunks[].artifacts[].hashes': { meaning: 'Hashes of the image.', example: artifact.hashes },
    'deployment.chunks[].artifacts[].hashes.sha1': { meaning: 'Hexadecimal.', example: artifact.hashes.sha1 },
    'deployment.chunks[].artifacts[].hashes.sha256': { meaning: 'Hexadecimal.', example: SHA256 },
    'deployment.chunks[].artifacts[].size': {
      meaning: 'Size of the image.',
      unit: 'bytes',
      example: artifact.size,
    },
    'deployment.chunks[].artifacts[]._links': {
      meaning: 'Where the image is: `download` over https, `download-http` otherwise.',
      example: artifact._links,
    },
    'deployment.chunks[].artifacts[]._links.*.href': {
      meaning: link,
      example: artifact._links.download.href,
    },
    'deployment.chunks[].metadata': { meaning: 'The operator’s signature.', example: metadata },
    'deployment.chunks[].metadata[].key': {
      meaning: '`ed25519` (the signature) or `statement` (the signed text).',
      example: SIGNATURE_METADATA.signature,
    },
    'deployment.chunks[].metadata[].value': {
      meaning: 'The signature in base64, or the text.',
      example: SIGNATURE,
    },
  },
  examples: [{ id: '7', deployment: { download: 'forced', update: 'forced', chunks } }],
}

const reported: Message = {
  title: 'Feedback',
  summary: 'A unit’s report about an update. Other fields, such as `id` and `time`, are ignored.',
  schema: feedback,
  io: 'input',
  fields: {
    status: { meaning: 'Its state.', example: { execution: 'proceeding', result: { finished: 'none' } } },
    'status.execution': { meaning: 'What the unit does.', example: 'proceeding' },
    'status.result': { meaning: 'Result and progress.', example: { finished: 'none' } },
    'status.result.finished': {
      meaning:
        'Counts if `execution` is `closed`: `failure` interrupts the update, anything else finishes it.',
      example: 'none',
    },
    'status.result.progress': { meaning: 'Progress of the installation.', example: { cnt: 2, of: 5 } },
    'status.result.progress.cnt': { meaning: 'Steps done.', example: 2 },
    'status.result.progress.of': { meaning: 'Steps in all; 0 marks a batch of log lines.', example: 5 },
    'status.details': {
      meaning: 'Lines for the owner and the operator: the last 50 are kept, 200 characters of each.',
      example: ['Downloaded 40%.'],
    },
  },
  examples: [
    {
      status: {
        ...{ execution: 'proceeding', result: { finished: 'none', progress: { cnt: 0, of: 1 } } },
        details: ['Downloaded 40%.'],
      },
    },
    { status: { execution: 'closed', result: { finished: 'success' }, details: ['bms runs 2.5.0.'] } },
  ],
}

const attributes: Message = {
  title: 'Attributes',
  summary: 'A unit’s attributes, which operators see.',
  schema: configData,
  io: 'input',
  fields: {
    mode: {
      meaning:
        '`merge` (default) adds to those sent before, `replace` replaces them, `remove` deletes those named.',
      example: 'merge',
    },
    data: { meaning: 'By name, each attribute: text or number.', example: { hw_revision: 'B' } },
  },
  examples: [{ mode: 'merge', data: { hw_revision: 'B', bms: '2.4.0' } }],
}

export const firmware = { poll: polled, deployment: deployed, feedback: reported, configData: attributes }
