import type { Offer } from '@sweatpants/roundtable/browser'
import { createContext, use, useEffect, useState } from 'react'
import type { AppInfo } from '../../server/app-routes.ts'
import { useApp } from '../frame/app-info.ts'
import { keepTrying } from '../frame/keep-trying.ts'
import { debates } from './debates.ts'

export const KnownOffer = createContext<Offer | undefined>(undefined)

/** Returns the models, modes and limits of debates; `undefined` until the server has sent them. */
export const useOffer = (): Offer | undefined => use(KnownOffer)

/** Loads the offer, again when other models are usable or other tools are allowed, and retries until the server responds. */
export function useOfferFromServer(): Offer | undefined {
  const [offer, setOffer] = useState<Offer>()
  const { info } = useApp()
  const basis = info && toBasis(info)
  useEffect(() => {
    if (basis === undefined) return
    let isWanted = true
    const stop = keepTrying(async () => {
      const found = await debates.agents()
      if (isWanted) setOffer(found)
    })
    return () => {
      isWanted = false
      stop()
    }
  }, [basis])
  return offer
}

/** The models and tools that a panel can have, as one text that changes with them. */
function toBasis({ models, servers }: AppInfo): string {
  const tools = servers.flatMap((server) => server.tools.filter(({ isOn, isAllowed }) => isOn && isAllowed))
  const usable = models.filter((model) => model.usable)
  return JSON.stringify([usable.map(({ id }) => id), tools.map(({ name }) => name)])
}

/** Returns the title of a mode, or its name until the server has sent the titles. */
export const useModeTitle = (): ((mode: string) => string) => {
  const offer = useOffer()
  return (mode) => offer?.modes.find(({ name }) => name === mode)?.title ?? mode
}
