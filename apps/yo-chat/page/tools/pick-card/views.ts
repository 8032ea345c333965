export { default as CardFan } from './card-fan.tsx'
export { default as PickedCard } from './picked-card.tsx'
