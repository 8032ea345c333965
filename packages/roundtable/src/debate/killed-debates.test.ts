import { createMemoryStore, type Store } from '@sweatpants/framework/log'
import type { Model, ModelRequest } from '@sweatpants/framework/models'
import { createMortalStore } from '@sweatpants/framework/testing'
import { expect, test } from 'vitest'
import type { Panel } from '../panel/panel.ts'
import type { Session } from '../session/session.ts'
import { createRoundtable } from './create-roundtable.ts'
import { say } from './fixtures/fake-table.ts'
import type { Roundtable } from './roundtable.ts'

/** Milliseconds. */
const LEASE = 100

const USAGE = { inputTokens: 7, outputTokens: 3 }

const seat = (name: string, i: number) => ({ agentId: name, label: `Participant ${i}`, model: name, family: name })

/** Ann fails, and eve takes her place. */
const panel: Panel = {
  candidates: async () => [],
  seat: async () => ({
    seats: ['ann', 'bob', 'cid'].map(seat),
    absent: [],
    substitutes: [{ agentId: 'eve', model: 'eve', family: 'eve' }],
  }),
}

const DRINKS: Record<string, string> = { bob: 'Green tea', cid: 'Espresso', eve: 'Black tea' }

/** The answers of all models, by the format that the prompt shows. */
const REPLIES: [purpose: string, format: RegExp, reply: (model: string) => string][] = [
  ['frame', /^\s+"checkable":/m, () => '{"kind": "open"}'],
  ['merge', /^\s+"groups":/m, () => '{"groups": []}'],
  ['statement', /^\s+"reasoning":/m, (model) => say(DRINKS[model]!, { answer: DRINKS[model] })],
  ['ballot', /^\s+"position":/m, (model) => say(DRINKS[model]!, { answer: DRINKS[model] })],
  ['synthesis', /^\s+"commonGround":/m, () => '{"answer": "Let each choose.", "reasons": []}'],
  ['summary', /^\s+"summary":/m, () => '{"summary": "They differ.", "keyPoints": []}'],
]

/** A process of a server, which lists the calls to models. */
function openProcess(store: Store, calls: string[]): Roundtable {
  const resolve = async (model: string): Promise<Model> => ({
    id: model,
    async answer({ systemPrompt = '' }: ModelRequest) {
      const [purpose, , reply] = REPLIES.find(([, format]) => format.test(systemPrompt))!
      calls.push(`${purpose} ${model}`)
      if (model === 'ann' && purpose === 'statement') throw new Error('no key')
      return { model, content: { type: 'text', text: reply(model) }, usage: USAGE }
    },
  })
  return createRoundtable({ store, panel, resolve, onError: () => {}, settings: { leaseTtl: LEASE } })
}

const TOPIC = 'What shall we drink?'

const find = async (table: Roundtable): Promise<Session | undefined> => {
  const sessions = await table.list()
  return sessions[0] && table.get(sessions[0].id)
}

const isOver = (session?: Session) => session?.status === 'completed'

/** Plays the debate from where it is to its end, as a client does that calls again after an error. */
async function play(table: Roundtable): Promise<void> {
  const signal = new AbortController().signal
  let session = await find(table)
  if (session === undefined)
    session = await table.finish(await table.start({ topic: TOPIC, mode: 'socratic', rounds: 2 }), { signal })
  while (!isOver(session)) session = await table.finish(await table.continue(session.id), { signal })
}

/** What must be the same after a kill. */
const outcomeOf = ({ rounds, responses, usage, seats, merger, question, synthesis }: Session) => ({
  usage,
  question: question?.kind,
  seats: seats.map(({ agentId }) => agentId),
  groups: merger?.groups.map(({ label }) => label),
  answer: synthesis?.answer,
  responses: responses.map(({ agentId, round }) => `${agentId} ${round}`).toSorted(),
  rounds: rounds.map((round) => ({
    ballots: round.ballots.map(({ agentId }) => agentId).toSorted(),
    failures: round.failures.map(({ agentId }) => agentId),
    summary: round.summary?.text,
    usage: round.usage,
  })),
})

const count = (calls: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const call of calls) counts[call] = (counts[call] ?? 0) + 1
  return counts
}

test('a debate that is killed before any of its writes ends as without the kill, and repeats only the calls in flight', async () => {
  const whole = createMortalStore(createMemoryStore())
  const wanted: string[] = []
  const one = openProcess(whole.store, wanted)
  await play(one)
  const expected = outcomeOf((await find(one))!)
  await one.close()
  const once = count(wanted)
  expect(Object.keys(once)).toEqual(
    expect.arrayContaining(['frame ann', 'merge cid', 'statement eve', 'synthesis eve']),
  )
  expect(once['ballot cid']).toBe(2)
  const lives = Array.from({ length: whole.writes }, (_, life) => life)
  await Promise.all(
    lives.map(async (life) => {
      const store = createMemoryStore()
      const calls: string[] = []
      const mortal = createMortalStore(store, { life })
      play(openProcess(mortal.store, calls)).catch(() => {})
      await mortal.dead
      const next = openProcess(store, calls)
      await play(next)
      const session = (await find(next))!
      await next.close()
      expect(outcomeOf(session), `killed before write ${life}`).toEqual(expected)
      const repeated = Object.entries(count(calls)).flatMap(([call, times]) => {
        const more = times - (once[call] ?? 0)
        return more > 0 ? [`${more} ${call}`] : []
      })
      // Three seats vote or speak at the same time.
      expect(repeated.length, `killed before write ${life}: ${repeated}`).toBeLessThanOrEqual(3)
      for (const call of repeated) expect(call, `killed before write ${life}`).toMatch(/^1 /)
    }),
  )
})
