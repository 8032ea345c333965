import type { Verdict } from '@sweatpants/roundtable/browser'

/** The texts that several pages of debates share. */
export const texts = {
  debates: 'Debates',
  demo: 'Demo panel.',
  demoIs:
    'Every panellist is an offline stand-in that follows a script. It shows how a debate works, not what is true.',
  demoKey: 'Add an API key',
  demoWhy: 'to use real models.',
  verdicts: { right: 'Right', wrong: 'Wrong' } satisfies Record<Verdict, string>,
}
