import { listQuestions } from '@sweatpants/framework/inbox'
import type { Store } from '@sweatpants/framework/log'
import { atMost, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { timeInEachStore } from './each-store.ts'

const QUESTIONS = 100_000

/** Milliseconds. */
const LIMIT = 50

/** One person's own few questions, and those together with a role that all questions are addressed to. */
const PEOPLE: Readonly<Record<string, readonly string[]>> = {
  'a person': ['user:7'],
  'a person in a role with all questions': ['user:7', 'role:manager'],
}

export const inbox: Scenario = {
  name: 'inbox',
  about: `Milliseconds to list what one person may answer, of ${QUESTIONS.toLocaleString('en')} open questions.`,

  async measure({ quick, rounds }) {
    const count = quick ? 2_000 : QUESTIONS
    const all = count.toLocaleString('en')
    const acts = Object.fromEntries(
      Object.entries(PEOPLE).map(([who, names]) => [
        who,
        (store: Store) => listQuestions(store, { principal: '7', names }),
      ]),
    )
    const timed = await timeInEachStore((store) => fill(store, count), acts, rounds)
    return {
      tables: [
        {
          title: `Milliseconds with ${all} open questions`,
          head: ['store', 'the inbox of', 'ms'],
          rows: timed.map(({ store, what, spread }) => [store, what, toCell(spread)]),
        },
      ],
      targets: timed.map(({ store, what, spread }) =>
        atMost(`inbox of ${what} with ${all} questions in ${store}`, spread.median, LIMIT, ' ms'),
      ),
    }
  },
}

/** Ten questions for each stream. */
async function fill(store: Store, count: number): Promise<void> {
  const log = store.log('task')
  for (let first = 0; first < count; first += 1_000) {
    const streams = Array.from({ length: 100 }, (_, i) => first + i * 10)
    await Promise.all(
      streams.map((start) => {
        const questions = Array.from({ length: 10 }, (_, i) => {
          const to = ['role:manager', `user:${(start + i) % 1_000}`]
          const body = { toolName: 'expense', key: 'approve', message: 'Approve?', context: {}, attempt: 1, digest: '' }
          return { key: `q${i}`, to, body: { ...body, event: { type: 'answer' } } }
        })
        return log.create(`task-${start}`, { about: null, events: [], questions })
      }),
    )
  }
}
