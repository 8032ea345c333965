import { z } from 'zod';
/** `topic: Too big: expected string to have <=20000 characters`. An unknown key comes with the nearest known one. */
export declare const describeIssues: ({ issues }: z.core.$ZodError, known?: readonly string[]) => string;
/** Returns the keys of an object schema and of the objects in it. */
export declare const keysOf: (schema: z.ZodType) => string[];
