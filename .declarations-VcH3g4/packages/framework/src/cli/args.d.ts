import { type ParseArgsConfig } from 'node:util';
import type { Model } from '../models/model.ts';
import { SweatpantsError } from '../tools/errors.ts';
/** A mistake of the user who started a program. It is printed as one sentence without a stack; the exit code is 2. */
export declare class UsageError extends SweatpantsError {
    name: string;
}
export declare const messageOf: (error: unknown) => string;
/** A `UsageError` with the message of another error, after `prefix`. */
export declare const toUsageError: (cause: unknown, prefix?: string) => UsageError;
type Options = NonNullable<ParseArgsConfig['options']>;
/** The options and positionals of a command; throws a `UsageError` for an option that it does not have. */
export declare function readArgs<const O extends Options>(args: readonly string[], options: O): {
    values: O extends import("util").ParseArgsOptionsConfig ? { -readonly [LongOption in keyof O]?: { [LongOption_1 in keyof O]: O[LongOption_1]["multiple"] extends infer T ? T extends O[LongOption_1]["multiple"] ? T extends false ? O[LongOption_1]["type"] extends "string" ? string : O[LongOption_1]["type"] extends "boolean" ? boolean : string | boolean : T extends true ? (O[LongOption_1]["type"] extends "string" ? string : O[LongOption_1]["type"] extends "boolean" ? boolean : string | boolean)[] : O[LongOption_1]["type"] extends "string" ? string : O[LongOption_1]["type"] extends "boolean" ? boolean : string | boolean : never : never; }[LongOption]; } & { [LongOption in keyof O as O[LongOption]["default"] extends {} ? LongOption : never]: { [LongOption_1 in keyof O]: O[LongOption_1]["multiple"] extends infer T ? T extends O[LongOption_1]["multiple"] ? T extends false ? O[LongOption_1]["type"] extends "string" ? string : O[LongOption_1]["type"] extends "boolean" ? boolean : string | boolean : T extends true ? (O[LongOption_1]["type"] extends "string" ? string : O[LongOption_1]["type"] extends "boolean" ? boolean : string | boolean)[] : O[LongOption_1]["type"] extends "string" ? string : O[LongOption_1]["type"] extends "boolean" ? boolean : string | boolean : never : never; }[LongOption]; } extends infer P ? { [K in keyof P]: P[K]; } : never : {};
    positionals: string[];
};
/** The options of a command that takes no positionals. */
export declare function readOptions<const O extends Options>(args: readonly string[], options: O): O extends import("util").ParseArgsOptionsConfig ? { -readonly [LongOption in keyof O]?: { [LongOption_1 in keyof O]: O[LongOption_1]["multiple"] extends infer T ? T extends O[LongOption_1]["multiple"] ? T extends false ? O[LongOption_1]["type"] extends "string" ? string : O[LongOption_1]["type"] extends "boolean" ? boolean : string | boolean : T extends true ? (O[LongOption_1]["type"] extends "string" ? string : O[LongOption_1]["type"] extends "boolean" ? boolean : string | boolean)[] : O[LongOption_1]["type"] extends "string" ? string : O[LongOption_1]["type"] extends "boolean" ? boolean : string | boolean : never : never; }[LongOption]; } & { [LongOption in keyof O as O[LongOption]["default"] extends {} ? LongOption : never]: { [LongOption_1 in keyof O]: O[LongOption_1]["multiple"] extends infer T ? T extends O[LongOption_1]["multiple"] ? T extends false ? O[LongOption_1]["type"] extends "string" ? string : O[LongOption_1]["type"] extends "boolean" ? boolean : string | boolean : T extends true ? (O[LongOption_1]["type"] extends "string" ? string : O[LongOption_1]["type"] extends "boolean" ? boolean : string | boolean)[] : O[LongOption_1]["type"] extends "string" ? string : O[LongOption_1]["type"] extends "boolean" ? boolean : string | boolean : never : never; }[LongOption]; } extends infer P ? { [K in keyof P]: P[K]; } : never : {};
/** Reads a port that an option or a variable has; `name` is for the error. */
export declare function readPort(text: string, name: string): number;
/** Resolves the model in `--model` or `MODEL`, or to `undefined` if neither is set. */
export declare function readModel(flag: string | undefined): Promise<Model | undefined>;
export {};
