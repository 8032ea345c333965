import type { Json } from '../tools/json.ts'
import { AUDIENCE, type MemoryStreams, type OpenQuestion } from './memory-streams.ts'
import { pauseAfter, type QuestionRef, type Questions, type StoredQuestion } from './questions.ts'
import { toKey } from './watchers.ts'

export function createMemoryQuestions({ all, questions, watchers, now }: MemoryStreams): Questions {
  const find = ({ kind, id, key }: QuestionRef) => all.get(toKey(kind, id))?.questions.get(key)
  return {
    list(names, { before = Number.POSITIVE_INFINITY, limit } = {}) {
      // Only the newest of each name are sorted: a role may have very many.
      const newest = (name: string) => {
        const earlier = [...(questions.get(name) ?? [])].filter(({ place }) => place < before)
        return limit === undefined ? earlier : earlier.slice(-limit)
      }
      return [...new Set(names.flatMap(newest))]
        .sort((a, b) => b.place - a.place)
        .slice(0, limit)
        .map(toStoredQuestion)
    },
    get(ref) {
      const found = find(ref)
      return found && toStoredQuestion(found)
    },
    keys: ({ kind, id }) => [...(all.get(toKey(kind, id))?.questions.keys() ?? [])],
    watch: (name, listener) => watchers.add(toKey(AUDIENCE, name), () => listener()),
    claim(limit, pauses) {
      const time = now()
      const due = [...all.values()]
        .flatMap((stream) => [...stream.questions.values()])
        .filter(({ deliverAt }) => deliverAt !== undefined && deliverAt <= time)
        .sort((a, b) => a.deliverAt! - b.deliverAt!)
        .slice(0, limit)
      for (const question of due) {
        question.tries++
        question.deliverAt = time + pauseAfter(pauses, question.tries)
      }
      return due.map(toStoredQuestion)
    },
    delivered(ref) {
      const found = find(ref)
      if (found !== undefined) found.deliverAt = undefined
    },
  }
}

const toStoredQuestion = ({ deliverAt, body, to, answeredBy, ...question }: OpenQuestion): StoredQuestion => ({
  ...question,
  to: [...to],
  answeredBy: [...answeredBy],
  body: JSON.parse(body) as Json,
})
