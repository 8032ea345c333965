import { HttpError } from '../http/http-error.ts'
import type { Store } from '../log/log.ts'
import { Node } from '../log/node.ts'
import { QuestionClosedError, type QuestionRef, type StoredQuestion, toUserName } from '../log/questions.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { fingerprint } from '../tools/sha256.ts'
import { checkAnswer, eventOf, type InboxQuestion, readQuestionId, toInboxQuestion } from './question.ts'

/** Returns the names that a principal answers to. The application decides that: `['user:ada', 'role:manager']`. */
export type AudienceOf = (principal: string | undefined) => MaybePromise<readonly string[]>

/** A principal answers for itself. */
export const defaultAudience: AudienceOf = (principal) => [toUserName(principal)]

/** Whose questions: a principal and the names that it answers to, by default its own. */
export interface Answerer {
  /** Absent without authentication. */
  principal?: string | undefined
  names?: readonly string[]
}

export interface ListOptions extends Answerer {
  /** The cursor of the page before. */
  after?: string | undefined
  /** Default 50. */
  limit?: number
}

export interface QuestionPage {
  questions: InboxQuestion[]
  /** The cursor of the next page; absent on the last. */
  next?: string
}

const STATUS = {
  question_not_found: 404,
  not_addressed: 403,
  question_closed: 409,
  question_changed: 409,
  answer_invalid: 422,
} as const

/** An answer was refused. Nothing was stored. */
export class AnswerError extends HttpError {
  override name = 'AnswerError'
  declare readonly code: keyof typeof STATUS

  constructor(code: keyof typeof STATUS, message: string) {
    super(STATUS[code], code, message)
  }
}

const closed = (): AnswerError =>
  new AnswerError(
    'question_closed',
    'the question is closed: it was answered, withdrawn or asked again, or it has expired',
  )

/** How an answer is attributed without authentication. */
const ANYONE = 'anyone'

/** Questions that are read at once, at least. */
const PAGE = 100

/** Lists the open questions that a principal may answer, the newest first. */
export async function listQuestions(store: Store, options: ListOptions = {}): Promise<QuestionPage> {
  const { principal, names = await defaultAudience(principal), after, limit = 50 } = options
  const questions: StoredQuestion[] = []
  // A person who has answered many questions of a quorum skips them in few reads, also with a small limit.
  const size = Math.max(limit, PAGE) + 1
  let before = readCursor(after)
  for (;;) {
    const page = await store.questions.list(names, { before, limit: size })
    const now = Date.now()
    questions.push(...page.filter((question) => isFor(question, principal, now)))
    before = page.at(-1)?.place
    if (questions.length > limit || page.length < size) break
  }
  const listed = questions.slice(0, limit)
  return {
    questions: listed.map(toInboxQuestion),
    ...(questions.length > limit && { next: String(listed.at(-1)!.place) }),
  }
}

/** Not once its time is up, and not once this person has answered, while a quorum still needs others. */
const isFor = ({ expiresAt, answeredBy }: StoredQuestion, principal: string | undefined, now: number): boolean =>
  (expiresAt === undefined || expiresAt > now) && !answeredBy.includes(principal ?? ANYONE)

/** Whether a text can be the `next` of a page. */
export const isCursor = (after: string): boolean => /^\d{1,15}$/.test(after)

function readCursor(after: string | undefined): number | undefined {
  if (after === undefined) return undefined
  if (isCursor(after)) return Number(after)
  throw new HttpError(400, 'bad_cursor', `after is the \`next\` of a page; this is ${JSON.stringify(after)}`)
}

export interface AnswerOptions extends Answerer {
  /** The id of the question. */
  id: string
  answer: ElicitAnswer
  /** The digest of what the person saw. Without it the answer counts for the question as it is now. */
  digest?: string | undefined
  /** Tells an answer that is sent again from another one. */
  commandId?: string | undefined
}

/**
 * Answers an open question; the run goes on. The first answer counts, of a quorum the first of each person. Rejects with an
 * `AnswerError` when the question is closed, is not addressed to this principal, has changed, or does not take the answer.
 */
export async function answerQuestion(store: Store, options: AnswerOptions): Promise<void> {
  const { id, principal, names = await defaultAudience(principal), answer, digest } = options
  const commandId = toCommandId(options)
  const ref = readQuestionId(id)
  if (ref === undefined) throw new AnswerError('question_not_found', `there is no question ${JSON.stringify(id)}`)
  const stored = await store.questions.get(ref)
  if (stored === undefined || (stored.expiresAt !== undefined && stored.expiresAt <= Date.now())) {
    if ((await store.log(ref.kind).find(ref.id, commandId)) !== undefined) return
    throw closed()
  }
  if (!stored.to.some((name) => names.includes(name))) {
    // It does not say whom: that is for those who may answer.
    throw new AnswerError('not_addressed', 'the question is for other people')
  }
  const shown = toInboxQuestion(stored)
  if (digest !== undefined && digest !== shown.digest) {
    throw new AnswerError('question_changed', 'the question has changed since it was shown; answer the new one')
  }
  const checked = await checkAnswer(shown, answer)
  if (checked.type === 'invalid') throw new AnswerError('answer_invalid', checked.problem)
  await appendAnswer(store, stored, checked.answer, principal ?? ANYONE, commandId)
}

/** Clients choose ids of their own: those of two people, or for two questions, may be the same. */
function toCommandId({ id, principal, commandId }: AnswerOptions): string {
  return `inbox/${commandId === undefined ? crypto.randomUUID() : fingerprint(JSON.stringify([id, principal ?? null, commandId]))}`
}

async function appendAnswer(
  store: Store,
  question: StoredQuestion,
  result: ElicitAnswer,
  by: string,
  commandId: string,
): Promise<void> {
  const { kind, id, key }: QuestionRef = question
  const event = { ...eventOf(question), result, timestamp: Date.now(), answeredBy: by }
  try {
    await store.log(kind).append(id, {
      events: [event],
      commandId,
      dueAt: 0,
      // The first who does not accept decides for all.
      questions: { answers: { key, by, isLast: result.action !== 'accept' } },
    })
  } catch (error) {
    throw error instanceof QuestionClosedError ? closed() : error
  }
  Node.wake(store, { kind, id })
}
