import type { Json } from '../../tools/json.ts'
import type { JsonSchema } from '../../tools/schema.ts'
import { choicesOf } from './choices.ts'
import { type Game, readGame } from './game.ts'
import type { Suggest } from './place.ts'
import type { Situation } from './situation.ts'
import { asksFor } from './type-of.ts'
import { wordsOf } from './words.ts'

/** What a game says about a place, by its name. */
const FIELDS: readonly [RegExp, (game: Game, schema: JsonSchema) => Json[]][] = [
  [/\brow\b|^y$/, ({ cell, base }, schema) => [Math.floor(cell / 3) + firstOf(schema, 3, base)]],
  [/\bcol(umn)?\b|^x$/, ({ cell, base }, schema) => [(cell % 3) + firstOf(schema, 3, base)]],
  [/\b(position|cell|move|square|index|spot|slot|choice|field)\b/, toMove],
  [/\b(reason|reasoning|comment|explanation|thought|message)\b/, ({ cell, base = 0 }) => [`I play ${cell + base}.`]],
]

export function suggestMove(situation: Situation): Suggest {
  const game = readGame(situation)
  if (game === undefined) return () => []
  return ({ name, schema }) => {
    const words = wordsOf(name).join(' ')
    return FIELDS.find(([pattern]) => pattern.test(words))?.[1](game, schema) ?? []
  }
}

/** The move that a prompt asks for, as it numbers the cells. */
export function moveFor(situation: Situation): number | undefined {
  const game = readGame(situation)
  return game && game.cell + (game.base ?? 0)
}

function toMove({ cell, base }: Game, schema: JsonSchema): Json[] {
  if (!asksFor(schema, 'array')) return [cell + firstOf(schema, 9, base)]
  const first = firstOf((schema.items ?? {}) as JsonSchema, 3, base)
  return [[Math.floor(cell / 3) + first, (cell % 3) + first]]
}

/** The number of the first of so many: as the schema bounds it, or else as the board shows it. */
function firstOf(schema: JsonSchema, count: number, shown: number | undefined): number {
  const listed = choicesOf(schema).map(Number).filter(Number.isFinite)
  const least = listed.length > 0 ? Math.min(...listed) : schema.minimum
  const most = listed.length > 0 ? Math.max(...listed) : schema.maximum
  if (most === count) return 1
  if (most === count - 1 || least === 0) return 0
  return least === 1 ? 1 : (shown ?? 0)
}
