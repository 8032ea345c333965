import { createTool } from '@sweatpants/framework'
import { z } from 'zod'
import { CardPicker } from './card-picker.ts'
import { deal } from './deck.ts'

/**
 * A tool in three parts. `before` deals where the tool runs, `client` shows a component on the page, `after` returns
 * the result. The deal is recorded: a process that restarts does not shuffle again.
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
      // The answer comes from a client and is not trusted: it may name a card that was never dealt.
      return cards.includes(card) ? `You picked the ${card}.` : `There was no ${card} among the cards.`
    },
  })
  .build()
