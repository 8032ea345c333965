import type { JsonSchema } from '../../tools/schema.ts'

/** Whether a schema asks for one of these types. */
export const asksFor = ({ type }: JsonSchema, ...types: readonly string[]): boolean =>
  [type].flat().some((one) => typeof one === 'string' && types.includes(one))
