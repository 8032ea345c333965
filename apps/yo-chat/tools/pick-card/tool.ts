import { deal } from '@sweatpants/example-pick-card/deck'
import { createMcpTool, ToolContent } from '@sweatpants/framework'
import { z } from 'zod'

const MAX_CARDS = 21

/** Deals, lets the person pick a card with its back up, and says which one it was. Positions are counted from 1. */
export const pickCard = createMcpTool('pick_card')
  .description('Let the person pick a card, counted from the left, out of a fan of cards')
  .parameters(z.object({ count: z.int().min(2).max(MAX_CARDS).describe('How many cards to choose from') }))
  .elicits({
    pickCard: {
      response: z.object({ position: z.int().min(1).max(MAX_CARDS).meta({ title: 'Which card, from the left' }) }),
      context: z.object({ cards: z.array(z.string()) }),
      view: new URL('../../page/tools/pick-card/card-fan.tsx', import.meta.url),
    },
  })
  .view(new URL('../../page/tools/pick-card/picked-card.tsx', import.meta.url))
  .execute(function* ({ count }, ctx) {
    const cards = yield* ctx.step('deal', () => deal(count))
    const pick = yield* ctx.elicit('pickCard', { message: `Pick one of ${count} cards, with their backs up.`, cards })
    if (pick.action !== 'accept') return toResult('The person picked no card.', null)
    // The answer comes from a client and is not trusted: it may point past the last card.
    const card = cards[pick.content.position - 1]
    return card === undefined
      ? toResult(`There were only ${count} cards.`, null)
      : toResult(`The person picked the ${card}.`, card)
  })
  .build()

/** The model reads a sentence, the view gets the card. */
const toResult = (text: string, card: string | null) => new ToolContent([{ type: 'text', text }], false, { card })
