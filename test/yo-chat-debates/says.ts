import type { Asked, Reply, Request, Script } from './panel.ts'

/** A statement, with what a test wants otherwise. */
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
  statement: () => state(),
  ballot: () => ({ says: { position: 'Probably yes.', stance: 'support', confidence: 0.6 } }),
  summary: () => ({ says: { summary: 'They mostly agree.', keyPoints: ['Begin with weekends'] } }),
  synthesis: () => ({ writes: '# What came of it\n\nThey would begin with **weekends**.' }),
}

/** Statements by a script of their own; in the rest everybody is agreeable. */
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

  /** Comes when it is opened; rejects when nobody wants the answer any more. */
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
