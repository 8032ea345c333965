import { createInboxClient, useInbox as useInboxOf } from '@sweatpants/framework/react'

/** One connection for the whole page. */
const inbox = createInboxClient()

export const useInbox = () => useInboxOf(inbox)
