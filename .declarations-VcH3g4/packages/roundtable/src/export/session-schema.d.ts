import { z } from 'zod';
import type { Session } from '../session/session.ts';
/** A stored session, without unknown fields. */
export declare const sessionSchema: z.ZodType<Session>;
