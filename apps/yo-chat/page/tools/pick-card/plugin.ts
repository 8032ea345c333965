import { definePlugin } from '@sweatpants/framework'
import type { pickCard } from '../../../tools/pick-card/tool.ts'
import CardFan from './card-fan.tsx'
import PickedCard from './picked-card.tsx'

export const pickCardPlugin = definePlugin<typeof pickCard>('pick_card')
  .views({ pickCard: CardFan })
  .view(PickedCard)
  .build()
