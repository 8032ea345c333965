import { createDebateClient } from '@sweatpants/roundtable/browser'

/** The debates of the server that this page came from. */
export const debates = createDebateClient()
