import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'SECURITY.md'), 'utf8')

/** Sections that say what we assume, and so show nothing. */
const ASSUMPTIONS = ['Reporting a problem', 'Who is trusted', 'What is left to the application']

const sections = page
  .split(/^## /m)
  .slice(1)
  .map((section) => ({ title: section.slice(0, section.indexOf('\n')), text: section.slice(section.indexOf('\n')) }))

/** The bullets and table rows of a section. A bullet goes on in the indented lines after it. */
const statementsOf = (text: string): string[] =>
  [...text.matchAll(/^(?:- .*(?:\n {2}.*)*|\| .*)$/gm)].map(([line]) => line).filter((line) => !line.startsWith('|--'))

const isHeader = (line: string): boolean => ['| what |', '| secret |'].some((start) => line.startsWith(start))

const linksOf = (statement: string): string[] => [...statement.matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link!)

describe('every statement of SECURITY.md links to a test', () => {
  const statements = sections
    .filter(({ title }) => !ASSUMPTIONS.includes(title))
    .flatMap(({ text }) => statementsOf(text))
    .filter((line) => !isHeader(line))

  test.each(statements)('%s', (statement) => {
    const tests = linksOf(statement).filter((link) => /\.test\.tsx?$/.test(link))
    expect(tests).not.toEqual([])
    expect(tests.filter((link) => !existsSync(join(root, link)))).toEqual([])
  })
})

const rows = statementsOf(sections.find(({ title }) => title === 'Limits')!.text)
  .filter((line) => !isHeader(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, what, value]) => ({
    what: what!.replace(/^\[(.*)\]\(.*\)$/, '$1'),
    value: value!,
    source: linksOf(what!)[0],
  }))

/** Returns a number that a source file declares as `name = 1_000` or `name: 4 * 1024`. */
function declared(source: string, name: string): number {
  const text = readFileSync(join(root, source), 'utf8')
  const [, expression] = new RegExp(`\\b${name}(?: =|:) ([\\d_]+(?: \\* [\\d_]+)*)\\b`).exec(text) ?? []
  if (expression === undefined) throw new Error(`${source} declares no number ${name}`)
  return expression.split(' * ').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1)
}

type Format = (value: number) => string
const count: Format = (value) => value.toLocaleString('en')
const mebi: Format = (value) => `${value / 1024 ** 2} Mi`
const bytes: Format = (value) => (value < 1024 ** 2 ? `${value / 1024} KiB` : `${value / 1024 ** 2} MiB`)
const seconds: Format = (value) => `${value / 1_000} seconds`
const minutes: Format = (value) => `${value / 60_000} minutes`
const hours: Format = (value) => `${value / 3_600_000} hours`

/** Where the code declares each limit of the table: the name in the file that the row links to. */
const LIMITS: readonly [what: string, name: string, format: Format][] = [
  ['bytes of an MCP request', 'body', bytes],
  ['2025 sessions', 'sessions', count],
  ['2025 sessions of a caller', 'sessionsPerCaller', count],
  ['idle time of a 2025 session', 'sessionIdle', minutes],
  ['open `subscriptions/listen` streams', 'subscriptions', count],
  ['open `subscriptions/listen` streams of a caller', 'subscriptionsPerCaller', count],
  ['tasks that are kept', 'tasks', count],
  ['calls that the store keeps', 'keptCalls', count],
  ['time that a task is kept after its last change, and again after its end', 'taskTtl', hours],
  ['time that a state is valid', 'DAY', hours],
  ['time of a statement on Postgres; a lock may take three quarters of it', 'STATEMENT_TIMEOUT', seconds],
  ['time that a write waits for a locked SQLite file', 'PATIENCE', seconds],
  ['messages in a batch', 'MAX_BATCH', count],
  ['resources that a session watches', 'MAX_WATCHED', count],
  ['resources, and as many tasks, of a `subscriptions/listen`', 'MAX_WATCHED', count],
  ['bytes that wait for a slow reader over HTTP, before it is cut off', 'unread', bytes],
  ['time that a slow reader has to catch up', 'PATIENCE', minutes],
  ['bytes that wait for a slow reader over stdio', 'MAX_UNREAD', bytes],
  ['bytes of events that a 2025 session can resume', 'CAPACITY', bytes],
  ["bytes of a page of a chat's, debate's or inspector's events", 'PAGE_BYTES', bytes],
  ['time that the store has to answer `/healthz`', 'TIMEOUT', seconds],
  ['lag of the event loop from which `/healthz` is 503', 'MAX_LAG', seconds],
  ['characters of a line over stdio', 'MAX_LINE', mebi],
  ['characters of a sealed state, before it is stored instead', 'MAX_SEALED', count],
  ['bytes that a sealed state unpacks to', 'MAX_CONTENT', bytes],
  ['time for the headers of a request', 'headersTimeout', seconds],
  ['time for a whole request', 'requestTimeout', seconds],
  ['levels of nesting of JSON', 'MAX_LEVELS', count],
  ['characters of arguments, an answer or the result of a step', 'MAX_ENTRY_SIZE', count],
  ['levels of nesting in such a value', 'MAX_NESTING', count],
  ['wrong answers to a question', 'MAX_REFUSALS', count],
  ['depth of branches', 'DEFAULT_MAX_DEPTH', count],
  ['time for the `finally` blocks of a cancelled branch', 'DEFAULT_CLEANUP', seconds],
  ['bytes of a chat request', 'body', bytes],
  ['open event streams of a chat server', 'streams', count],
  ['open event streams of a chat user', 'streamsPerPrincipal', count],
  ['chat sessions', 'sessions', count],
  ['characters of a chat message', 'message', count],
  ['characters of the id of a model', 'MAX_MODEL_ID', count],
  ['bytes of the attachments of a chat message', 'message', bytes],
  ['requests to the model in a turn', 'steps', count],
  ['bytes of an inbox request', 'body', bytes],
  ['open event streams of an inbox', 'streams', count],
  ['open event streams of an inbox user', 'streamsPerPrincipal', count],
  ['open event streams of the routes of runs', 'streams', count],
  ['open event streams of an operator', 'streamsPerPrincipal', count],
  ['signals that a URL brings to its run', 'MAX_SIGNALS', count],
  ['characters of the id of a signal', 'MAX_ID', count],
  ['characters of the signals of a URL, after which it takes no more', 'MAX_SIGNAL_CHARACTERS', count],
  ['characters of a topic', 'topic', count],
  ['characters of a focus question', 'focusQuestion', count],
  ['characters of a persona', 'persona', count],
  ['seats', 'agents', count],
  ['rounds', 'rounds', count],
  ['possible answers', 'answers', count],
  ['context results of a call', 'contextResults', count],
  ['characters of a context result', 'MAX_CONTEXT_RESULT', count],
  ['bytes of a roundtable request', 'body', bytes],
  ['open event streams of a roundtable', 'streams', count],
  ['open event streams of a roundtable user', 'streamsPerPrincipal', count],
  ['debates', 'sessions', count],
  ['rounds of one call of a hosted tool', 'MAX_ROUNDS', count],
  ['time to connect to a hosted server', 'CONNECT_TIMEOUT_MS', seconds],
  ['starts of a command of a hosted server that has ended', 'MAX_RESTARTS', count],
  ['time until a hosted server answers a request of a call, or asks', 'answerTime', minutes],
  ['bytes of a message of a hosted server', 'message', bytes],
  ['parts of a message of a hosted server: commas, brackets and braces', 'MAX_PARTS', count],
  ['bytes of a reply of a hosted server', 'reply', bytes],
  ['messages of a hosted server with one reply', 'messages', count],
  ['logs of a hosted call that are passed on', 'MAX_LINES', count],
  ['tools of a hosted server', 'tools', count],
  ['pages of the list of tools of a hosted server', 'pages', count],
  ['characters of the list of tools of a hosted server', 'list', count],
  ['characters of the description of a hosted tool', 'description', count],
  ['characters of a schema of a hosted server', 'characters', count],
  ['levels of a schema of a hosted server', 'depth', count],
  ['parts of a schema of a hosted server, with all references followed', 'schemas', count],
  ['properties in a schema of a hosted server', 'properties', count],
  ['values of an enumeration, or branches of a union, of a hosted server', 'options', count],
  ['steps of the check of a value against a `jsonSchema()`', 'WORK', count],
  ['steps of the check of a value against a schema of a hosted server', 'WORK', count],
  ['bytes of an answer of an authorization server', 'MAX_BODY', bytes],
  ['time in which a person must sign in to a server', 'ATTEMPT_MS', minutes],
  ['sign-ins that a person is asked for', 'MAX_AUTHORIZATIONS', count],
  ['tools of a server that the web app hosts', 'MAX_TOOLS', count],
  ['crashes during calls of a server, before the web app disables it', 'MAX_CRASHES', count],
  ['servers that people add to the web app', 'MAX_ADDED', count],
  ['large data of results that a chat keeps', 'MAX_BYTES', bytes],
  ['pieces of such data', 'MAX_ATTACHMENTS', count],
  ['levels of nesting of Markdown', 'MOST_LEVELS', count],
  ['marks of one block of Markdown, before it is shown as written', 'MOST_MARKS', count],
  ['characters of a message that are read as Markdown', 'MOST_MARKDOWN', count],
  ['time that the final reply to a call with a key is kept', 'REPLY_TTL', minutes],
  ['characters of a message that the demo model searches', 'MOST_READ', count],
  ['bytes of an inspector request', 'BODY_LIMIT', bytes],
  ['open event streams of the inspector', 'STREAMS', count],
]

test('every limit that has a default is compared with the code', () => {
  const named = rows.filter(({ value }) => value !== 'none').map(({ what }) => what)
  expect(LIMITS.map(([what]) => what).toSorted()).toEqual(named.toSorted())
})

test.each(LIMITS)('the table of limits agrees with the code on %s', (what, name, format) => {
  const row = rows.find((candidate) => candidate.what === what)
  expect(row?.value).toBe(format(declared(row!.source!, name)))
})
