import { createDebateClient } from '@sweatpants/roundtable/browser'

/** The client for the debates of this page's server. */
export const debates = createDebateClient()
