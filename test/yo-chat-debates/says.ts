import type { Asked, Reply, Request, Script } from './panel.ts'

/** A statement, with the changes of a test. */
export const state = (said: Record<string, unknown> = {}): Reply => ({
  says: {
    position: 'Close the centre to private cars, and begin with weekends.',
    stance: 'support',
    confidence: 0.8,
    reasoning: 'Streets that were closed elsewhere kept their shops, and got quieter.',
    keyPoints: ['Shops kept their customers'],
    citations: [],
    agreesWith: [],
    ...said,
  },
})

export const oppose = (said: Record<string, unknown> = {}): Reply =>
  state({
    position: 'Keep it open: those who cannot walk far would be shut out.',
    stance: 'oppose',
    confidence: 0.65,
    reasoning: 'Nobody has said how an old person gets to the doctor.',
    keyPoints: ['Some people need a car'],
    ...said,
  })

const REPLIES: Record<Asked['for'], Script> = {
  question: () => ({
    says: {
      kind: 'proposition',
      proposition: 'The centre should be closed to private cars.',
      yes: 'Yes, close the centre',
      no: 'No, keep it open',
      checkable: true,
    },
  }),
  statement: () => state(),
  groups: () => ({ says: { groups: [] } }),
  ballot: () => ({ says: { position: 'Probably yes.', stance: 'support', confidence: 0.6 } }),
  summary: () => ({ says: { summary: 'They mostly agree.', keyPoints: ['Begin with weekends'] } }),
  synthesis: () => ({ says: { answer: '# What came of it\n\nThey would begin with **weekends**.' } }),
}

/** A script for statements; everything else gets the default answer. */
export const whereStated =
  (script: Script): Script =>
  (asked) =>
    asked.for === 'statement' ? script(asked) : REPLIES[asked.for](asked)

export const agreeable: Script = (asked) => REPLIES[asked.for](asked)

export const ask = (...requests: Request[]): Reply => ({ requests })

/** Holds answers back until a test lets them go. */
export class Gate {
  readonly #opened = Promise.withResolvers<void>()

  readonly open = (): void => this.#opened.resolve()

  /** Resolves when it is opened. Rejects when the signal aborts. */
  async pass({ signal }: Pick<Asked, 'signal'>): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>()
    const leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
    try {
      await Promise.race([this.#opened.promise, promise])
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}
