import type { Situation } from './situation.ts'

/** What a seat in a debate is given to work with. */
const TOOLKIT = new Set(['request_context', 'fact_check'])

/** Whether this model sits in a debate and has a toolkit there, or has just used it. */
export const takesASeat = ({ tools, exchanges }: Situation): boolean =>
  [...tools, ...exchanges].some(({ name }) => TOOLKIT.has(name))
