import './cards.css'

const SUITS: Readonly<Record<string, string>> = { clubs: '♣', diamonds: '♦', hearts: '♥', spades: '♠' }
const COURT: Readonly<Record<string, string>> = { jack: 'J', queen: 'Q', king: 'K', ace: 'A' }

/** A card by its name: `queen of hearts`. */
export function CardFace({ card }: { card: string }) {
  const [rank = '', suit = ''] = card.split(' of ')
  const shown = COURT[rank] ?? rank
  return (
    <span className="card-face" data-suit={suit} aria-hidden="true">
      <span>{shown}</span>
      <span className="card-suit">{SUITS[suit]}</span>
      <span>{shown}</span>
    </span>
  )
}
