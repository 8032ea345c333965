import { createTool } from '@sweatpants/framework'
import { z } from 'zod'
import { CardPicker } from './card-picker.ts'
import { deal } from './deck.ts'

/**
 * A tool in three parts. `before` deals where the tool runs, `client` shows a component where the person is, `after` tells
 * what came of it. What was dealt is recorded: whatever happens to the process meanwhile, nobody shuffles again.
 */
export const pickCard = createTool('pick_card')
  .description('Let the person pick a card')
  .parameters(z.object({ count: z.int().min(1).max(52) }))
  .handoff({
    response: z.object({ card: z.string() }),

    *before({ count }) {
      return { cards: deal(count) }
    },

    *client({ cards }, ctx) {
      return yield* ctx.render(CardPicker, { cards })
    },

    *after({ cards }, { card }) {
      // The answer came from somebody else's screen: it may name a card that was never on the table.
      return cards.includes(card) ? `You picked the ${card}.` : `There was no ${card} among the cards.`
    },
  })
  .build()
