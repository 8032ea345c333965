import { type Machine } from '../log/driver.ts';
import type { States } from '../log/states.ts';
import { type BudgetLimits } from '../models/budget.ts';
import type { ChatDriven } from './chat-driven.ts';
import type { Patch } from './patch.ts';
import type { ChatState } from './state.ts';
type Offered = 'tools' | 'model' | 'systemPrompt' | 'stepLimit' | 'now' | 'onError' | 'isDurable' | 'signalUrl';
export interface ChatMachineOptions extends Pick<ChatDriven, Offered> {
    states: States<ChatState, Patch>;
    /** The model of a turn whose messages name none. */
    defaultModel: string;
    /** What one session may use in all. */
    budget?: BudgetLimits | undefined;
    /** Milliseconds that a session which waits stays in memory. */
    idle: number;
}
/** How chats are driven. */
export declare const createChatMachine: (options: ChatMachineOptions) => Machine<ChatState, Patch>;
export {};
