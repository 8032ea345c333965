import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { createInspector } from '@sweatpants/inspector'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTrip } from '../packages/inspector/src/fixtures/trip.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { ABYSS } from './fuzz/nasty.ts'
import { bodies, type Command, changedCommands, fill, parameter, requests } from './fuzz/requests.ts'
import { toBytes, useSurface } from './fuzz/surface.ts'

const RUNS = '/api/runs'

const surface = useSurface(async (onError) => {
  const store = createSqliteStore(':memory:')
  const model = {
    id: 'fake',
    answer: async () => ({ model: 'fake', content: { type: 'text' as const, text: 'Rain.' } }),
  }
  const inspector = await createInspector({ tools: [createTrip().tool], store, model, onError })
  const listening = await inspector.listen()
  const close = async () => {
    await Promise.all([inspector.close(), listening.close()])
    await store.close()
  }
  return { url: listening.url, close }
})

interface RunEvent {
  type: string
  id?: string
}

const readEvents = async (runId: string): Promise<RunEvent[]> =>
  (await surface.json<{ event: RunEvent }[]>('GET', `${RUNS}/${runId}/events`)).map(({ event }) => event)

/** Resolves to the events of a run once they are as wanted. */
async function until(runId: string, wanted: (events: RunEvent[]) => boolean): Promise<RunEvent[]> {
  for (;;) {
    const events = await readEvents(runId)
    if (wanted(events)) return events
    await new Promise(setImmediate)
  }
}

const listRuns = async () => (await surface.json<{ runs: unknown[] }>('GET', '/api/project')).runs

const findQuestion = (events: readonly RunEvent[]) => events.findLast(({ type }) => type === 'question_open')?.id

/** Starts a run and waits until it has an open question. */
async function openRun(): Promise<{ runId: string; question: string }> {
  const { runId } = await surface.json<{ runId: string }>('POST', RUNS, START)
  const events = await until(runId, (happened) => findQuestion(happened) !== undefined)
  return { runId, question: findQuestion(events)! }
}

const idOf = (started: string) => (JSON.parse(started) as { runId: string }).runId

/** Cancels a run, replays it at several places and deletes it. */
async function finish(runId: string): Promise<void> {
  const { status } = await surface.ask({ path: `${RUNS}/${runId}/cancel` })
  expect([202, 409]).toContain(status)
  const events = await until(runId, (happened) => happened.at(-1)?.type === 'run_stop')
  for (const at of [0, 3, events.length]) {
    const { status } = await surface.ask({ method: 'GET', path: `${RUNS}/${runId}/replay?at=${at}` })
    // A run with wrong parameters has recorded nothing.
    expect([200, 404]).toContain(status)
  }
  await expect
    .poll(async () => (await surface.ask({ method: 'DELETE', path: `${RUNS}/${runId}` })).status, { interval: 2 })
    .toBe(204)
}

const START = { tool: 'trip', params: { to: 'Rome' }, samples: 'hand' }
const said = { model: 'me', content: { type: 'text', text: 'Sun.' }, stopReason: 'endTurn' }

/** Every command. `<run>` and `<question>` are replaced by the open ones. */
const COMMANDS: readonly Command[] = [
  ['', START],
  ['/<run>/answers', { id: '<question>', attempt: 1, answer: said }],
  ['/<run>/answers', { id: '<question>', attempt: 1, answer: { action: 'accept', content: { day: 3 } } }],
  ['/<run>/resume', {}],
  ['/<run>/fork', { at: 0 }],
  ['/<run>/cancel', {}],
]

/** Values that are easily taken for something else. */
const ODD_VALUES: readonly unknown[] = [
  null,
  '__proto__',
  JSON.parse('{"__proto__":{"then":1}}'),
  'a\0b\ud800',
  ABYSS,
  1e308,
]

describe('commands to the inspector', () => {
  fuzz<Command[][]>(
    'changed in a few parts are accepted or refused, and the run can be cancelled, replayed and deleted',
    changedCommands(COMMANDS),
    async (commands) => {
      const { runId } = await openRun()
      const started = [runId]
      for (const together of commands) {
        const question = findQuestion(await readEvents(runId)) ?? 'none'
        const sent = together.map(([place, body]) => ({
          path: `${RUNS}${place.replace('<run>', runId)}`,
          body: fill(body, { '<question>': question }),
        }))
        for (const { status, text } of await surface.askTogether(sent)) if (status === 201) started.push(idOf(text))
      }
      for (const one of started) await finish(one)
    },
    {
      runs: 15,
      examples: ODD_VALUES.map((value) => [
        [['', { tool: 'trip', params: value }]],
        [['', { tool: 'trip', params: { to: value }, samples: value }]],
        [['/<run>/answers', { id: value, attempt: value, answer: value }]],
        [['/<run>/answers', { id: '<question>', attempt: 1, answer: value }]],
        [['/<run>/answers', { id: '<question>', attempt: 1, answer: { ...said, content: value } }]],
        [['/<run>/answers', { id: '<question>', attempt: 1, answer: said }]],
        [['/<run>/answers', { id: '<question>', attempt: 1, answer: { action: 'accept', content: value } }]],
      ]),
    },
  )

  fuzz(
    'of any bytes, cut anywhere, are accepted or refused',
    fc.tuple(fc.constantFrom('', '/none/answers', '/none/cancel'), bodies(COMMANDS.map(([, body]) => body))),
    async ([place, body]) => {
      const { status, text } = await surface.ask({ path: `${RUNS}${place}`, ...body })
      if (status === 201) await finish(idOf(text))
    },
    { runs: 80 },
  )

  fuzz(
    'that break off start no run',
    fc.tuple(bodies([START]), fc.boolean()),
    async ([body, isTold]) => {
      const before = await listRuns()
      await surface.leave({ path: RUNS, ...body }, isTold)
      expect(await listRuns()).toEqual(before)
    },
    { runs: 20 },
  )

  it('that are too long are refused, and the next request is served', async () => {
    await surface.overflow(RUNS, 5 * 1024 * 1024)
    await listRuns()
  })
})

describe('routes of the inspector', () => {
  const places = [
    '',
    '/events',
    '/events?after={value}',
    '/answers',
    '/cancel',
    '/resume',
    '/fork',
    '/replay?at={value}',
    '/',
  ]

  fuzz(
    'of any run, by any method, with any body, are served or refused',
    requests(
      ['/{part}', '/page.js', '/api/project', '/api/events', RUNS, ...places.map((place) => `${RUNS}/{part}${place}`)],
      'referer',
    ),
    async (sent) => {
      await surface.ask(sent)
    },
    { runs: 200 },
  )

  fuzz(
    'return news and replays from a place, or refuse the place',
    fc.tuple(parameter, parameter),
    async ([place, epoch]) => {
      const { runId } = await openRun()
      const project = await surface.json<{ epoch: string }>('GET', '/api/project')
      const paths = [
        `/api/events?epoch=${project.epoch}&after=${place}`,
        `/api/events?epoch=${epoch}&after=${place}`,
        `${RUNS}/${runId}/events?after=${place}`,
        `${RUNS}/${runId}/replay?at=${place}`,
      ]
      for (const path of paths) expect([200, 400, 404]).toContain((await surface.ask({ method: 'GET', path })).status)
      await finish(runId)
    },
    { runs: 20 },
  )

  it('still serve after all of this', async () => {
    const { runId, question } = await openRun()
    await surface.ask({ path: `${RUNS}/${runId}/answers`, body: toBytes({ id: question, attempt: 1, answer: said }) })
    await finish(runId)
    expect((await surface.ask({ method: 'GET', path: '/' })).text).toContain('Sweatpants inspector')
  })
})
