import type { Offer } from '@sweatpants/roundtable/browser'
import { createContext, use, useEffect, useState } from 'react'
import { useApp } from '../frame/app-info.ts'
import { keepTrying } from '../frame/keep-trying.ts'
import { debates } from './debates.ts'

export const KnownOffer = createContext<Offer | undefined>(undefined)

/** Returns the models, modes and limits of debates; `undefined` until the server has sent them. */
export const useOffer = (): Offer | undefined => use(KnownOffer)

/** Loads the offer, again when tools of servers were allowed, and retries until the server responds. */
export function useOfferFromServer(): Offer | undefined {
  const [offer, setOffer] = useState<Offer>()
  const { info } = useApp()
  const tools = info?.servers.flatMap((server) => server.tools.filter(({ isOn, isAllowed }) => isOn && isAllowed)) ?? []
  const allowed = tools.map(({ name }) => name).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the panel has the tools that are allowed
  useEffect(() => {
    let isWanted = true
    const stop = keepTrying(async () => {
      const found = await debates.agents()
      if (isWanted) setOffer(found)
    })
    return () => {
      isWanted = false
      stop()
    }
  }, [allowed])
  return offer
}

/** Returns the title of a mode, or its name until the server has sent the titles. */
export const useModeTitle = (): ((mode: string) => string) => {
  const offer = useOffer()
  return (mode) => offer?.modes.find(({ name }) => name === mode)?.title ?? mode
}
