import { PassThrough } from 'node:stream'
import { createDemoModel } from '@sweatpants/demo-model'
import { repairJson, scanJson } from '@sweatpants/framework'
import { evaluate } from '../../apps/yo-chat/tools/calculator/evaluate.ts'
import { createGuard } from '../../packages/framework/src/http/guard.ts'
import { createKeyring } from '../../packages/framework/src/keys/keyring.ts'
import { ServerEventParser } from '../../packages/framework/src/log/client/server-events.ts'
import { createTokenAuth } from '../../packages/framework/src/mcp/auth/token.ts'
import { inspectSealed } from '../../packages/framework/src/mcp/carriers/sealed.ts'
import { readHandle } from '../../packages/framework/src/mcp/core/carrier.ts'
import { decodeHeaderValue } from '../../packages/framework/src/mcp/core/param-headers.ts'
import { matchTemplate } from '../../packages/framework/src/mcp/core/resource.ts'
import { readLines } from '../../packages/framework/src/mcp/stdio-lines.ts'
import { toModelError } from '../../packages/framework/src/models/provider-error.ts'
import { toBlocks } from '../../packages/framework/src/react/markdown-blocks.ts'
import { toDollars } from '../../packages/framework/src/react/markdown-math-source.ts'
import { toPrintable } from '../../packages/framework/src/terminal/printable.ts'
import { parseJson } from '../../packages/framework/src/tools/parse-json.ts'
import { matchAnswer } from '../../packages/roundtable/src/answers/match-answer.ts'
import { parseBallot } from '../../packages/roundtable/src/answers/parse-ballot.ts'
import { parseGroups } from '../../packages/roundtable/src/answers/parse-groups.ts'
import { parsePerspectives } from '../../packages/roundtable/src/answers/parse-perspectives.ts'
import { parseQuestion } from '../../packages/roundtable/src/answers/parse-question.ts'
import { parseStatement, readCitations } from '../../packages/roundtable/src/answers/parse-statement.ts'
import { parseSummary } from '../../packages/roundtable/src/answers/parse-summary.ts'
import { readBrief } from '../../packages/roundtable/src/demo/brief.ts'
import { frame } from '../../packages/roundtable/src/demo/frame.ts'
import { toLine, toQuote } from '../../packages/roundtable/src/export/blocks.ts'
import { html } from '../../packages/roundtable/src/export/html.ts'
import { createFence } from '../../packages/roundtable/src/prompts/fence.ts'
import { shorten } from '../../packages/roundtable/src/prompts/fit.ts'
import { createReader } from '../../packages/roundtable/src/report/compare-claims.ts'
import { quote } from '../../packages/roundtable/src/session/phrases.ts'

/** Code that reads text of a model, a client or a server. */
export interface Parser {
  name: string
  read(text: string): unknown
}

const guard = createGuard({ methods: ['GET'] })
const keys = createKeyring(['a secret of at least 32 characters for tests'])
const readAuthorization = (text: string) => {
  // A header cannot hold other characters.
  const headers = { authorization: `Bearer ${text.replace(/[^ -~]/g, '?')}` }
  return auth.authenticate(new Request('http://a.example/mcp', { headers })).catch((error) => error)
}
const auth = createTokenAuth({ resource: 'http://a.example/mcp', authorizationServers: [], verify: () => undefined })

const refuses = (read: () => unknown): unknown => {
  try {
    return read()
  } catch (error) {
    return error
  }
}

const asked = { kind: 'choice' as const, options: ['a', 'b'] }

export const PARSERS: readonly Parser[] = [
  { name: 'repairJson', read: repairJson },
  { name: 'scanJson', read: (text) => [...scanJson(text)] },
  { name: 'parseJson', read: (text) => refuses(() => parseJson(text, 'a text')) },
  { name: 'a statement of a debate', read: (text) => parseStatement(text, { ...asked, speakers: {} }) },
  { name: 'a ballot of a debate', read: (text) => parseBallot(text, asked) },
  { name: 'the question of a debate', read: parseQuestion },
  { name: 'the framing of the demo model', read: frame },
  { name: 'groups of proposals', read: (text) => parseGroups(text, ['a', 'b']) },
  { name: 'perspectives of a debate', read: (text) => parsePerspectives(text, 2) },
  { name: 'a summary of a debate', read: parseSummary },
  { name: 'citations', read: (text) => readCitations([text]) },
  { name: 'an answer of a debate', read: (text) => matchAnswer(text, ['a', 'b']) },
  { name: 'the wording of a topic', read: (text) => createReader(text, [text])({ text }) },
  { name: 'a fence of a prompt', read: (text) => createFence('aaaaaaaa', text).data('context', text) },
  { name: 'shorten', read: (text) => shorten(text, text.length - 10) },
  { name: 'a line of an export', read: toLine },
  { name: 'a quote of an export', read: toQuote },
  { name: 'a quote of a report', read: quote },
  { name: 'html of an export', read: (text) => String(html`<p>${text}</p>`) },
  { name: 'readBrief', read: (text) => readBrief({ system: text, message: `<topic-aaaaaaaa>\n${text}` } as never) },
  { name: 'a template with two variables', read: (text) => matchTemplate('x://{a}-{b}', `x://${text}`) },
  { name: 'a template with adjacent variables', read: (text) => matchTemplate('x://{a}{b}/{c}aa', `x://${text}`) },
  { name: 'server-sent events', read: (text) => new ServerEventParser().push(Buffer.from(text)) },
  { name: 'server-sent events in pieces', read: readEventsInPieces },
  { name: 'lines of stdio', read: readLinesInPieces },
  {
    name: 'a header of parameters',
    read: (text) => [decodeHeaderValue(text), decodeHeaderValue(`=?base64?${text}?=`)],
  },
  { name: 'Host and Origin', read: readAddresses },
  { name: 'Authorization', read: readAuthorization },
  { name: 'a sealed state', read: (text) => refuses(() => inspectSealed(text, keys)) },
  { name: 'a handle of a state', read: readHandle },
  { name: 'an error of a provider', read: (text) => toModelError(new Error(text), 'a/b') },
  { name: 'text for a terminal', read: toPrintable },
  { name: 'Markdown blocks', read: toBlocks },
  { name: 'math in Markdown', read: toDollars },
  { name: 'the calculator', read: (text) => refuses(() => evaluate(text)) },
  { name: 'the demo model, a message', read: (text) => askDemo(text) },
  { name: 'the demo model, a result', read: (text) => askDemo('Look it up', text) },
]

function readAddresses(text: string): unknown {
  const head = (headers: Record<string, string>) => ({ method: 'GET', header: (name: string) => headers[name] })
  return [head({ host: text }), head({ host: 'localhost', origin: `https://${text}` })].map(guard)
}

const PIECE = 1_000

const cut = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / PIECE) }, (_, i) => text.slice(i * PIECE, (i + 1) * PIECE))

function readEventsInPieces(text: string): unknown {
  const parser = new ServerEventParser()
  return cut(text).map((piece) => parser.push(Buffer.from(piece)))
}

function readLinesInPieces(text: string): unknown {
  const input = new PassThrough()
  const lines: string[] = []
  readLines(input, { onLine: (line) => lines.push(line), onTooLong() {}, onEnd() {} })
  for (const piece of cut(text)) input.emit('data', Buffer.from(piece))
  return lines
}

const model = createDemoModel({ seed: 'attacks' })
const NAMES = ['name', 'from', 'to', 'date', 'count', 'query', 'url', 'email', 'expression', 'topic', 'urgent', 'title']
const properties = Object.fromEntries(
  NAMES.map((name) => [name, { type: name === 'count' ? 'number' : name === 'urgent' ? 'boolean' : 'string' }]),
)

/** Asks for a call of a tool with many parameters, and for data. */
function askDemo(message: string, result?: string): unknown {
  const said = { role: 'user', content: [{ type: 'text', text: message }] } as const
  const output = { type: 'error-text', value: result ?? '' } as const
  const made = [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: '1', toolName: 'find', input: {} }] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: '1', toolName: 'find', output }] },
  ] as const
  const prompt = [said, ...(result === undefined ? [] : made)] as never
  const inputSchema = { type: 'object', properties, required: NAMES } as never
  const tool = { type: 'function', name: 'find', description: 'Answers anything', inputSchema } as const
  return Promise.all([
    model.doGenerate({ prompt, tools: [tool], toolChoice: { type: 'required' } }),
    model.doGenerate({ prompt }),
  ])
}
