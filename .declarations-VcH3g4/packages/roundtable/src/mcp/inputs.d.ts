import type { ToolAnnotations } from '@sweatpants/framework';
import { z } from 'zod';
export declare const sessionId: z.ZodString;
export declare const agentId: z.ZodString;
export declare const roundNumber: z.ZodInt;
export declare const readOnly: ToolAnnotations;
