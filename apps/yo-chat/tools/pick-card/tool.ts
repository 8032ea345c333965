import { deal } from '@sweatpants/example-pick-card/deck'
import { type Component, createTool, type RenderProps } from '@sweatpants/framework'
import { z } from 'zod'

const MAX_CARDS = 21

/** What the component that shows the cards is given. Positions are counted from 1. */
export interface CardFanProps extends RenderProps<{ position: number }> {
  cards: string[]
}

const shownOnlyInAPage = (_: CardFanProps): never => {
  throw new Error('the cards are shown by a page; give its component to createPickCard')
}

/**
 * Deals where the tool runs, asks on the page, and returns the picked card. The component is given because only a page can
 * load it; a server, which never shows the cards, does without.
 */
export const createPickCard = (CardFan: Component<CardFanProps> = shownOnlyInAPage) =>
  createTool('pick_card')
    .description('Let the person pick a card, counted from the left, out of a fan of cards')
    .parameters(z.object({ count: z.int().min(2).max(MAX_CARDS).describe('How many cards to choose from') }))
    .handoff({
      response: z.object({ position: z.int().min(1).max(MAX_CARDS).meta({ title: 'Which card, from the left' }) }),

      *before({ count }) {
        return { cards: deal(count) }
      },

      *client({ cards }, ctx) {
        return yield* ctx.render(CardFan, { cards })
      },

      *after({ cards }, { position }) {
        // The answer comes from a client and is not trusted: it may point past the last card.
        const card = cards[position - 1]
        return card === undefined ? `There were only ${cards.length} cards.` : `The person picked the ${card}.`
      },
    })
    .build()
