interface ServerEvent {
  id: string
  data: string
}

/**
 * The events of a whole text, character by character, as the standard describes them. One difference: an event has the id that was
 * sent with it, and not the last id of the stream, since our servers send one with every event.
 */
export function parseEvents(bytes: Uint8Array): ServerEvent[] {
  const text = new TextDecoder().decode(bytes)
  const events: ServerEvent[] = []
  let id = ''
  let data: string[] = []
  let line = ''
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character !== '\n' && character !== '\r') {
      line += character
      continue
    }
    if (character === '\r' && text[at + 1] === '\n') at++
    if (line === '') {
      if (data.length > 0) events.push({ id, data: data.join('\n') })
      data = []
      id = ''
    } else {
      const colon = line.indexOf(':')
      const field = colon === -1 ? line : line.slice(0, colon)
      const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
      if (field === 'id' && !value.includes('\0')) id = value
      if (field === 'data') data.push(value)
    }
    line = ''
  }
  return events
}
