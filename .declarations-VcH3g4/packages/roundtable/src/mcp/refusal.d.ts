import { type Json, ToolContent } from '@sweatpants/framework';
import type { Roundtable } from '../debate/roundtable.ts';
/** A request that is refused. It is a value, because the error of a step loses its own code. */
export interface Refusal {
    type: 'refused';
    code: string;
    message: string;
    details?: Json | undefined;
}
export declare const refuse: (code: string, message: string, details?: Json) => Refusal;
export declare const isRefusal: (value: unknown) => value is Refusal;
/** Returns the result of the function, or a refusal for an error with a code, of the roundtable, of a model or of the store. */
export declare function orRefusal<T>(roundtable: Pick<Roundtable, 'report'>, attempt: () => T | PromiseLike<T>): Promise<T | Refusal>;
/** Returns the message as text and the code as structured content, which clients do not validate for errors. */
export declare const toErrorContent: ({ code, message, details }: Refusal) => ToolContent;
