import type { Json } from '@sweatpants/demo-model';
import type { Brief } from './brief.ts';
/** Writes the answer of a debate from the votes and key points that the prompt tells. It judges nothing. */
export declare function writeSynthesis({ topic, statements, counted }: Brief): Record<string, Json>;
