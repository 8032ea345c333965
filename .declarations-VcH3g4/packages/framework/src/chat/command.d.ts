import { HttpError } from '../http/http-error.ts';
import type { ElicitAnswer } from '../tools/elicit.ts';
import { type Json } from '../tools/json.ts';
import { type Fields, type InferFields } from './fields.ts';
/** The commands of a chat: one table that parses them, and from which their types are inferred. */
declare const COMMANDS: {
    send: Fields<{
        content: import("./user-content.ts").UserContent;
        model?: string;
        persona?: string;
        interrupt?: boolean;
    }>;
    edit: Fields<{
        messageId: string;
        content: import("./user-content.ts").UserContent;
    }>;
    retry: Fields<{
        messageId: string;
    }>;
    elicit_response: Fields<{
        callId: string;
        elicitId: string;
        attempt?: number;
        result: ElicitAnswer;
    }>;
    approve: Fields<{
        callId: string;
        arguments?: Json;
        always?: boolean;
    }>;
    deny: Fields<{
        callId: string;
        reason?: string;
    }>;
    /** The view of a call calls a tool of its server. The new call is `toViewCallId(commandId)`. */
    view_call: Fields<{
        callId: string;
        name: string;
        arguments: Json;
    }>;
    /** The view of a call tells the model something. */
    view_note: Fields<{
        callId: string;
        text: string;
    }>;
    configure: Fields<{
        title?: string;
        model?: string;
        persona?: string;
    }>;
    abort: Fields<{}>;
    reset: Fields<{}>;
};
export type CommandType = keyof typeof COMMANDS;
/** The command of one type. */
export type CommandOf<T extends CommandType> = T extends CommandType ? {
    type: T;
    commandId: string;
} & InferFields<(typeof COMMANDS)[T]> : never;
/** What a client may ask of a session. A command is done once: the same `commandId` gets the first reply again. */
export type Command = CommandOf<CommandType>;
/** A command without its `commandId`, or with one that its sender has chosen: a resent message is the same command. */
export type NewCommand = New<Command>;
type New<T> = T extends unknown ? Omit<T, 'commandId'> & {
    commandId?: string;
} : never;
/** The HTTP status of each code. */
declare const STATUS: {
    readonly bad_command: 400;
    readonly not_found: 404;
    readonly message_not_found: 404;
    readonly call_not_found: 404;
    readonly question_not_found: 404;
    readonly view_not_found: 404;
    readonly tool_not_for_views: 403;
    readonly question_closed: 409;
    readonly elicit_changed: 409;
    readonly approval_closed: 409;
    readonly nothing_running: 409;
    readonly message_too_long: 413;
    readonly attachment_too_large: 413;
    readonly unsupported_content: 415;
    readonly too_many_calls: 429;
    readonly answer_invalid: 422;
    readonly arguments_invalid: 422;
    readonly unknown_model: 422;
    readonly unknown_persona: 422;
};
export type CommandErrorCode = keyof typeof STATUS;
/** The command was refused. The log has not changed. */
export declare class CommandError extends HttpError {
    name: string;
    readonly code: CommandErrorCode;
    constructor(code: CommandErrorCode, message: string);
}
/** Returns the command that a client sent, or throws a `CommandError` that names the field. */
export declare function parseCommand(value: unknown): Command;
export {};
