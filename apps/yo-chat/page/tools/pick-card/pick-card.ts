import { createPickCard } from '../../../tools/pick-card/tool.ts'
import { CardFan } from './card-fan.tsx'

export const pickCard = createPickCard(CardFan)
