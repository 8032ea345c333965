const TAGS = new Set(
  `div section p h1 h2 h3 h4 h5 h6 ul ol li blockquote hr br pre code em strong del sup span a img table thead tbody tr th td
  input button figure`.split(/\s+/),
)

const ATTRIBUTES = new Set(
  `class id href rel target src alt title style type disabled checked aria-label aria-live aria-describedby aria-hidden tabindex role start
  colspan rowspan align data-streaming data-language data-diagram data-footnotes data-footnote-ref data-footnote-backref`.split(
    /\s+/,
  ),
)

const TAG = /<(\/?)([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"<>]*")?)*)\s*\/?>/gi

/** Finds HTML of React that could run a script or send a request. Every `<` of a text is escaped in it. */
export function inspectHtml(html: string): string[] {
  const problems: string[] = []
  const rest = html.replace(TAG, (_, slash: string, name: string, attributes: string) => {
    if (!TAGS.has(name)) problems.push(`an element ${name}`)
    if (slash === '') problems.push(...inspectAttributes(name, attributes))
    return ''
  })
  if (rest.includes('<')) problems.push(`what is no tag: ${rest.slice(rest.indexOf('<'), rest.indexOf('<') + 80)}`)
  return problems
}

function inspectAttributes(element: string, text: string): string[] {
  return [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].flatMap(([, name = '', value = '']) => {
    const problem = `${element} ${name}=${value.slice(0, 80)}`
    if (!ATTRIBUTES.has(name)) return [problem]
    if (name === 'href' && !isHarmless(decode(value))) return [problem]
    if (name === 'src' && !/^data:image\/(png|jpeg|gif|webp);base64,/i.test(decode(value))) return [problem]
    return name === 'style' && /url|import|expression/i.test(value) ? [problem] : []
  })
}

/** As a browser reads it: without the characters that it leaves out. */
function isHarmless(address: string): boolean {
  const read = address.replace(/[\0-\x20\x7f-\x9f]/g, '')
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(read)?.[1]?.toLowerCase()
  return scheme === undefined || ['http', 'https', 'mailto', 'irc', 'ircs', 'xmpp'].includes(scheme)
}

const decode = (text: string): string =>
  text.replace(/&quot;|&#x27;|&lt;|&gt;|&amp;/g, (entity) => ENTITIES[entity] ?? entity)

const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}
