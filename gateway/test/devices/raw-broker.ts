/** Accepts a connection to a broker. */
export const CONNACK = Buffer.from('20020000', 'hex')

/** A message without content, for a topic shorter than 100 characters. */
export const publish = (topic: string) =>
  Buffer.concat([Buffer.of(0x30, topic.length + 2, 0, topic.length), Buffer.from(topic)])
