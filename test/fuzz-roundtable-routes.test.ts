import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { fullSession } from '../packages/roundtable/src/export/fixtures/full-session.ts'
import { generatedSession } from '../packages/roundtable/src/export/fixtures/generated-session.ts'
import { continueInput, startInput } from './fuzz/debate-inputs.ts'
import { createDebatingModel } from './fuzz/debating-model.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { mutated } from './fuzz/mutate.ts'
import { ABYSS, nastyText } from './fuzz/nasty.ts'
import { bodies, type Command, changedCommands, fill, isHeader, parameter, requests } from './fuzz/requests.ts'
import { serveApp } from './fuzz/serve-app.ts'
import { toBytes, useSurface } from './fuzz/surface.ts'
import { readEvents } from './read-events.ts'

const SESSIONS = '/api/roundtable/sessions'

const surface = useSurface((onError) =>
  serveApp([createDebatingModel('ada/one', 'Tabs.'), createDebatingModel('bob/one', 'Spaces.')], onError),
)

interface Debate {
  id: string
  rounds: { endedAt?: string }[]
  contextRequests: { id: string }[]
}

const read = (sessionId: string) => surface.json<{ session: Debate; lsn: number }>('GET', `${SESSIONS}/${sessionId}`)

/** A debate whose first round has ended. */
async function debate(): Promise<Debate> {
  const started = { topic: 'Tabs or spaces?', rounds: 3, agents: ['ada/one', 'bob/one'] }
  const { sessionId } = await surface.json<{ sessionId: string }>('POST', SESSIONS, started)
  for (;;) {
    const { session } = await read(sessionId)
    if (session.rounds[0]?.endedAt !== undefined) return session
    await new Promise(setImmediate)
  }
}

/** The debate can still be read, in every format. */
async function checkShown(sessionId: string): Promise<void> {
  const at = `${SESSIONS}/${encodeURIComponent(sessionId)}`
  for (const place of ['', '/playing', '/events', '/export', '/export?format=html', '/export?format=json']) {
    expect((await surface.ask({ method: 'GET', path: `${at}${place}` })).status, place).toBe(200)
  }
  await surface.json('GET', SESSIONS)
}

/** Every command with all that it takes; where it says so, the ids of a debate are put in. */
const COMMANDS: readonly Command[] = [
  ['', { commandId: 'start', ...startInput('ada/one', 'bob/one') }],
  ['/<session>/continue', { commandId: 'continue', ...continueInput }],
  ['/<session>/context', { contextResults: [{ requestId: '<request>', success: false, error: 'Nobody knows.' }] }],
  ['/<session>/control', { commandId: 'pause', action: 'pause' }],
  ['/<session>/control', { commandId: 'resume', action: 'resume' }],
  ['/<session>/control', { action: 'stop' }],
  ['/<session>/synthesis', {}],
]

/** Those that a prompt, a log or a file that is exported may have no place for. */
const ODD_TEXTS = ['a\0b', '\ud800', '__proto__', '</script>````', '"\r\nx: y\u2028']

describe('commands of a debate', () => {
  fuzz<Command[][]>(
    'with a few parts changed are taken or refused, and it can still be read',
    changedCommands(COMMANDS),
    async (commands) => {
      const { id, contextRequests } = await debate()
      const toSent = ([place, body]: Command) => ({
        path: `${SESSIONS}${place.replace('<session>', id)}`,
        body: fill(body, { '<session>': id, '<request>': contextRequests[0]!.id }),
      })
      for (const together of commands) await surface.askTogether(together.map(toSent))
      await checkShown(id)
    },
    {
      runs: 4,
      examples: ODD_TEXTS.map((text) => [
        [['', { topic: text, commandId: text, rounds: 1 }]],
        [['', { topic: 'Who?', agents: [text, 'ada/one'], rounds: 1 }]],
        [['/<session>/context', { contextResults: [{ requestId: text, success: true, result: text }] }]],
        [['/<session>/continue', { focusQuestion: text }]],
      ]),
    },
  )

  fuzz(
    'of any bytes, cut at any place, are taken or refused',
    fc.tuple(fc.constantFrom(...COMMANDS.map(([place]) => place)), bodies(COMMANDS.map(([, body]) => body))),
    async ([place, body]) => {
      await surface.ask({ path: `${SESSIONS}${place.replace('<session>', 'none')}`, ...body })
    },
    { runs: 80 },
  )

  fuzz(
    'that break off are none',
    fc.tuple(fc.constantFrom('', '/import', '/none/continue'), bodies(COMMANDS.map(([, body]) => body)), fc.boolean()),
    async ([place, body, isTold]) => {
      await surface.leave({ path: `${SESSIONS}${place}`, ...body }, isTold)
      await surface.json('GET', SESSIONS)
    },
    { runs: 20 },
  )

  it('are refused when they are too long, and what comes after them is served', async () => {
    await surface.overflow(SESSIONS, 17 * 1024 * 1024)
    await surface.json('GET', SESSIONS)
  })
})

/** Those that mean something else in an address, or have no place in one. */
const ODD_IDS = ['.', '..', 'import', '%2e%2e', 'half-\ud800', 'a?b#c', '\0', '__proto__']

const withAbyss = (response: object) => ({ ...response, toolUses: [{ name: 'look', input: ABYSS, result: ABYSS }] })

describe('a debate from elsewhere', () => {
  const session = fullSession((what) => what)
  const id = fc.tuple(nastyText, fc.oneof(fc.constant(''), fc.uuid())).map(([text, more]) => `${text}${more}`)

  fuzz<{ id: string; session: unknown }>(
    'is refused, or shown in every way and gone on with',
    fc.record({
      id,
      session: fc.oneof({ arbitrary: mutated(session), weight: 3 }, { arbitrary: generatedSession(), weight: 1 }),
    }),
    async (given) => {
      const body = fill({ format: 2, session: given.session }, { [session.id]: given.id })
      const { status, text } = await surface.ask({ path: `${SESSIONS}/import`, body })
      expect([201, 400]).toContain(status)
      if (status === 400) return
      const { sessionId } = JSON.parse(text) as { sessionId: string }
      await checkShown(sessionId)
      for (const [place, command] of COMMANDS.slice(1)) {
        const path = `${SESSIONS}${place.replace('<session>', () => encodeURIComponent(sessionId))}`
        await surface.ask({ path, body: toBytes(command) })
      }
      await checkShown(sessionId)
    },
    {
      runs: 10,
      examples: [
        ...ODD_TEXTS.map((text, index) => ({ id: `odd-${index}`, session: fullSession(() => text) })),
        ...ODD_IDS.map((odd) => ({ id: odd, session })),
        { id: 'deep', session: { ...session, responses: session.responses.map(withAbyss) } },
      ],
    },
  )
})

describe('events of a debate', () => {
  let id: string
  beforeAll(async () => {
    id = (await debate()).id
  })

  fuzz(
    'come after a place of it, or there is no such place',
    fc.record({ after: parameter, lastEventId: fc.option(nastyText.filter(isHeader), { nil: undefined }) }),
    async ({ after, lastEventId }) => {
      const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
      const { status } = await surface.ask({ method: 'GET', path: `${SESSIONS}/${id}/events?after=${after}`, headers })
      expect([200, 400]).toContain(status)
    },
    { runs: 30 },
  )

  fuzz(
    'are all that come after it, in their order',
    fc.double({ min: 0, max: 1, noNaN: true }),
    async (part) => {
      const { lsn: head } = await read(id)
      const after = Math.floor(part * (head - 1))
      const { body } = await fetch(new URL(`${SESSIONS}/${id}/events?after=${after}`, surface.url))
      const places: number[] = []
      for await (const events of readEvents(body!)) {
        places.push(...events.map(({ lsn }) => lsn))
        if (places.at(-1)! >= head) break
      }
      expect(places).toEqual(places.map((_, index) => after + 1 + index))
    },
    { runs: 10 },
  )
})

describe('routes', () => {
  const places = [
    '',
    '/events',
    '/events?after={value}',
    '/export?format={value}',
    '/continue',
    '/control',
    '/nothing',
    '/',
  ]

  fuzz(
    'of any debate, by any method, with any body, are served or refused',
    requests(
      [
        '/api/roundtable{part}',
        '/api/roundtable/agents',
        SESSIONS,
        ...places.map((place) => `${SESSIONS}/{part}${place}`),
      ],
      'idempotency-key',
    ),
    async (sent) => {
      await surface.ask(sent)
    },
    { runs: 200 },
  )

  it('still serve valid requests', async () => {
    await checkShown((await debate()).id)
  })
})
