import type { PendingElicitState } from '../chat/state.ts';
import type { ElicitAnswer } from '../tools/elicit.ts';
import type { ElicitHandler, PluginClient } from '../tools/plugin.ts';
export interface HandledQuestionProps {
    question: PendingElicitState;
    handler: ElicitHandler;
    /** Sends the answer. If it rejects, the error is shown with a button that asks again. */
    onRespond: (answer: ElicitAnswer) => Promise<void>;
}
/** Shows a question outside of a chat with the components of its plugin. */
export declare function HandledQuestion({ question, handler, onRespond }: HandledQuestionProps): import("react").JSX.Element[] | undefined;
/**
 * Returns the handler of the plugin that asks this question; `undefined` if it is asked with a form, as every question of a hosted
 * server is: a tool of that server may have the name of one of the application.
 */
export declare function findHandler(plugins: readonly PluginClient[], { toolName, key, origin }: Pick<PendingElicitState, 'toolName' | 'key' | 'origin'>): ElicitHandler | undefined;
