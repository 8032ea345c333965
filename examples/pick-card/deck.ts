const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'jack', 'queen', 'king', 'ace']
const SUITS = ['clubs', 'diamonds', 'hearts', 'spades']

const DECK = SUITS.flatMap((suit) => RANKS.map((rank) => `${rank} of ${suit}`))

/** So many cards from a shuffled deck. Different each time, and deliberately so. */
export function deal(count: number): string[] {
  const deck = [...DECK]
  for (let i = deck.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1))
    ;[deck[i], deck[j]] = [deck[j]!, deck[i]!]
  }
  return deck.slice(0, count)
}
