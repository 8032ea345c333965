import type { Interrupt, Message } from '@ag-ui/client'
import type { AgUiInterrupt, AgUiMessage } from '@sweatpants/framework/ag-ui'

/** Our types are those of the protocol. */
export const asMessages = (messages: AgUiMessage[]): Message[] => messages
export const asInterrupts = (interrupts: AgUiInterrupt[]): Interrupt[] => interrupts
