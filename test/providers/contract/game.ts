import { describe, expect, test } from 'vitest'
import { playTicTacToe } from '../tic-tac-toe.ts'
import { last, type ProviderUnderTest, say, stage } from './scene.ts'

/** A history of questions and samples is one that the provider takes. */
export function playsTicTacToe(name: string, provider: ProviderUnderTest): void {
  const { tools, turns } = provider

  describe(`${name} plays tic-tac-toe`, () => {
    test.each([
      { first: 'model', says: ['0', '2', '3', '7', '8'], moves: [1, 4, 5, 6], end: /^The game is a draw/ },
      { first: 'person', says: ['3', '4'], moves: [0, 1, 2], end: /^The person won/ },
      { first: 'model', says: ['0', 'the middle', '3', '1', '2'], moves: [3, 4], end: /^The model won/ },
    ] as const)('and is shown the whole game when the $first begins: $says', ({ first, says, moves, end }) =>
      stage(provider, async ({ server, model }) => {
        server.script(...says.map((text) => say({ text })))
        const { value, elicited } = await playTicTacToe(model, first, moves)
        expect(value).toMatch(end)
        const histories = server.requests.map(({ body }) => turns(body))
        expect(histories).toHaveLength(says.length)
        const told = histories.map((history) => history.flatMap(({ results }) => results).length)
        expect(told).toEqual(tools ? elicited : elicited.map(() => 0))
        for (const move of moves.slice(0, elicited.at(-1))) expect(last(server)).toContain(`position\\":${move}`)
      }),
    )
  })
}
