import type { Panel } from '../panel/panel.ts'

/** Gives every seat that nobody chose a model for to this one. */
export const preferModel = (panel: Panel, model: string): Panel => ({
  candidates: () => panel.candidates(),
  seat: ({ wishes = [], ...request }) =>
    panel.seat({
      ...request,
      wishes: wishes.length > 0 ? wishes : Array.from({ length: request.count }, () => ({ model })),
    }),
})
