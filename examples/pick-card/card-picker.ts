import type { RenderProps } from '@sweatpants/framework'

/** What a component of this example returns, as one of React returns elements: a menu, which anything can show. */
export interface Menu {
  title: string
  options: string[]
  onSelect(index: number): void
}

interface CardPickerProps extends RenderProps<{ card: string }> {
  cards: string[]
}

export function CardPicker({ cards, onRespond }: CardPickerProps): Menu {
  return {
    title: 'Pick a card, any card.',
    options: cards,
    onSelect: (index) => onRespond({ card: cards[index]! }),
  }
}
