import type { StreamRef } from '../log/log.ts'
import {
  addAnswer,
  type NewQuestion,
  pauseAfter,
  type QuestionChanges,
  type Questions,
  type StoredQuestion,
} from '../log/questions.ts'
import { audienceOf, bare, type Entry, type OpenQuestion } from './engine-entry.ts'
import type { EngineStreams } from './engine-streams.ts'

/** Questions of one record have places below the next record's. */
const PLACES = 1024

export function createEngineQuestions(streams: EngineStreams): Questions {
  return {
    async list(names, { before = Number.POSITIVE_INFINITY, limit } = {}) {
      const found = await Promise.all([...new Set(names)].map((name) => streams.lists.list(`${audienceOf(name)}.*.*`)))
      const byStream = new Map(found.flat().map((one) => [JSON.stringify([one.ref.kind, one.ref.id]), one]))
      return [...byStream.values()]
        .flatMap(({ ref, entry }) => entry.questions.map((question) => toStored(ref, entry, question)))
        .filter(({ to, place }) => place < before && to.some((name) => names.includes(name)))
        .sort((a, b) => b.place - a.place)
        .slice(0, limit)
    },
    async get({ kind, id, key }) {
      const entry = await streams.get({ kind, id })
      const question = entry?.questions.find((one) => one.key === key)
      return entry && question && toStored({ kind, id }, entry, question)
    },
    keys: async (ref) => (await streams.get(ref))?.questions.map(({ key }) => key) ?? [],
    watch: (name, listener) => streams.watchers.watchAudience(name, listener),
    async claim(limit, pauses) {
      const time = streams.now()
      const isDue = ({ deliverAt }: OpenQuestion) => deliverAt !== undefined && deliverAt <= time
      const due = (await streams.lists.list('outbox.*.*'))
        .flatMap(({ ref, entry }) => entry.questions.filter(isDue).map((question) => ({ ref, question })))
        .sort((a, b) => a.question.deliverAt! - b.question.deliverAt!)
        .slice(0, limit)
      const claimed: StoredQuestion[] = []
      for (const { ref, question } of due) {
        const tried = (found: OpenQuestion): OpenQuestion => {
          const tries = found.tries + 1
          return { ...found, tries, deliverAt: time + pauseAfter(pauses, tries) }
        }
        const entry = await changeQuestion(streams, ref, question.key, (found) =>
          isDue(found) ? tried(found) : undefined,
        )
        const found = entry?.questions.find(({ key }) => key === question.key)
        if (entry && found) claimed.push(toStored(ref, entry, found))
      }
      return claimed
    },
    async delivered({ kind, id, key }) {
      await changeQuestion(streams, { kind, id }, key, ({ deliverAt, ...question }) =>
        deliverAt === undefined ? undefined : question,
      )
    },
  }
}

/** Replaces an open question; resolves to the entry, or to `undefined` when nothing was replaced. */
const changeQuestion = async (
  streams: EngineStreams,
  ref: StreamRef,
  key: string,
  change: (question: OpenQuestion) => OpenQuestion | undefined,
): Promise<Entry | undefined> =>
  streams.change<Entry | undefined>(
    ref,
    (entry) => {
      const found = entry.questions.find((question) => question.key === key)
      const changed = found && change(found)
      if (changed === undefined) return { done: undefined }
      const questions = entry.questions.map((question) => (question === found ? changed : question))
      return { next: { ...bare(entry), questions } }
    },
    (entry) => entry,
  )

/** When a record opens questions, and its number; see `EngineStreams.number`. */
export interface Opening {
  time: number
  opened: number
}

export function openQuestions(
  open: readonly OpenQuestion[],
  opens: readonly NewQuestion[],
  { time, opened }: Opening,
): OpenQuestion[] {
  const questions = [...open]
  opens.forEach(({ key, to, quorum = 1, answeredBy = [], expiresAt, isOutgoing, body }, index) => {
    if (questions.some((question) => question.key === key)) return
    questions.push({
      key,
      opened,
      index,
      to: [...to],
      quorum,
      answeredBy: [...answeredBy],
      openedAt: time,
      ...(expiresAt !== undefined && { expiresAt }),
      tries: 0,
      body: JSON.parse(JSON.stringify(body)),
      ...(isOutgoing && { deliverAt: 0 }),
    })
  })
  return questions
}

/** Returns the questions that are open after an append. Throws a `QuestionClosedError`. */
export function changeQuestions(
  open: readonly OpenQuestion[],
  { opens = [], closes = [], answers }: QuestionChanges,
  opening: Opening,
): OpenQuestion[] {
  const answered = answers === undefined ? open : answer(open, answers)
  return openQuestions(
    answered.filter(({ key }) => !closes.includes(key)),
    opens,
    opening,
  )
}

function answer(
  open: readonly OpenQuestion[],
  answers: NonNullable<QuestionChanges['answers']>,
): readonly OpenQuestion[] {
  const found = open.find(({ key }) => key === answers.key)
  const answeredBy = addAnswer(found, answers)
  return open.flatMap((question) => {
    if (question !== found) return question
    return answeredBy === undefined ? [] : { ...question, answeredBy }
  })
}

function toStored(ref: StreamRef, { principal }: Entry, question: OpenQuestion): StoredQuestion {
  const { opened, index, deliverAt: _, ...rest } = question
  return { ...ref, ...(principal !== undefined && { principal }), place: opened * PLACES + index, ...rest }
}
